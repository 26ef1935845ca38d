import CaptureKit
import CaptureModel
import CaptureTestSupport
import Testing

@Suite("Takes of a session on test sources")
struct TakeTests {
    @Test("a take of two seconds has its frames, its sound and its times", .timeLimit(.minutes(1)))
    func oneTake() async throws {
        let folder = try TemporaryDirectory()
        let session = try CaptureSession(TestPresets.pictureInPicture())
        try await session.startRunning()
        let file = "/tmp/a.mp4"; _ = folder
        let take = try await session.startRecording(
            to: file, options: RecordingOptions(maxDuration: .seconds(2)))
        let result = await take.result()
        await session.stopRunning()
        print(result, await session.statistics())
        #expect(result.frames == 60)
        let probe = try await FilmProbe(file)
        print(probe.streams)
        let video = try #require(probe.video)
        let times = try await probe.frameTimes(of: video)
        print(times)
        #expect(times.count == 60)
    }
}
