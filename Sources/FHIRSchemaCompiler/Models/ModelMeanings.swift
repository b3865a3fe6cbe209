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

  /// Refuses meanings of anything that the models do not contain.
  func checkAllUsed() throws(CompilerError) {
    if let key = meanings.keys.sorted().first(where: { !used.contains($0) }) {
      throw CompilerError("\(key) in \(Self.file) is not in the models")
    }
  }
}
