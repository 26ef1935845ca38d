internal import CGStreamer

/// What is known of an element before one is made. C: `GstElementFactory`
package struct ElementFactory: Sendable, Hashable {
    /// As in gst-launch: `x264enc`.
    package let name: String
    package let longName: String
    /// Such as `Codec/Encoder/Video/Hardware`.
    package let klass: String
    package let description: String
    /// The greater, the sooner it is chosen: 0 never by itself, 256 a primary choice.
    package let rank: Int
    package let plugin: String
    /// The plugin's shared library; `nil` for what is built into GStreamer or the program.
    package let pluginFile: String?

    /// Whether it says of itself that it uses hardware.
    package var isHardware: Bool { klass.split(separator: "/").contains("Hardware") }

    /// Reads a borrowed factory.
    fileprivate init(_ factory: OpaquePointer) {
        let raw = UnsafeMutableRawPointer(factory)
        func metadata(_ key: String) -> String {
            gst_element_factory_get_metadata(factory, key).map { String(cString: $0) } ?? ""
        }
        name = Object(retaining: raw).name
        longName = metadata("long-name")
        klass = metadata("klass")
        description = metadata("description")
        rank = Int(gst_plugin_feature_get_rank(factory))
        plugin = gst_plugin_feature_get_plugin_name(factory).map { String(cString: $0) } ?? ""
        pluginFile = gst_plugin_feature_get_plugin(factory).flatMap { plugin in
            defer { gst_object_unref(UnsafeMutableRawPointer(plugin)) }
            return gst_plugin_get_filename(plugin).map { String(cString: $0) }
        }
    }
}

/// The elements that are installed. C: `GstRegistry`
///
/// Threading: any thread, after `Library.initialize`. Loads no plugin.
package enum ElementRegistry {
    /// What an element does. C: `GstElementFactoryListType`
    package enum Kind: Sendable, Hashable, CaseIterable {
        case encoder, decoder, muxer, parser, source, sink

        fileprivate var raw: GstElementFactoryListType {
            switch self {
            case .encoder: tandem_factory_type_encoder()
            case .decoder: tandem_factory_type_decoder()
            case .muxer: tandem_factory_type_muxer()
            case .parser: tandem_factory_type_parser()
            case .source: tandem_factory_type_source()
            case .sink: tandem_factory_type_sink()
            }
        }
    }

    /// C: `gst_element_factory_find`
    package static func factory(named name: String) -> ElementFactory? {
        guard let found = gst_element_factory_find(name) else { return nil }
        defer { gst_object_unref(UnsafeMutableRawPointer(found)) }
        return ElementFactory(found)
    }

    /// All of a kind, those of the highest rank first; with `producing`, those that can give such caps, and with
    /// `accepting`, those that take them.
    /// C: `gst_element_factory_list_get_elements`, `gst_element_factory_list_filter`
    package static func factories(
        _ kind: Kind, producing output: Caps? = nil, accepting input: Caps? = nil
    ) -> [ElementFactory] {
        var list = gst_element_factory_list_get_elements(kind.raw, GST_RANK_NONE)
        func keep(_ caps: Caps, _ direction: GstPadDirection) {
            let filtered = gst_element_factory_list_filter(list, caps.pointer, direction, 0)
            gst_plugin_feature_list_free(list)
            list = filtered
        }
        if let output { keep(output, GST_PAD_SRC) }
        if let input { keep(input, GST_PAD_SINK) }
        defer { gst_plugin_feature_list_free(list) }
        return sequence(first: list, next: { $0?.pointee.next }).prefix { $0 != nil }.compactMap { link in
            guard let factory = link?.pointee.data.map({ OpaquePointer($0) }) else { return nil }
            // What says of itself that it can do anything says nothing.
            if output != nil, hasAnyCaps(factory, GST_PAD_SRC) { return nil }
            if input != nil, hasAnyCaps(factory, GST_PAD_SINK) { return nil }
            return ElementFactory(factory)
        }
    }

    /// C: `gst_element_factory_get_static_pad_templates`
    private static func hasAnyCaps(_ factory: OpaquePointer, _ direction: GstPadDirection) -> Bool {
        let templates = gst_element_factory_get_static_pad_templates(factory)
        return sequence(first: templates, next: { $0?.pointee.next.map { UnsafePointer($0) } }).prefix { $0 != nil }
            .contains { link in
                let template = link?.pointee.data.map { $0.assumingMemoryBound(to: GstStaticPadTemplate.self) }
                guard let template, template.pointee.direction == direction else { return false }
                return Caps(adopting: gst_static_pad_template_get_caps(template)).isAny
            }
    }

    /// The encoders that can give such caps, those of the highest rank first.
    package static func encoders(for caps: Caps) -> [ElementFactory] { factories(.encoder, producing: caps) }
}
