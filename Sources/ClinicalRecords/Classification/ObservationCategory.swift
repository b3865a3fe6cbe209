/// The categories of Observation that FHIR publishes; the raw value is the code.
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
}

extension ObservationCategory {
  /// The category with exactly this code: codes are case-sensitive.
  @inline(never)
  init?(code: UnsafeBufferPointer<UInt8>) {
    guard let category = Self.codes.value(of: code) else { return nil }
    self = category
  }

  private static let codes = NamesAsBytes(allCases.map { ($0.rawValue, $0) })
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

  init(_ category: ObservationCategory) {
    let bit: UInt16 =
      switch category {
      case .socialHistory: 0
      case .vitalSigns: 1
      case .laboratory: 2
      case .imaging: 3
      case .procedure: 4
      case .survey: 5
      case .exam: 6
      case .therapy: 7
      case .activity: 8
      }
    rawValue = 1 << bit
  }

  /// The categories, in the order of precedence.
  var categories: [ObservationCategory] { ObservationCategory.allCases.filter(contains) }

  /// The category with the highest precedence: social history, vital signs, laboratory, then the order of the cases.
  var first: ObservationCategory? { isEmpty ? nil : ObservationCategory.allCases.first(where: contains) }

  /// Whether several of the categories exclude each other, so that the order of precedence decides.
  var isAmbiguous: Bool { (rawValue & 0b111).nonzeroBitCount > 1 }

  func contains(_ category: ObservationCategory) -> Bool { isSuperset(of: ObservationCategorySet(category)) }
}
