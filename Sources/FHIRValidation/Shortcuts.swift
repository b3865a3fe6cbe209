/// What makes judging faster and changes no finding: memories, and quick ways to a verdict.
///
/// A validator has all. `fhirbench --without` leaves one out, which shows what it gains: one that gains little is not worth
/// its code. Whether it is there is decided where something is made or filled, before a record is judged by it, so that the
/// choice costs a record nothing.
package struct Shortcuts: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Values that were found good are recognised by their bytes: see ``RepeatedValues``.
  static let values = Shortcuts(rawValue: 1)
  /// Names of systems, units and codes that were found good are recognised by their hash: see ``TextMemo``.
  static let texts = Shortcuts(rawValue: 2)
  /// Invariants are told without an evaluation where their expression has a known shape.
  static let forms = Shortcuts(rawValue: 4)
  /// Invariants are asked only of what has the members that they speak of.
  static let gates = Shortcuts(rawValue: 8)
  /// What one input has shown to be good is known to the next: see ``WalkerPool``.
  static let memories = Shortcuts(rawValue: 16)
  /// Several records are read, and their releases decided, before the first of them is judged.
  static let ahead = Shortcuts(rawValue: 32)

  package static let all: Shortcuts = byName.reduce(into: []) { $0.formUnion($1.shortcut) }

  /// All, by the names that they have on a command line.
  package static let byName: [(name: String, shortcut: Shortcuts)] = [
    ("values", .values), ("texts", .texts), ("forms", .forms), ("gates", .gates), ("memories", .memories),
    ("ahead", .ahead),
  ]
}

extension Validator {
  /// Makes a validator that judges by the published releases and does without some shortcuts.
  package init(without shortcuts: Shortcuts) {
    var options = ValidationOptions()
    options.shortcuts.subtract(shortcuts)
    self.init(definitions: .published(with: options.shortcuts), options: options)
  }

  /// One that judges the same, and has judged nothing yet.
  package func fresh() -> Validator { Validator(definitions: definitions, options: options) }
}
