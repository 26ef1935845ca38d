internal import CGStreamer

/// An element made of elements. C: `GstBin`
// @unchecked: as `Object`.
package class Bin: Element, @unchecked Sendable {
    private var bin: UnsafeMutablePointer<GstBin> { pointer(as: GstBin.self) }

    /// C: `gst_bin_new`
    package static func make(name: String) -> Bin { Bin(sinking: gst_bin_new(name)) }

    /// Reads a fragment in gst-launch's language; its one open source pad becomes the bin's `src`.
    ///
    /// Errors: `ElementError.badDescription` with GStreamer's words; nothing is left behind.
    /// C: `gst_parse_bin_from_description_full` with `GST_PARSE_FLAG_FATAL_ERRORS`
    package static func parse(_ description: String, name: String) throws(ElementError) -> Bin {
        var error: UnsafeMutablePointer<GError>?
        let made = gst_parse_bin_from_description_full(description, 0, nil, GST_PARSE_FLAG_FATAL_ERRORS, &error)
        defer { g_clear_error(&error) }
        guard let made, error == nil else {
            if let made { gst_object_unref(gst_object_ref_sink(made)) }
            throw ElementError.badDescription(error.map { String(cString: $0.pointee.message) } ?? "not understood")
        }
        let bin = Bin(sinking: made)
        gst_object_set_name(bin.pointer(as: GstObject.self), name)
        // Only the source pad: to ask for all open pads would take away a sink that waits for a pad to come.
        guard let open = gst_bin_find_unlinked_pad(bin.bin, GST_PAD_SRC) else {
            throw ElementError.badDescription("it has no open source pad")
        }
        try bin.addGhostPad("src", target: Pad(adopting: open))
        return bin
    }

    /// C: `gst_bin_add`
    package func add(_ elements: Element...) throws(ElementError) {
        for element in elements {
            guard gst_bin_add(bin, element.pointer(as: GstElement.self)) != 0 else {
                throw ElementError.notAdded(element.name, bin: name)
            }
        }
    }

    /// Adds the elements and links each to the next.
    package func addChain(_ elements: [Element]) throws(ElementError) {
        for element in elements { try add(element) }
        for (left, right) in zip(elements, elements.dropFirst()) { try left.link(right) }
    }

    /// Takes an element out; whoever holds a handle keeps it alive. C: `gst_bin_remove`
    @discardableResult
    package func remove(_ element: Element) -> Bool { gst_bin_remove(bin, element.pointer(as: GstElement.self)) != 0 }

    /// C: `gst_bin_get_by_name`
    package func element(named name: String) -> Element? {
        gst_bin_get_by_name(bin, name).map { Element(adopting: $0) }
    }

    /// All elements that are in the bin itself. C: `gst_bin_iterate_elements`
    package var elements: [Element] {
        guard let iterator = gst_bin_iterate_elements(bin) else { return [] }
        defer { gst_iterator_free(iterator) }
        var found: [Element] = []
        var value = GValue()
        while true {
            switch gst_iterator_next(iterator, &value) {
            case GST_ITERATOR_OK:
                if let element = g_value_get_object(&value) { found.append(Element(retaining: element)) }
                g_value_reset(&value)
            case GST_ITERATOR_RESYNC:
                // The bin has changed meanwhile.
                found.removeAll()
                gst_iterator_resync(iterator)
            default:
                if value.g_type != 0 { g_value_unset(&value) }
                return found
            }
        }
    }

    /// Shows an inner pad as the bin's own. C: `gst_ghost_pad_new`, `gst_element_add_pad`
    @discardableResult
    package func addGhostPad(_ name: String, target: Pad) throws(ElementError) -> Pad {
        // For a name that is taken the C function aborts a program that runs with fatal criticals.
        guard staticPad(name) == nil else { throw ElementError.padExists(name, element: self.name) }
        guard let ghost = gst_ghost_pad_new(name, target.pointer(as: GstPad.self)),
            gst_element_add_pad(pointer(as: GstElement.self), ghost) != 0
        else { throw ElementError.noPad(name, element: self.name) }
        return Pad(retaining: ghost)
    }

    /// Works the latency out anew. Only on the executor that owns the graph, never in a bus handler.
    /// C: `gst_bin_recalculate_latency`
    @discardableResult
    package func recalculateLatency() -> Bool { gst_bin_recalculate_latency(bin) != 0 }

    /// A graph for `dot -Tsvg`. C: `gst_debug_bin_to_dot_data`
    package var dot: String { takeString(gst_debug_bin_to_dot_data(bin, GST_DEBUG_GRAPH_SHOW_ALL)) ?? "" }
}

/// A bin with a bus and a clock of its own. C: `GstPipeline`
// @unchecked: as `Object`.
package final class Pipeline: Bin, @unchecked Sendable {
    private var pipeline: UnsafeMutablePointer<GstPipeline> { pointer(as: GstPipeline.self) }

    /// C: `gst_pipeline_new`
    package static func named(_ name: String) -> Pipeline { Pipeline(sinking: gst_pipeline_new(name)) }

    /// The clock that this pipeline will use whatever its elements offer. C: `gst_pipeline_use_clock`
    package func useClock(_ clock: Clock) { gst_pipeline_use_clock(pipeline, clock.pointer(as: GstClock.self)) }

    /// C: `gst_pipeline_get_bus`
    package var bus: Bus { Bus(adopting: gst_pipeline_get_bus(pipeline)) }

    /// The time since the pipeline began to run; `nil` before. C: `gst_element_get_current_running_time`
    package var runningTime: ClockTime? {
        ClockTime(valid: gst_element_get_current_running_time(pointer(as: GstElement.self)))
    }
}
