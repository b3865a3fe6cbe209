import FHIRFindings
import FHIRSupport
import FHIRTape

extension PreflightRule {
  static let duplicateKey = Rule(
    "preflight/duplicate-key", .error, .duplicate,
    summary: "a dictionary has the same key twice",
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

  static func checkKeys(of list: PropertyList, _ findings: inout FileFindings) {
    var path: [String] = []
    checkKeys(of: list, &path, &findings)
  }

  private static func checkKeys(of list: PropertyList, _ path: inout [String], _ findings: inout FileFindings) {
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
