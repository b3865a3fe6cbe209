import FHIRTape

/// Reads the category of an Observation: an object in DSTU2, an array of objects in R4. Either form is accepted.
/// Evidence comes in three tiers: codings of the published systems; then published codes in another system or in none;
/// then words. A weaker tier is used only if the stronger ones are empty, so a translation into a local system never
/// makes a clear record ambiguous.
struct CategoryReading {
  private var exact, withSlash, otherSystem, noSystem, words: ObservationCategorySet

  init(_ category: TapeIndex, on tape: Tape) {
    (exact, withSlash, otherSystem, noSystem, words) = ([], [], [], [], [])
    for concept in tape.items(of: category) { readCodings(of: concept, on: tape) }
    if exact.isEmpty, withSlash.isEmpty, otherSystem.isEmpty, noSystem.isEmpty {
      for concept in tape.items(of: category) { readWords(of: concept, on: tape) }
    }
  }

  /// The classification by the strongest tier that has evidence; `nil` when no published category was recognised.
  var classification: Classification? {
    tier(exact, .exact, withSlash, .trailingSlash) ?? tier(otherSystem, .otherSystem, noSystem, .noSystem)
      ?? words.first.map { Classification($0, among: words, .categoryText) }
  }

  private func tier(
    _ better: ObservationCategorySet, _ match: Classification.SystemMatch, _ worse: ObservationCategorySet,
    _ other: Classification.SystemMatch
  ) -> Classification? {
    let both = better.union(worse)
    return both.first.map { Classification($0, among: both, .categoryCoding(better.contains($0) ? match : other)) }
  }

  private mutating func readCodings(of concept: TapeIndex, on tape: Tape) {
    for coding in tape.items(of: tape.value(of: "coding", in: concept)) {
      let code = tape.value(of: "code", in: coding)
      guard code.exists, let category = tape.withText(code, ObservationCategory.codes.value) ?? nil else { continue }
      let set = ObservationCategorySet(category)
      switch CategoryReading.match(of: tape.value(of: "system", in: coding), on: tape) {
      case .exact: exact.formUnion(set)
      case .trailingSlash: withSlash.formUnion(set)
      case .otherSystem: otherSystem.formUnion(set)
      case .noSystem: noSystem.formUnion(set)
      }
    }
  }

  @inline(never) private static func match(of system: TapeIndex, on tape: Tape) -> Classification.SystemMatch {
    guard system.exists, tape.tag(system) != .null else { return .noSystem }
    return systems.first { tape.string(system, equals: $0.name) }?.match ?? .otherSystem
  }

  private static let systems: [(name: StaticString, match: Classification.SystemMatch)] = [
    ("http://hl7.org/fhir/observation-category", .exact), ("http://hl7.org/fhir/observation-category/", .trailingSlash),
    ("http://terminology.hl7.org/CodeSystem/observation-category", .exact),
    ("http://terminology.hl7.org/CodeSystem/observation-category/", .trailingSlash),
  ]

  /// Reads the text, or else the displays and codes of the codings. A bare string instead of a concept is read as one.
  @inline(never) private mutating func readWords(of concept: TapeIndex, on tape: Tape) {
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

/// The categories of Observation that FHIR publishes, in the order of precedence; the raw value is the code.
///
/// DSTU2: <https://hl7.org/fhir/DSTU2/valueset-observation-category.html>. R4 has the same and `activity`.
public enum ObservationCategory: String, CaseIterable, Hashable, Sendable {
  /// Habits, occupation, family, finances and risks, including smoking.
  case socialHistory = "social-history"
  /// Blood pressure, pulse, temperature, height, weight and values derived from them.
  case vitalSigns = "vital-signs"
  /// Results of laboratories.
  case laboratory = "laboratory"
  /// Findings in images.
  case imaging = "imaging"
  /// Findings of other procedures.
  case procedure = "procedure"
  /// Answers to questionnaires and scales.
  case survey = "survey"
  /// Findings of a physical examination.
  case exam = "exam"
  /// Findings in the course of a therapy.
  case therapy = "therapy"
  /// Physical activity; in R4 only.
  case activity = "activity"

  /// Codes are case-sensitive.
  static let codes = NamesAsBytes(allCases.map { ($0.rawValue, $0) })
  private static let words = NamesAsBytes(
    allCases.map { ($0.rawValue.filter(\.isLetter), $0) } + [("vitalsign", .vitalSigns), ("lab", .laboratory)])

  /// The category named by words for people: a code or a display in any letter case, `vital sign` or `lab`.
  init?(words: UnsafeBufferPointer<UInt8>) {
    // The longest name has 13 letters; punctuation adds a few.
    guard words.count <= 32 else { return nil }
    var letters: [UInt8] = []
    for byte in words {
      if (byte | 0x20) &- UInt8(ascii: "a") < 26 {
        letters.append(byte | 0x20)
      } else if byte >= 0x80 || byte &- UInt8(ascii: "0") < 10 {
        return nil
      }
    }
    guard let category = letters.withUnsafeBufferPointer(Self.words.value) else { return nil }
    self = category
  }
}

/// A few categories, without an allocation.
struct ObservationCategorySet: OptionSet, Hashable, Sendable {
  let rawValue: UInt16

  init(rawValue: UInt16) { self.rawValue = rawValue }

  init(_ category: ObservationCategory) { rawValue = 1 << category.caseNumber }

  var categories: [ObservationCategory] { ObservationCategory.allCases.filter(contains) }

  /// The category with the highest precedence: social history, vital signs, laboratory, then the order of the cases.
  var first: ObservationCategory? { isEmpty ? nil : ObservationCategory.allCases.first(where: contains) }

  /// Whether several of the categories exclude each other, so that the order of precedence decides.
  var isAmbiguous: Bool { (rawValue & 0b111).nonzeroBitCount > 1 }

  func contains(_ category: ObservationCategory) -> Bool { isSuperset(of: ObservationCategorySet(category)) }
}
