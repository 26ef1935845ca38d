internal import CGStreamer
internal import Synchronization

/// GStreamer's own log, with a category `tandem` for this program's lines.
///
/// Threading: any thread. C: `gst_debug_log_literal`
package enum DebugLog {
    /// C: `GstDebugLevel`
    package enum Level: Int, Sendable, Hashable, Comparable, CaseIterable {
        case none, error, warning, fixme, info, debug, log, trace
        case memoryDump = 9

        fileprivate var raw: GstDebugLevel { GstDebugLevel(rawValue: GstDebugLevel.RawValue(rawValue)) }

        package static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// One line of the log.
    package struct Record: Sendable, Hashable {
        package let category: String
        package let level: Level
        package let file: String
        package let function: String
        package let line: Int
        /// The name of the object that it is about; empty when it is about none.
        package let object: String
        package let message: String
    }

    // The category is made once, lives as long as the process, and locks itself.
    nonisolated(unsafe) private static let category = _gst_debug_category_new("tandem", 0, "Tandem's own lines")

    /// Writes a line where the threshold of `tandem` allows it; the message is put together only then.
    package static func log(
        _ level: Level, _ message: @autoclosure () -> String, file: StaticString = #fileID,
        function: StaticString = #function, line: Int = #line
    ) {
        guard isEnabled(level) else { return }
        tandem_debug_log(category, level.raw, "\(file)", "\(function)", gint(line), message())
    }

    /// Whether lines of this level are written. C: `gst_debug_category_get_threshold`
    package static func isEnabled(_ level: Level) -> Bool {
        level != .none && level.rawValue <= Int(gst_debug_category_get_threshold(category).rawValue)
    }

    /// Sets thresholds from text such as `*:2,tandem:5,v4l2*:4`, as the variable GST_DEBUG has it.
    ///
    /// - Parameter reset: forgets all earlier ones first. C: `gst_debug_set_threshold_from_string`
    package static func setThresholds(_ text: String, reset: Bool = false) {
        _ = category
        gst_debug_set_threshold_from_string(text, reset ? 1 : 0)
    }

    /// Ends the writing of lines to standard error; observers go on. `false` when it was ended before.
    ///
    /// Threading: before there is a pipeline: GStreamer walks through its log functions without a lock.
    /// C: `gst_debug_remove_log_function`
    @discardableResult
    package static func removeStandardErrorOutput() -> Bool { gst_debug_remove_log_function(nil) > 0 }

    // MARK: Observers

    private struct Observers {
        var bodies: [Int: @Sendable (Record) -> Void] = [:]
        var next = 0
    }

    private static let observers = Mutex(Observers())

    /// One function for all observers, and for ever: GStreamer calls its log functions without a lock, so to take
    /// one off while another thread writes a line would be a race.
    private static let hook: Void = gst_debug_add_log_function(logHook, nil, nil)

    /// Hands every line that the thresholds allow to `body`, until the returned guard is let go.
    ///
    /// Threading: on whichever thread writes the line, also with GStreamer's locks held: keep and return, nothing
    /// else. C: `gst_debug_add_log_function`
    package static func observe(_ body: @escaping @Sendable (Record) -> Void) -> DebugLogObservation {
        _ = hook
        return DebugLogObservation(
            number: observers.withLock { observers in
                observers.next += 1
                observers.bodies[observers.next] = body
                return observers.next
            })
    }

    fileprivate static func stopObserving(_ number: Int) {
        // Let go outside of the lock: what the closure holds may write lines when it goes.
        let body = observers.withLock { $0.bodies.removeValue(forKey: number) }
        _ = body
    }

    fileprivate static func write(_ record: @autoclosure () -> Record) {
        let bodies = observers.withLock { Array($0.bodies.values) }
        guard !bodies.isEmpty else { return }
        let record = record()
        for body in bodies { body(record) }
    }
}

/// Keeps the log observed; letting go ends it. A call that is under way on another thread may still finish.
package final class DebugLogObservation: Sendable {
    private let number: Int

    fileprivate init(number: Int) { self.number = number }

    deinit { DebugLog.stopObserving(number) }
}

extension DebugLog.Record {
    fileprivate init(
        _ category: UnsafeMutablePointer<GstDebugCategory>?, _ level: GstDebugLevel, _ file: UnsafePointer<gchar>?,
        _ function: UnsafePointer<gchar>?, _ line: gint, _ object: UnsafeMutablePointer<GObject>?,
        _ message: OpaquePointer?
    ) {
        self.category = category.flatMap { gst_debug_category_get_name($0) }.map { String(cString: $0) } ?? ""
        self.level = DebugLog.Level(rawValue: Int(level.rawValue)) ?? .none
        self.file = file.map { String(cString: $0) } ?? ""
        self.function = function.map { String(cString: $0) } ?? ""
        self.line = Int(line)
        self.message = message.flatMap { gst_debug_message_get($0) }.map { String(cString: $0) } ?? ""
        var name = ""
        if let object, tandem_is_a(object, gst_object_get_type()) != 0 {
            // Not by `gst_object_get_name`: the line may be written while the object's lock is held.
            let named = UnsafeMutableRawPointer(object).assumingMemoryBound(to: GstObject.self)
            name = named.pointee.name.map { String(cString: $0) } ?? ""
        }
        self.object = name
    }
}

private func logHook(
    _ category: UnsafeMutablePointer<GstDebugCategory>?, _ level: GstDebugLevel, _ file: UnsafePointer<gchar>?,
    _ function: UnsafePointer<gchar>?, _ line: gint, _ object: UnsafeMutablePointer<GObject>?,
    _ message: OpaquePointer?, _ data: UnsafeMutableRawPointer?
) {
    DebugLog.write(DebugLog.Record(category, level, file, function, line, object, message))
}
