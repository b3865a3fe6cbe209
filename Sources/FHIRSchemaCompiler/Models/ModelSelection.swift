/// The resources of a release that have models, and facts about them that the definitions lack:
/// `Schemas/RELEASE/models.txt`, kept by hand.
///
/// ```text
/// title FHIR DSTU2 (1.0.2)
/// site http://hl7.org/fhir/DSTU2/
/// comments fhir_comments
/// page Extension extensibility.html
/// resource Observation
/// codes condition-ver-status ConditionVerificationStatus
/// plain v3-Confidentiality
/// ```
///
/// `comments` names the member for comments, if the release's JSON has one. `page` names the page of a data type, if it
/// is not on the shared page. `codes` names the enum of a value set whose id would make a poor name. The codes of a
/// `plain` value set stay strings, because an enum would be large or have meaningless names.
struct ModelSelection {
  static let file = "models.txt"
  private(set) var title = ""
  private(set) var site = ""
  private(set) var comments = ""
  /// The resources with a model: the clinical ones, and those that they refer to or are contained in.
  private(set) var resources: [String] = []
  private(set) var codeTypes: [String: String] = [:]
  /// The required value sets whose codes are strings.
  private(set) var plain: Set<String> = []
  private var pages: [String: String] = [:]

  init(_ text: String) throws(CompilerError) {
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard words.count == 2 else { throw CompilerError("'\(line)' in \(Self.file) says nothing") }
      switch words[0] {
      case "title": title = words[1]
      case "site": site = words[1]
      case "comments": comments = words[1]
      case "resource": resources.append(words[1])
      case "plain": plain.insert(words[1])
      case "page", "codes":
        let names = words[1].split(separator: " ").map(String.init)
        guard names.count == 2 else { throw CompilerError("'\(line)' in \(Self.file) needs two names") }
        if words[0] == "page" { pages[names[0]] = names[1] } else { codeTypes[names[0]] = names[1] }
      default: throw CompilerError("'\(line)' in \(Self.file) begins with an unknown word")
      }
    }
    guard !title.isEmpty, !site.isEmpty else { throw CompilerError("\(Self.file) needs a title and a site") }
  }

  /// The page of a structure: `observation.html`; most data types share one.
  func page(_ structure: String, isResource: Bool) -> String {
    site + (isResource ? "\(structure.lowercased()).html" : pages[structure] ?? "datatypes.html#\(structure)")
  }

  /// The name of the enum for a value set: `observation-status` becomes `ObservationStatus`.
  func codeType(_ valueSet: String) -> String {
    codeTypes[valueSet] ?? valueSet.split(separator: "-").map { ModelNames.capitalized(String($0)) }.joined()
  }
}
