import ClinicalRecords
import FHIRSupport
import FHIRValidation
import ClinicalSources

/// Where a card is: the input, and the line of its payload, which is the number of the card.
struct CardPlace: Comparable {
  let file: Int
  let line: Int

  static func < (a: CardPlace, b: CardPlace) -> Bool { (a.file, a.line) < (b.file, b.line) }
}

/// The cards of an input, or of several.
struct CardCounts: Sendable {
  private(set) var standings: [HealthCard.Standing: Int] = [:]
  /// The first cards, in the order of the input.
  private(set) var cards: [(place: CardPlace, card: HealthCard)] = []

  var count: Int { standings.values.reduce(0, +) }

  mutating func add(_ card: HealthCard, _ place: CardPlace) {
    standings[card.standing, default: 0] += 1
    guard cards.count < ValidationTally.nameLimit else { return }
    var listed = card
    listed.forgetFindings()
    cards.append((place, listed))
  }

  mutating func merge(_ other: CardCounts) {
    if other.standings.isEmpty { return }
    standings.merge(other.standings, uniquingKeysWith: +)
    cards = Array((cards + other.cards).sorted { $0.place < $1.place }.prefix(ValidationTally.nameLimit))
  }
}
