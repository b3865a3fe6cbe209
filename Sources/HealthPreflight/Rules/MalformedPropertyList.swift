import FHIRFindings

extension PreflightRule {
  static let malformedPropertyList = Rule(
    "preflight/malformed-property-list", .fatal, .structure,
    summary: "the file is not a property list that can be read",
    checks: """
      The file is a property list: XML as its DTD describes it, with only the five entities of XML and numbered \
      ones; the binary format bplist00, whose references point to objects without cycles; or JSON. The top-level \
      value is a dictionary. A DOCTYPE with declarations is refused, so that no entity can expand.
      """,
    matters: """
      An Info.plist that cannot be read stops the build or the start of the app. The rest of the file was not \
      checked.
      """,
    bad: ExampleProject.list([("NSHealthUpdateUsageDescription", "")]),
    good: ExampleProject.list([("NSHealthUpdateUsageDescription", "<string>Stores your workouts.</string>")]),
    specification: "https://www.apple.com/DTDs/PropertyList-1.0.dtd")

  static func reportFault(_ fault: PropertyListFault, _ findings: inout FileFindings) {
    findings.report(fault.kind == .limit ? propertyListLimit : malformedPropertyList, at: fault.range, fault.message)
  }
}
