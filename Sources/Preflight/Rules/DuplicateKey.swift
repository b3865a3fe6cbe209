import Diagnostics
import FHIRValidation

extension PreflightRule {
  /// Reports a key that its dictionary already has.
  static let duplicateKey = Rule(
    "preflight/duplicate-key", .error, .duplicate,
    summary: "a dictionary has the same key twice",
    explanation: Rule.Explanation(
      checks: """
        The keys of one dictionary are all different, at any depth. The second and every further occurrence is \
        reported; the other rules look at the first.
        """,
      matters: """
        Which of the values counts depends on the tool. A purpose string that was corrected in one place and left \
        behind in another can come out either way.
        """,
      bad: """
        <plist version="1.0"><dict>
          <key>NSHealthUpdateUsageDescription</key>
          <string>Stores your workouts.</string>
          <key>NSHealthUpdateUsageDescription</key>
          <string>Stores your meals.</string>
        </dict></plist>
        """,
      good: """
        <plist version="1.0"><dict>
          <key>NSHealthUpdateUsageDescription</key>
          <string>Stores your workouts and meals.</string>
        </dict></plist>
        """,
      specification: "https://www.apple.com/DTDs/PropertyList-1.0.dtd"))

  static func checkKeys(of list: PropertyList, path: String = "", _ findings: inout FileFindings) {
    var seen: Set<String> = []
    for entry in list.entries ?? [] {
      let path = path.isEmpty ? entry.key.clippedName : path + "." + entry.key.clippedName
      if !seen.insert(entry.key).inserted {
        findings.report(
          duplicateKey, at: entry.keyRange, path: path,
          "expected each key once in its dictionary, found '\(entry.key.clippedName)' again")
      }
      checkKeys(of: entry.value, path: path, &findings)
    }
    for (index, element) in (list.elements ?? []).enumerated() {
      checkKeys(of: element, path: "\(path)[\(index)]", &findings)
    }
  }
}
