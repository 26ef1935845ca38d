import GStreamer
import Testing

@Suite struct BufferTests {
    init() throws { try initialized() }

    @Test func aBufferIsFilledInPlace() throws {
        let buffer = try #require(
            Buffer(size: 4, presentationTime: .milliseconds(5), duration: .milliseconds(2)) { bytes in
                #expect(bytes.count == 4)
                for index in bytes.indices { bytes[index] = UInt8(index * 3) }
            })
        #expect(buffer.size == 4)
        #expect(buffer.presentationTime == .milliseconds(5))
        #expect(buffer.duration == .milliseconds(2))
        #expect(buffer.withBytes { Array($0) } == [0, 3, 6, 9])
        #expect(!buffer.isDeltaUnit && !buffer.isCorrupted && !buffer.isGap && !buffer.isDiscontinuous)
    }

    @Test func anErrorWhileItIsFilledComesThrough() {
        struct Refused: Error {}
        #expect(throws: Refused.self) { try Buffer(size: 4) { _ in throw Refused() } }
    }

    @Test func timesThatAreNotThereAreNil() throws {
        let buffer = Buffer(bytes: [])
        #expect(buffer.size == 0)
        #expect(buffer.presentationTime == nil)
        #expect(buffer.duration == nil)
        #expect(buffer.offset == nil)
        #expect(buffer.withBytes { $0.count } == 0)
    }

    @Test func aRestampedCopyLeavesTheOriginalAlone() {
        let buffer = Buffer(bytes: [1, 2, 3], presentationTime: .seconds(1), duration: .milliseconds(10))
        let copy = buffer.restamped(presentationTime: .seconds(9), duration: nil)
        #expect(copy.presentationTime == .seconds(9))
        #expect(copy.duration == nil)
        #expect(copy.withBytes { Array($0) } == [1, 2, 3])
        #expect(buffer.presentationTime == .seconds(1))
        #expect(buffer.duration == .milliseconds(10))
    }

    @Test func aPieceOfSoundIsCutBySamples() {
        let buffer = Buffer(bytes: [0, 1, 2, 3, 4, 5, 6, 7])
        #expect(buffer.samples(from: 1, count: 2, bytesPerFrame: 2).withBytes { Array($0) } == [2, 3, 4, 5])
    }

    @Test func appsrcAndAppsinkPassBytesAndTimes() async throws {
        let feed = try Feed()
        feed.start()
        defer { feed.stop() }
        for index in 0..<5 { feed.push(UInt8(index), at: UInt64(index) * 10) }
        try await feed.finish()
        let samples = try await feed.samples.first(5)
        for (index, sample) in samples.enumerated() {
            let buffer = try #require(sample.buffer)
            #expect(buffer.withBytes { Array($0) } == [UInt8(index), UInt8(index)])
            #expect(buffer.presentationTime == .milliseconds(UInt64(index) * 10))
            #expect(buffer.duration == .milliseconds(10))
            #expect(sample.caps == Caps(Feed.caps))
            let segment = try #require(sample.segment)
            #expect(segment.runningTime(of: .milliseconds(20)) == .milliseconds(20))
        }
        #expect(feed.sink.isAtEnd)
        #expect(feed.source.waitingBuffers == 0)
    }

    @Test func samplesArePulledUntilTheEnd() async throws {
        let feed = try Feed()
        feed.sink.removeCallbacks()
        feed.start()
        defer { feed.stop() }
        feed.push(7, at: 0)
        feed.source.endOfStream()
        let sample = try #require(feed.sink.pull(timeout: .seconds(20)))
        #expect(sample.buffer?.withBytes { Array($0) } == [7, 7])
        #expect(feed.sink.pull(timeout: .seconds(20)) == nil)
        #expect(feed.sink.isAtEnd)
        #expect(feed.samples.values.isEmpty)
    }

    @Test func aStoppedPipelineTakesNoBuffers() throws {
        let feed = try Feed()
        feed.start()
        feed.stop()
        #expect(!feed.source.push(Feed.buffer(1, at: 0)))
        #expect(!feed.source.push([Feed.buffer(1, at: 0)]))
    }

    @Test func segmentsMapTimestampsToRunningTime() async throws {
        let feed = try Feed()
        let source = try #require(feed.source.staticPad("src"))
        #expect(source.currentSegment == nil)
        feed.start()
        defer { feed.stop() }
        feed.push(1, at: 0)
        _ = try await feed.samples.first(1)
        var segment = try #require(source.currentSegment)
        #expect(segment.start == .zero)
        #expect(segment.rate == 1)
        segment.start = .seconds(10)
        segment.base = .seconds(3)
        segment.stop = .seconds(20)
        #expect(segment.runningTime(of: .seconds(12)) == .seconds(5))
        #expect(segment.runningTime(of: .seconds(9)) == nil)
        #expect(segment.runningTime(of: .seconds(21)) == nil)
    }
}
