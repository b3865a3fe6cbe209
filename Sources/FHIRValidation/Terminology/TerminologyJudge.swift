/// Judges codes and their systems, as far as that is possible offline.
///
/// It remembers only texts whose verdict depends on their bytes alone.
struct TerminologyJudge {
  /// Names of code systems, units, and codes with their value sets, that were judged to be good.
  private(set) var goodSystems: TextMemo
  private(set) var goodUnits: TextMemo
  private(set) var goodCodes: TextMemo
  /// The last unknown name of a code system, and its message: an export usually repeats the same one, and the search for
  /// the intended name takes 4 % of the instructions of such an export.
  var misspeltSystem: (hash: UInt64, sentence: Wording) = (0, "")

  init(_ memory: WalkerMemory) {
    goodSystems = memory.goodSystems
    goodUnits = memory.goodUnits
    goodCodes = memory.goodCodes
  }

  /// Switches to another release, with the texts that are good in it.
  mutating func use(_ memory: WalkerMemory) { self = TerminologyJudge(memory) }
}
