public import FHIRDiagnostics

/// Judges what an app's project says about HealthKit before a device, or the review, does.
///
/// ```swift
/// let files = [
///   ProjectFile(path: "App/Info.plist", bytes: info), ProjectFile(path: "App/App.entitlements", bytes: rights),
/// ]
/// for report in Preflight().check(files) {
///   for diagnostic in report.diagnostics { print(report.path, diagnostic.rule, diagnostic.message) }
/// }
/// ```
///
/// It opens no files: the caller gives their paths and bytes.
public struct Preflight: Sendable {
  /// How much of a property list is read.
  public let limits: PropertyListLimits

  /// Makes a preflight.
  public init(limits: PropertyListLimits = PropertyListLimits()) {
    self.limits = limits
  }

  /// What is said about one file.
  public struct FileReport: Sendable {
    /// The path, as it was given.
    public var path: String
    /// Whether the file has lines and columns; a binary property list has bytes only.
    public var isText: Bool
    /// The findings, sorted by place.
    public var diagnostics: [Diagnostic]
  }

  /// Judges files that belong to one project.
  ///
  /// - Parameters:
  ///   - files: the files; their paths tell which belong together.
  ///   - isWholeProject: whether these are all the files there are, so that one that is needed and not among them is
  ///     missing.
  /// - Returns: a report for each file, in the order of the files.
  public func check(_ files: [ProjectFile], isWholeProject: Bool = true) -> [FileReport] {
    var check = ProjectCheck(files: files, isWholeProject: isWholeProject, limits: limits)
    check.run()
    return zip(files, check.findings).map { file, findings in
      FileReport(
        path: file.path, isText: file.kind == .buildSettings || PropertyListFormat(of: file.bytes) != .binary,
        diagnostics: findings.sorted)
    }
  }
}
