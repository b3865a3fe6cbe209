public import FHIRFindings
import FHIRSupport

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
  public init(limits: PropertyListLimits = PropertyListLimits()) { self.limits = limits }

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
    let check = ProjectCheck(files: files, isWholeProject: isWholeProject, limits: limits)
    return zip(files, check.findings).map { file, findings in
      FileReport(
        path: file.path, isText: file.kind == .buildSettings || PropertyListFormat(of: file.bytes) != .binary,
        findings: findings.sorted { ($0.range, $0.rule, $0.path.byBytes) < ($1.range, $1.rule, $1.path.byBytes) })
    }
  }
}

/// The rules of the group `preflight`; no members of `Rule`, because some have the name of a rule about records.
enum PreflightRule {
  /// Checks that a key, if it is there, has an array of strings.
  static func checkStrings(
    _ key: String, of root: PropertyList, _ rule: Rule, _ expected: String, _ findings: inout [Finding]
  ) {
    guard let value = root[key]?.value else { return }
    guard let elements = value.elements else {
      return findings.report(rule, at: value.head, path: key, "expected '\(key)' to be an array, found \(value.kind)")
    }
    for (index, element) in elements.enumerated() where element.string == nil {
      findings.report(rule, at: element.head, path: "\(key)[\(index)]", "expected \(expected), found \(element.kind)")
    }
  }

  private static let pages = "https://developer.apple.com/documentation/bundleresources/"

  static func page(ofKey key: String) -> String { pages + "information-property-list/" + key.lowercased() }
  static func page(ofEntitlement key: String) -> String { pages + "entitlements/" + key }
}

extension RuleCatalog {
  /// The rules of ``Preflight``.
  public static let preflight = RuleCatalog([
    PreflightRule.buildSettingsNotRead, PreflightRule.deviceCapability, PreflightRule.duplicateKey,
    PreflightRule.duplicateType, PreflightRule.emptyUsageDescription, PreflightRule.invalidEntitlement,
    PreflightRule.invalidRequiredTypes, PreflightRule.invalidUsageDescription, PreflightRule.malformedPropertyList,
    PreflightRule.missingHealthRecordsAccess, PreflightRule.missingHealthkitEntitlement,
    PreflightRule.missingUsageDescription, PreflightRule.noUpdateDescription, PreflightRule.notClinicalType,
    PreflightRule.notPaired, PreflightRule.oneWordUsageDescription, PreflightRule.propertyListLimit,
    PreflightRule.shorthandType, PreflightRule.tooFewRequiredTypes, PreflightRule.unknownAccess,
    PreflightRule.unknownType,
  ])
}
