internal import Glibc

/// Why a film was not made into an ordinary MP4. Each case tells in which state the file is.
package enum MP4FinisherError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Not an MP4, or one whose header never reached the disk. The file is untouched.
    case notAFilm(String)
    /// A fragmented MP4 without the reserved box behind `ftyp`, so not one that can be finished in place. The file is
    /// untouched.
    case notPrepared
    /// The header (`moov`) cannot be understood. The file is untouched.
    case brokenHeader(String)
    /// A film into which not one whole sample was written. The file is untouched: an index of nothing would make it
    /// look finished, and players refuse it all the same.
    case noSamples
    /// Reading failed. The file is untouched.
    case cannotRead(code: Int32, offset: UInt64)
    /// The descriptor appends whatever the offset (`O_APPEND`), so nothing can be written in place. The file is
    /// untouched.
    case cannotWriteInPlace
    /// The index could not be written. `restored`: the file has its former length again, and is the readable fragmented
    /// film that it was; otherwise it is that film with a part of an index behind it, which readers skip.
    case cannotAppend(code: Int32, restored: Bool)
    /// The index is written, the header that puts it in force is not. `restored` as for `cannotAppend`.
    case cannotSwitch(code: Int32, restored: Bool)
    /// The film is finished, but the system could not say that it is safe on the disk.
    case cannotSync(code: Int32)

    package var description: String {
        switch self {
        case .notAFilm(let reason):
            "this is not an MP4 film: \(reason); the file was left as it is"
        case .notPrepared:
            "this fragmented MP4 has no room reserved for finishing it in place; the file was left as it is, "
                + "and \"ffmpeg -i FILE -c copy NEW\" makes an ordinary MP4 of it"
        case .brokenHeader(let reason):
            "the film's header is damaged: \(reason); the file was left as it is"
        case .noSamples:
            "the film holds no picture and no sound; the file was left as it is"
        case .cannotRead(let code, let offset):
            "cannot read the film at byte \(offset): \(Self.reason(code)); the file was left as it is"
        case .cannotWriteInPlace:
            "the film was opened for appending only, so its header cannot be changed; the file was left as it is"
        case .cannotAppend(let code, let restored):
            "cannot write the film's index: \(Self.reason(code)); \(Self.state(restored))"
        case .cannotSwitch(let code, let restored):
            "cannot change the film's header: \(Self.reason(code)); \(Self.state(restored))"
        case .cannotSync(let code):
            "the film is finished, but the disk did not confirm it: \(Self.reason(code)); check it before you rely on it"
        }
    }

    private static func state(_ restored: Bool) -> String {
        restored
            ? "the film is as readable as before, in fragments; free some space and repair it"
            : "the film is in fragments with part of an index at its end; make a copy before you repair it"
    }

    private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
