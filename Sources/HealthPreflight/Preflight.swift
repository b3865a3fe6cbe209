public import FHIRFindings

/// Checks what an app's project states about HealthKit, before a device or the app review does.
///
/// ```swift
/// let files = [
///   ProjectFile(path: "App/Info.plist", bytes: info), ProjectFile(path: "App/App.entitlements", bytes: rights),
/// ]
/// for report in Preflight().check(files) {
///   for finding in report.findings { print(report.path, finding.rule, finding.message) }
/// }
/// ```
///
/// It opens no files: the caller passes their paths and bytes.
public struct Preflight: Sendable {
  /// The limits of reading a property list.
  public let limits: PropertyListLimits

  /// Makes a preflight.
  public init(limits: PropertyListLimits = PropertyListLimits()) {
    self.limits = limits
  }

  /// The findings about one file.
  public struct FileReport: Sendable {
    /// The path, as given.
    public var path: String
    /// Whether the file has lines and columns; a binary property list has bytes only.
    public var isText: Bool
    /// The findings, sorted by place.
    public var findings: [Finding]
  }

  /// Checks files that belong to one project.
  ///
  /// - Parameters:
  ///   - files: the files; their paths determine which belong together.
  ///   - isWholeProject: whether these are all files of the project, so that a required file that is not among them is
  ///     missing.
  /// - Returns: a report for each file, in the order of the files.
  public func check(_ files: [ProjectFile], isWholeProject: Bool = true) -> [FileReport] {
    var check = ProjectCheck(files: files, isWholeProject: isWholeProject, limits: limits)
    check.run()
    return zip(files, check.findings).map { file, findings in
      FileReport(
        path: file.path, isText: file.kind == .buildSettings || PropertyListFormat(of: file.bytes) != .binary,
        findings: findings.sorted)
    }
  }
}
