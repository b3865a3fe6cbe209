import FHIRFindings
import FHIRSupport
import FHIRTape

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

  static func reportFault(_ fault: PropertyListFault, _ findings: inout [Finding]) {
    findings.report(fault.kind == .limit ? propertyListLimit : malformedPropertyList, at: fault.range, fault.message)
  }

  static let propertyListLimit = Rule(
    "preflight/property-list-limit", .fatal, .tooLong, summary: "a property list is larger or deeper than is read",
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

  static let duplicateKey = Rule(
    "preflight/duplicate-key", .error, .duplicate, summary: "a dictionary has the same key twice",
    checks: """
      The keys of one dictionary are all different, at any depth. The second and every further occurrence is \
      reported; the other rules use the first.
      """,
    matters: """
      Which of the values applies depends on the tool. If a purpose string was corrected in one place only, the app \
      may show the old one.
      """,
    bad: ExampleProject.list([
      ("NSHealthUpdateUsageDescription", "<string>Stores your workouts.</string>"),
      ("NSHealthUpdateUsageDescription", "<string>Stores your meals.</string>"),
    ]),
    good: ExampleProject.list([("NSHealthUpdateUsageDescription", "<string>Stores your workouts and meals.</string>")]
    ),
    specification: "https://www.apple.com/DTDs/PropertyList-1.0.dtd")

  static func checkKeys(of list: PropertyList, _ findings: inout [Finding]) {
    var path: [String] = []
    checkKeys(of: list, &path, &findings)
  }

  private static func checkKeys(of list: PropertyList, _ path: inout [String], _ findings: inout [Finding]) {
    var seen: Set<ByteText> = []
    for entry in list.entries ?? [] {
      path.append((path.contains { !$0.isEmpty } ? "." : "") + entry.key.clippedName)
      if !seen.insert(entry.key.byBytes).inserted {
        // Hostile lists are deep and have many findings, so the path is shortened.
        findings.report(
          duplicateKey, at: entry.keyRange, path: path.prefix(16).joined() + (path.count > 16 ? "..." : ""),
          "expected each key once in its dictionary, found '\(entry.key.clippedName)' again")
      }
      checkKeys(of: entry.value, &path, &findings)
      path.removeLast()
    }
    for (index, element) in (list.elements ?? []).enumerated() {
      path.append("[\(index)]")
      checkKeys(of: element, &path, &findings)
      path.removeLast()
    }
  }
}
