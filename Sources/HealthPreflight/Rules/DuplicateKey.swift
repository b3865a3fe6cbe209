import FHIRFindings
import FHIRSupport
import FHIRTape

extension PreflightRule {
  /// Reports a key that its dictionary already has.
  static let duplicateKey = Rule(
    "preflight/duplicate-key", .error, .duplicate,
    summary: "a dictionary has the same key twice",
    explanation: Rule.Explanation(
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
      specification: "https://www.apple.com/DTDs/PropertyList-1.0.dtd"))

  static func checkKeys(of list: PropertyList, _ findings: inout FileFindings) {
    var path: [KeyStep] = []
    checkKeys(of: list, &path, &findings)
  }

  private static func checkKeys(of list: PropertyList, _ path: inout [KeyStep], _ findings: inout FileFindings) {
    var seen: Set<ByteText> = []
    for entry in list.entries ?? [] {
      path.append(.key(entry.key))
      if !seen.insert(entry.key.byBytes).inserted {
        findings.report(
          duplicateKey, at: entry.keyRange, path: text(of: path),
          "expected each key once in its dictionary, found '\(entry.key.clippedName)' again")
      }
      checkKeys(of: entry.value, &path, &findings)
      path.removeLast()
    }
    for (index, element) in (list.elements ?? []).enumerated() {
      path.append(.index(index))
      checkKeys(of: element, &path, &findings)
      path.removeLast()
    }
  }

  /// A step from a dictionary or an array to a value in it.
  private enum KeyStep {
    case key(String)
    case index(Int)
  }

  private static func text(of path: [KeyStep]) -> String {
    // Hostile lists are deep and have many findings, so the path is shortened.
    let shown = path.prefix(16).reduce(into: "") { text, step in
      switch step {
      case .key(let key): text += text.isEmpty ? key.clippedName : "." + key.clippedName
      case .index(let index): text += "[\(index)]"
      }
    }
    return path.count > 16 ? shown + "..." : shown
  }
}
