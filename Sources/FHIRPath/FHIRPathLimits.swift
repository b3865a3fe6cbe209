/// How much an evaluation may cost, so that no expression keeps a process busy or fills its memory.
public struct FHIRPathLimits: Hashable, Sendable {
  /// The most steps: instructions, items looked at, characters of patterns tried.
  public var maximumSteps: Int
  /// The most items that all collections hold at a time.
  public var maximumItems: Int
  /// The most bytes of the texts that an evaluation makes.
  public var maximumTextBytes: Int

  /// Makes limits; the defaults are far beyond what invariants and queries need.
  public init(maximumSteps: Int = 20_000_000, maximumItems: Int = 1 << 20, maximumTextBytes: Int = 64 << 20) {
    self.maximumSteps = max(maximumSteps, 1)
    self.maximumItems = max(maximumItems, 256)
    self.maximumTextBytes = max(maximumTextBytes, 4096)
  }
}
