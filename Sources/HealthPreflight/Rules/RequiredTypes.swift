import ClinicalRecords
import FHIRFindings
import FHIRSupport
import FHIRTape

/// The rules of the list of required types: one check, and so one table.
extension PreflightRule {
  static let duplicateType = Rule(
    "preflight/duplicate-type", .warning, .duplicate, summary: "a required type is listed twice",
    checks: """
      Each identifier in NSHealthRequiredReadAuthorizationTypeIdentifiers occurs once. Shorthands are compared as \
      written.
      """,
    matters: """
      The duplicate has no effect and does not count towards the three required types; probably another type was \
      meant.
      """,
    bad: ExampleProject.requiring("Allergy", "Condition", "Medication", "Allergy"),
    good: ExampleProject.requiring("Allergy", "Condition", "Medication", "Immunization"),
    specification: page(ofKey: InfoPlistKey.requiredTypes))

  static let invalidRequiredTypes = Rule(
    "preflight/invalid-required-types", .error, .value, summary: "the required types are not an array of strings",
    checks: "NSHealthRequiredReadAuthorizationTypeIdentifiers is an array, and every element of it a string.",
    matters: """
      HealthKit reads the identifiers when the app asks for authorization; another value cannot name a type of \
      HealthKit.
      """,
    bad: ExampleProject.requiring("Allergy", "Condition", "Medication", "<integer>4</integer>"),
    good: ExampleProject.requiring("Allergy", "Condition", "Medication", "Immunization"),
    specification: page(ofKey: InfoPlistKey.requiredTypes))

  static let notClinicalType = Rule(
    "preflight/not-clinical-type", .warning, .value, summary: "a required type is not a clinical one",
    checks: """
      The identifiers in NSHealthRequiredReadAuthorizationTypeIdentifiers name clinical types. Identifiers of \
      quantities, categories and other kinds are recognised by their prefix and reported.
      """,
    matters: """
      Required types are documented for clinical records. What HealthKit does with other kinds is not documented, \
      so nothing should depend on it.
      """,
    bad: ExampleProject.requiring(
      "Allergy", "Condition", "Medication", "<string>HKQuantityTypeIdentifierHeartRate</string>"
    ).replacing(
      "  <key>NSHealthUpdate",
      with: """
          <key>NSHealthShareUsageDescription</key>
          <string>Shows your heart rate beside them.</string>
          <key>NSHealthUpdate
        """),
    good: ExampleProject.requiring("Allergy", "Condition", "Medication"),
    specification: page(ofKey: InfoPlistKey.requiredTypes))

  static let shorthandType = Rule(
    "preflight/shorthand-type", .error, .value,
    summary: "a required type has its name in code instead of its raw value",
    checks: """
      The identifiers in NSHealthRequiredReadAuthorizationTypeIdentifiers are raw values. A clinical type that is \
      named as in code, such as `allergyRecord`, is recognised, and the message gives the raw value.
      """,
    matters: """
      HealthKit compares raw values, so the shorthand names no type, and the type is not required. This is the most \
      common mistake with this key.
      """,
    bad: ExampleProject.requiring("Allergy", "Condition", "Medication", "<string>immunizationRecord</string>"),
    good: ExampleProject.requiring("Allergy", "Condition", "Medication", "Immunization"),
    specification: page(ofKey: InfoPlistKey.requiredTypes))

  static let tooFewRequiredTypes = Rule(
    "preflight/too-few-required-types", .error, .required, summary: "fewer than three types are required",
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

  static func checkRequiredTypes(of info: InfoPlist, _ findings: inout [Finding]) {
    checkStrings(InfoPlistKey.requiredTypes, of: info.root, invalidRequiredTypes, "the identifier of a type", &findings)
    guard let value = info.requiredTypes?.value, let elements = value.elements else { return }
    var seen: Set<ByteText> = []
    for (index, text, range) in info.requiredIdentifiers {
      let (path, name) = ("\(InfoPlistKey.requiredTypes)[\(index)]", text.clippedName)
      func report(_ rule: Rule, _ message: String) { findings.report(rule, at: range, path: path, message) }
      guard seen.insert(text.byBytes).inserted else {
        report(duplicateType, "expected each type once, found '\(name)' again")
        continue
      }
      if text.byBytes.contains("$(") || text.byBytes.contains("${") { continue }
      switch ClinicalTypes.reading(of: text) {
      case .clinical: break
      case .otherKind:
        report(
          notClinicalType, "expected a clinical type, found '\(name)'; what happens with other kinds is not documented")
      case .shorthand(let rawValue):
        report(shorthandType, "expected a raw value, found the shorthand '\(name)'; the raw value is '\(rawValue)'")
      case .unknown(let nearest):
        let hint = nearest.map { "; the nearest is '\($0)'" } ?? ""
        report(unknownType, "expected the raw value of a type of HealthKit, found '\(name)'\(hint)")
      }
    }
    // Elements that are not strings have been reported, and may be meant as types.
    let count = seen.count + elements.count { $0.string == nil }
    guard count < 3 else { return }
    findings.report(
      tooFewRequiredTypes, at: value.head, path: InfoPlistKey.requiredTypes,
      "expected three required types or more, found \(count == 0 ? "none" : count == 1 ? "one" : "two")")
  }

  static let unknownType = Rule(
    "preflight/unknown-type", .error, .value, summary: "a required type that HealthKit does not have",
    checks: """
      The identifiers in NSHealthRequiredReadAuthorizationTypeIdentifiers are types of HealthKit, with exactly their \
      upper and lower case. The nine clinical types are recognised by name, other kinds by their prefix.
      """,
    matters: "An unknown identifier has no effect, so a type that the app seems to require is not required.",
    bad: ExampleProject.requiring("Allergy", "Condition", "Medication", "Alergy"),
    good: ExampleProject.requiring("Allergy", "Condition", "Medication", "Immunization"),
    specification: page(ofKey: InfoPlistKey.requiredTypes))
}
