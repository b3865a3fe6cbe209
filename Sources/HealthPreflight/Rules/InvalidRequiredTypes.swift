import ClinicalRecords
import FHIRFindings

extension PreflightRule {
  static let invalidRequiredTypes = Rule(
    "preflight/invalid-required-types", .error, .value,
    summary: "the required types are not an array of strings",
    checks: "NSHealthRequiredReadAuthorizationTypeIdentifiers is an array, and every element of it a string.",
    matters: """
      HealthKit reads the identifiers when the app asks for authorization; another value cannot name a type of \
      HealthKit.
      """,
    bad: ExampleProject.requiring("Allergy", "Condition", "Medication", "<integer>4</integer>"),
    good: ExampleProject.requiring("Allergy", "Condition", "Medication", "Immunization"),
    specification: page(ofKey: InfoPlistKey.requiredTypes))

  static func checkRequiredTypesForm(of info: InfoPlist, _ findings: inout FileFindings) {
    let key = InfoPlistKey.requiredTypes
    guard let value = info.requiredTypes?.value else { return }
    guard let elements = value.elements else {
      return findings.report(
        invalidRequiredTypes, at: value.head, path: key, "expected '\(key)' to be an array, found \(value.kind)")
    }
    for (index, element) in elements.enumerated() where element.string == nil {
      findings.report(
        invalidRequiredTypes, at: element.head, path: "\(key)[\(index)]",
        "expected the identifier of a type, found \(element.kind)")
    }
  }
}
