import FHIRFindings

extension PreflightRule {
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
