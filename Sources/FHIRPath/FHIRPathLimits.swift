/// Limits the cost of an evaluation, so that no expression blocks a process or fills its memory.
public struct FHIRPathLimits: Hashable, Sendable {
  /// The most steps: instructions, items examined, characters of patterns tried.
  public var maximumSteps: Int
  /// The most items that all collections hold at one time.
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
