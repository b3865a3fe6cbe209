import FHIRFindings

/// The rules of what cannot be read: one check, and so one table.
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

  static let propertyListLimit = Rule(
    "preflight/property-list-limit", .fatal, .tooLong,
    summary: "a property list is larger or deeper than is read",
    checks: """
      A property list has at most 16 MiB, 64 levels and 100,000 values, unless configured otherwise. In the binary \
      format each reference to a value counts, strings may not overlap, and all references to strings together have \
      at most 64 MiB. The example is for 3 levels.
      """,
    matters: """
      No Info.plist is nearly as large; such a file is damaged or hostile. A few hundred bytes of the binary format \
      can expand to more values than fit in memory.
      """,
    bad: ExampleProject.list([("a", "<array><array><array><array/></array></array></array>")]),
    good: ExampleProject.list([("a", "<array><array/></array>")]),
    specification: "https://www.apple.com/DTDs/PropertyList-1.0.dtd")
}
