/// What a caller can set; every member has a default that suits real exports.
public struct ValidationOptions: Sendable {
  /// The deepest nesting of arrays and objects that is read, in levels; at most 500, since the walk takes its place on
  /// the stack of the thread.
  public var maximumDepth = 200
  /// The largest single record that is read, in bytes; what is noted of its keys, values and brackets while it is read,
  /// eight bytes for each, may take as many again.
  public var maximumRecordBytes = 64 << 20
  /// The most findings that are kept for one record; what comes after is counted, not listed.
  public var maximumIssuesPerRecord = 1_000
  /// The most findings that are kept for one input where they come all at once; what comes after is counted, not listed.
  ///
  /// Where findings are received in batches, all are.
  public var maximumIssues = 100_000

  /// The rules that are judged.
  public var rules = RuleSelection.all
  /// Whether ``ValidationTally/mustSupport`` is counted, which takes a little time.
  public var countsMustSupport = false

  /// What makes judging faster: all but for a measurement.
  package var shortcuts = Shortcuts.all
  /// How much of a Bundle is kept in memory.
  package var bundleLimits = BundleLimits()

  /// The depth that the reader is given: one that nothing downstream fails at.
  package var readableDepth: Int { max(1, min(maximumDepth, 500)) }

  /// The defaults.
  public init() {}
}
