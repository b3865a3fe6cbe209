import ClinicalRecords
import FHIRFindings
import FHIRSupport

extension PreflightRule {
  static let tooFewRequiredTypes = Rule(
    "preflight/too-few-required-types", .error, .required,
    summary: "fewer than three types are required",
    checks: """
      NSHealthRequiredReadAuthorizationTypeIdentifiers names at least three types. A type that is listed twice \
      counts once.
      """,
    matters: """
      Three is the documented minimum: with fewer, the failure of the request would reveal which type the user has \
      denied. What HealthKit does with a shorter list is not documented.
      """,
    bad: ExampleProject.requiring("Allergy", "Condition"),
    good: ExampleProject.requiring("Allergy", "Condition", "Medication"),
    specification: page(ofKey: InfoPlistKey.requiredTypes))

  /// Checks the list as a whole and each identifier in it.
  static func checkRequiredTypes(of info: InfoPlist, _ findings: inout FileFindings) {
    guard let value = info.requiredTypes?.value, let elements = value.elements else { return }
    var seen: Set<ByteText> = []
    for (index, text, range) in info.requiredIdentifiers {
      let path = "\(InfoPlistKey.requiredTypes)[\(index)]"
      guard seen.insert(text.byBytes).inserted else {
        reportDuplicateType(text, at: range, path: path, &findings)
        continue
      }
      if text.byBytes.contains("$(") || text.byBytes.contains("${") { continue }
      switch ClinicalTypes.reading(of: text) {
      case .clinical: break
      case .otherKind: reportOtherKind(text, at: range, path: path, &findings)
      case .shorthand(let rawValue): reportShorthand(text, rawValue, at: range, path: path, &findings)
      case .unknown(let nearest): reportUnknownType(text, nearest, at: range, path: path, &findings)
      }
    }
    // Elements that are not strings have been reported, and may be meant as types.
    let count = seen.count + elements.count { $0.string == nil }
    guard count < 3 else { return }
    findings.report(
      tooFewRequiredTypes, at: value.head, path: InfoPlistKey.requiredTypes,
      "expected three required types or more, found \(count == 0 ? "none" : count == 1 ? "one" : "two")")
  }
}
