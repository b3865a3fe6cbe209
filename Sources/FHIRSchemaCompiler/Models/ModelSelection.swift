/// The resources of a release that have models, and other facts, kept by hand: `Schemas/RELEASE/models.txt`.
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
  func codeType(_ valueSet: String) -> String { codeTypes[valueSet] ?? ModelNames.joined(valueSet) }
}

/// The meaning of each type and element of the models, in our words: `Schemas/RELEASE/meanings.txt`, kept by hand.
///
/// ```text
/// Observation A measurement, or another simple statement about a patient.
/// Observation.code What was observed.
/// codes observation-status How far an observation has come.
/// ```
struct ModelMeanings {
  static let file = "meanings.txt"
  private var meanings: [String: String] = [:]
  private(set) var used: Set<String> = []

  init(_ text: String) throws(CompilerError) {
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let isCodes = line.hasPrefix("codes ")
      let words = line.split(separator: " ", maxSplits: isCodes ? 2 : 1)
      guard let meaning = words.last, words.count == (isCodes ? 3 : 2) else {
        throw CompilerError("'\(line)' in \(Self.file) has no meaning")
      }
      let key = words.dropLast().joined(separator: " ")
      guard meanings.updateValue(String(meaning), forKey: key) == nil else {
        throw CompilerError("\(key) stands in \(Self.file) twice")
      }
    }
  }

  /// The meaning of a path, or of `codes` and the name of a value set.
  mutating func meaning(_ key: String) throws(CompilerError) -> String {
    guard let meaning = meanings[key] else { throw CompilerError("\(key) is missing in \(Self.file)") }
    used.insert(key)
    return meaning
  }

  func checkAllUsed() throws(CompilerError) {
    if let key = meanings.keys.sorted().first(where: { !used.contains($0) }) {
      throw CompilerError("\(key) in \(Self.file) is not in the models")
    }
  }
}

/// Converts names of the definitions to Swift names.
enum ModelNames {
  private static let codeCases = ["<": "lessThan", "<=": "lessOrEqual", ">=": "greaterOrEqual", ">": "greaterThan"]

  private static let keywords: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else",
    "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
    "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat",
    "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
  ]

  /// The name of the case for a code: `entered-in-error` becomes `enteredInError`, `MORN.late` becomes `mornLate`.
  static func codeCase(_ code: String) throws(CompilerError) -> String {
    if let name = codeCases[code] { return name }
    let words = code.split { $0 == "-" || $0 == "." }
      .map { $0.allSatisfy(\.isUppercase) ? $0.lowercased() : String($0) }
    guard let first = words.first, words.joined().allSatisfy({ $0.isASCII && $0.isLetter }) else {
      throw CompilerError("no name for the code '\(code)'")
    }
    return uncapitalized(first) + words.dropFirst().map(capitalized).joined()
  }

  /// The name of a nested type by its path: `Bundle.entry.search` becomes `Bundle.Entry.Search`.
  static func nestedType(_ path: String) -> String {
    path.split(separator: ".").map { capitalized(String($0)) }.joined(separator: ".")
  }

  /// One word of several with hyphens between them: `us-core` becomes `UsCore`.
  static func joined(_ name: String) -> String { name.split(separator: "-").map { capitalized(String($0)) }.joined() }

  static func member(_ path: String) -> String { String(path.split(separator: ".").last ?? "") }

  static func declared(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  static func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

  static func uncapitalized(_ name: String) -> String { name.prefix(1).lowercased() + name.dropFirst() }
}
