/// Judges which members an object has: missing ones, `_name` beside `name`, and the parts of an extension.
struct StructureJudge {
  /// The objects around, and the current one, that have a null in place of a value.
  var nullOwners: [Int] = []
  /// What was said of missing elements: see ``reportMissing(_:in:type:_:)``.
  var missingSentences = MissingSentences()
  /// See ``Shortcuts/sentences``.
  let keepsSentences: Bool
  /// The first key of each slot of the object whose siblings are compared, -1 for none; behind them the first sibling.
  let valueKeys: UnsafeMutablePointer<Int>

  /// The choice variant that was seen, by nesting depth and slot; read only where the slot was seen.
  let choices: UnsafeMutablePointer<UInt16>

  // The keys and choices are nobody's between two values, so that all releases share them.
  init(_ memory: WalkerMemory) {
    valueKeys = memory.valueKeys
    choices = memory.choices
    keepsSentences = memory.shortcuts.contains(.sentences)
  }

  /// Whether an object has a null in place of a value.
  @inline(__always)
  func hasNulls(_ object: Int) -> Bool { nullOwners.last == object }

  /// Forgets what is kept under numbers of rows.
  mutating func leaveRelease() { missingSentences = MissingSentences() }
}
