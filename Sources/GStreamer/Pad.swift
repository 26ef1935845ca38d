internal import CGStreamer

/// A place where elements are linked. C: `GstPad`
// @unchecked: as `Object`.
package final class Pad: Object, @unchecked Sendable {
    private var pad: UnsafeMutablePointer<GstPad> { pointer(as: GstPad.self) }

    /// C: `gst_pad_link`
    package func link(_ sink: Pad) throws(ElementError) {
        guard gst_pad_link(pad, sink.pointer(as: GstPad.self)) == GST_PAD_LINK_OK else {
            throw ElementError.notLinked(from: path, to: sink.path)
        }
    }

    /// C: `gst_pad_unlink`
    @discardableResult
    package func unlink(_ sink: Pad) -> Bool { gst_pad_unlink(pad, sink.pointer(as: GstPad.self)) != 0 }

    /// C: `gst_pad_get_peer`
    package var peer: Pad? { gst_pad_get_peer(pad).map { Pad(adopting: $0) } }

    /// C: `gst_pad_is_linked`
    package var isLinked: Bool { gst_pad_is_linked(pad) != 0 }

    /// What has been agreed on; `nil` before. C: `gst_pad_get_current_caps`
    package var currentCaps: Caps? { gst_pad_get_current_caps(pad).map { Caps(adopting: $0) } }

    /// What could be agreed on. C: `gst_pad_query_caps`
    package func queryCaps() -> Caps { Caps(adopting: gst_pad_query_caps(pad, nil)) }

    /// C: `gst_pad_remove_probe`
    package func remove(_ probe: ProbeIdentifier) { gst_pad_remove_probe(pad, probe.raw) }
}

/// Names a probe for its removal.
package struct ProbeIdentifier: Sendable, Hashable {
    let raw: gulong
}
