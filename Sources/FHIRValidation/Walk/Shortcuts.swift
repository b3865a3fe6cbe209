/// The parts of validation that only make it faster and change no finding.
///
/// A validator has them all. `fhirbench --without` measures what one gains: it needs a figure in
/// `Sources/fhirbench/figures.txt`, because one that gains little is not worth its code. The choice is made when something
/// is made or filled, before a record is judged by it, so that it costs a record nothing.
package struct Shortcuts: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Values that were found good are recognised by their bytes: see ``RepeatedValues``.
  static let values = Shortcuts(rawValue: 1)
  /// Names of systems, units and codes that were found good are recognised by their hash: see ``TextMemo``.
  static let texts = Shortcuts(rawValue: 2)
  /// Invariants are decided without an evaluation if their expression has a known shape.
  static let forms = Shortcuts(rawValue: 4)
  /// Invariants are judged only where the members that they need are present.
  static let gates = Shortcuts(rawValue: 8)
  /// What one input has shown to be good is remembered for the next: see ``WalkerPool``.
  static let memories = Shortcuts(rawValue: 16)
  /// Several records are read, and their releases decided, before the first of them is judged.
  static let ahead = Shortcuts(rawValue: 32)

  package static let all: Shortcuts = byName.reduce(into: []) { $0.formUnion($1.shortcut) }

  /// All, by their names on a command line.
  package static let byName: [(name: String, shortcut: Shortcuts)] = [
    ("values", .values), ("texts", .texts), ("forms", .forms), ("gates", .gates), ("memories", .memories),
    ("ahead", .ahead),
  ]
}

extension Validator {
  /// Makes a validator that judges by its own copy of the published releases, without some shortcuts.
  package init(without shortcuts: Shortcuts) {
    var options = ValidationOptions()
    options.shortcuts.subtract(shortcuts)
    self.init(definitions: .published(with: options.shortcuts), options: options)
  }

  /// A validator with the same definitions that has judged nothing yet.
  package func fresh() -> Validator { Validator(definitions: definitions, options: options) }
}
