import FHIRTape

/// Reads the category of an Observation: an object in DSTU2, an array of objects in R4. Either form is accepted.
///
/// Evidence comes in three tiers: codings of the published systems; then published codes in another system or in none;
/// then words. A weaker tier is used only if the stronger ones are empty, so a translation into a local system never
/// makes a clear record ambiguous.
struct CategoryReading {
  private var exact: ObservationCategorySet = []
  private var withSlash: ObservationCategorySet = []
  private var otherSystem: ObservationCategorySet = []
  private var noSystem: ObservationCategorySet = []
  private var words: ObservationCategorySet = []

  /// Reads the value of `category`.
  init(_ category: TapeIndex, on tape: Tape) {
    for concept in tape.items(of: category) { readCodings(of: concept, on: tape) }
    if exact.isEmpty, withSlash.isEmpty, otherSystem.isEmpty, noSystem.isEmpty {
      for concept in tape.items(of: category) { readWords(of: concept, on: tape) }
    }
  }

  /// The classification by the strongest tier that has evidence; `nil` when no published category was recognised.
  var classification: Classification? {
    let published = exact.union(withSlash)
    if let category = published.first {
      let match: Classification.SystemMatch = exact.contains(category) ? .exact : .trailingSlash
      return Classification(category, among: published, .categoryCoding(match))
    }
    let foreign = otherSystem.union(noSystem)
    if let category = foreign.first {
      let match: Classification.SystemMatch = otherSystem.contains(category) ? .otherSystem : .noSystem
      return Classification(category, among: foreign, .categoryCoding(match))
    }
    return words.first.map { Classification($0, among: words, .categoryText) }
  }

  private mutating func readCodings(of concept: TapeIndex, on tape: Tape) {
    for coding in tape.items(of: tape.value(of: "coding", in: concept)) {
      let code = tape.value(of: "code", in: coding)
      guard code.exists, let category = tape.withText(code, { ObservationCategory(code: $0) }) ?? nil else { continue }
      let set = ObservationCategorySet(category)
      switch CategoryReading.match(of: tape.value(of: "system", in: coding), on: tape) {
      case .exact: exact.formUnion(set)
      case .trailingSlash: withSlash.formUnion(set)
      case .otherSystem: otherSystem.formUnion(set)
      case .noSystem: noSystem.formUnion(set)
      }
    }
  }

  @inline(never)
  private static func match(of system: TapeIndex, on tape: Tape) -> Classification.SystemMatch {
    guard system.exists, tape.tag(system) != .null else { return .noSystem }
    return tape.withText(system) { uri in
      let hasSlash = uri.last == UInt8(ascii: "/")
      let name = UnsafeBufferPointer(start: uri.baseAddress, count: uri.count - (hasSlash ? 1 : 0))
      guard
        Lexeme.equals(name, "http://hl7.org/fhir/observation-category")
          || Lexeme.equals(name, "http://terminology.hl7.org/CodeSystem/observation-category")
      else { return .otherSystem }
      return hasSlash ? .trailingSlash : .exact
    } ?? .otherSystem
  }

  /// Reads the text, or else the displays and codes of the codings. A bare string instead of a concept is read as one.
  @inline(never)
  private mutating func readWords(of concept: TapeIndex, on tape: Tape) {
    guard tape.tag(concept) == .object else { return read(concept, on: tape) }
    read(tape.value(of: "text", in: concept), on: tape)
    for coding in tape.items(of: tape.value(of: "coding", in: concept)) {
      read(tape.value(of: "display", in: coding), on: tape)
      read(tape.value(of: "code", in: coding), on: tape)
    }
  }

  private mutating func read(_ text: TapeIndex, on tape: Tape) {
    guard text.exists, let category = tape.withText(text, { ObservationCategory(words: $0) }) ?? nil else { return }
    words.formUnion(ObservationCategorySet(category))
  }
}
