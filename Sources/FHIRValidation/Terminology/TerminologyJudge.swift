/// Judges codes and their systems, as far as that can be done offline.
///
/// All that it remembers are texts that are good, or bad, by themselves: a verdict rests on the bytes of a value.
struct TerminologyJudge {
  /// Names of code systems, units, and codes with their value sets, that were judged and are good.
  private(set) var goodSystems: TextMemo
  private(set) var goodUnits: TextMemo
  private(set) var goodCodes: TextMemo
  /// The last name of a code system that was none, and what is said of it: who misspells does so again.
  var misspeltSystem: (hash: UInt64, sentence: Wording) = (0, "")

  /// See ``Shortcuts/sentences``.
  let keepsSentences: Bool

  init(_ memory: WalkerMemory) {
    goodSystems = memory.goodSystems
    goodUnits = memory.goodUnits
    goodCodes = memory.goodCodes
    keepsSentences = memory.shortcuts.contains(.sentences)
  }

  /// Judges by another release, with what was found good by that.
  mutating func use(_ memory: WalkerMemory) { self = TerminologyJudge(memory) }
}
