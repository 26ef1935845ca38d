internal import CaptureModel

extension CapturePlan {
    /// The files that its sources read, by the sources' names.
    var sourceFiles: [String: String] {
        var files: [String: String] = [:]
        for source in sources {
            if case .file(let path) = source.origin { files[source.name] = path }
        }
        return files
    }
}
