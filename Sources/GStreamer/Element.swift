internal import CGStreamer

/// One element of a graph. C: `GstElement`
// @unchecked: as `Object`.
package class Element: Object, @unchecked Sendable {
    private var element: UnsafeMutablePointer<GstElement> { pointer(as: GstElement.self) }

    /// Makes an element by its factory's name, such as `x264enc`.
    ///
    /// Errors: `ElementError.missing` when no plugin has it; the caller knows the Debian package.
    /// C: `gst_element_factory_make`
    package static func make(_ factory: String, name: String? = nil) throws(ElementError) -> Element {
        guard let made = gst_element_factory_make(factory, name) else {
            throw ElementError.missing(factory: factory)
        }
        return Element(sinking: made)
    }

    /// The name of the factory that made it, such as `v4l2src`. C: `gst_element_get_factory`
    package var factoryName: String {
        factoryNameOfElement(element) ?? typeName
    }

    // MARK: State

    /// Asks for a state. May block on a driver: only on an executor of its own, never on a streaming thread,
    /// where going to NULL would wait for itself. C: `gst_element_set_state`
    @discardableResult
    package func setState(_ state: State) -> StateChange {
        StateChange(gst_element_set_state(element, state.raw))
    }

    /// The state now, after waiting at most `timeout` for a change under way. C: `gst_element_get_state`
    package func state(timeout: ClockTime) -> (change: StateChange, current: State) {
        var current = GST_STATE_VOID_PENDING
        let change = gst_element_get_state(element, &current, nil, timeout.raw)
        return (StateChange(change), State(current))
    }

    /// C: `gst_element_sync_state_with_parent`
    @discardableResult
    package func syncStateWithParent() -> Bool { gst_element_sync_state_with_parent(element) != 0 }

    /// Keeps the parent's state changes away from this element. C: `gst_element_set_locked_state`
    package func setLockedState(_ locked: Bool) { gst_element_set_locked_state(element, locked ? 1 : 0) }

    // MARK: Pads and links

    /// C: `gst_element_get_static_pad`
    package func staticPad(_ name: String) -> Pad? {
        gst_element_get_static_pad(element, name).map { Pad(adopting: $0) }
    }

    /// A new pad from a template, such as `sink_%u`. C: `gst_element_request_pad_simple`
    package func requestPad(_ template: String) -> Pad? {
        gst_element_request_pad_simple(element, template).map { Pad(adopting: $0) }
    }

    /// C: `gst_element_release_request_pad`
    package func release(_ pad: Pad) {
        gst_element_release_request_pad(element, pad.pointer(as: GstPad.self))
    }

    /// Links to the next element by any pads that fit. C: `gst_element_link_pads`
    package func link(_ next: Element, from: String? = nil, to: String? = nil) throws(ElementError) {
        guard gst_element_link_pads(element, from, next.pointer(as: GstElement.self), to) != 0 else {
            throw ElementError.notLinked(from: name, to: next.name)
        }
    }

    /// Sends an event upstream from a source or downstream from a sink. C: `gst_element_send_event`
    @discardableResult
    package func sendEndOfStream() -> Bool { gst_element_send_event(element, gst_event_new_eos()) != 0 }

    // MARK: Time

    /// C: `gst_element_get_base_time`
    package var baseTime: ClockTime? { ClockTime(valid: gst_element_get_base_time(element)) }

    /// C: `gst_element_set_base_time`
    package func setBaseTime(_ time: ClockTime) { gst_element_set_base_time(element, time.raw) }

    /// With `nil` a pipeline chooses no base time by itself. C: `gst_element_set_start_time`
    package func setStartTime(_ time: ClockTime?) { gst_element_set_start_time(element, time.rawOrNone) }
}

/// `nil` for an element that no factory made, a bin for one.
func factoryNameOfElement(_ element: UnsafeMutablePointer<GstElement>) -> String? {
    gst_element_get_factory(element).flatMap { factory in
        takeString(gst_object_get_name(UnsafeMutableRawPointer(factory).assumingMemoryBound(to: GstObject.self)))
    }
}

/// C: `GstState`
package enum State: Sendable, Hashable {
    case voidPending, null, ready, paused, playing

    init(_ raw: GstState) {
        switch raw {
        case GST_STATE_NULL: self = .null
        case GST_STATE_READY: self = .ready
        case GST_STATE_PAUSED: self = .paused
        case GST_STATE_PLAYING: self = .playing
        default: self = .voidPending
        }
    }

    var raw: GstState {
        switch self {
        case .voidPending: GST_STATE_VOID_PENDING
        case .null: GST_STATE_NULL
        case .ready: GST_STATE_READY
        case .paused: GST_STATE_PAUSED
        case .playing: GST_STATE_PLAYING
        }
    }
}

/// C: `GstStateChangeReturn`
package enum StateChange: Sendable, Hashable {
    case failure, success
    /// Under way; a message tells when it is done.
    case asynchronous
    /// Done, and a live source gives no data before PLAYING: a success.
    case noPreroll

    init(_ raw: GstStateChangeReturn) {
        switch raw {
        case GST_STATE_CHANGE_SUCCESS: self = .success
        case GST_STATE_CHANGE_ASYNC: self = .asynchronous
        case GST_STATE_CHANGE_NO_PREROLL: self = .noPreroll
        default: self = .failure
        }
    }
}

/// Why a graph could not be built.
package enum ElementError: Error, Sendable, Hashable {
    case missing(factory: String)
    case notLinked(from: String, to: String)
    case noPad(String, element: String)
    case padExists(String, element: String)
    /// A description in gst-launch's language that could not be read; the text is GStreamer's.
    case badDescription(String)
    case notAdded(String, bin: String)
}

extension ElementError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .missing(let factory): "no element \(factory) is installed"
        case .notLinked(let from, let to): "\(from) and \(to) do not link"
        case .noPad(let pad, let element): "\(element) has no pad \(pad)"
        case .padExists(let pad, let element): "\(element) has a pad \(pad) already"
        case .badDescription(let text): text
        case .notAdded(let element, let bin): "\(element) could not be added to \(bin)"
        }
    }
}
