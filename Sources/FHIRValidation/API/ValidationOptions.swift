public import FHIRFindings

/// Options of a validator; every member has a default that suits real exports.
public struct ValidationOptions: Sendable {
  /// The deepest nesting of arrays and objects that is read, in levels; at most 500, because the walk is recursive and
  /// uses the thread's stack.
  public var maximumDepth = 200
  /// The largest record that is read, in bytes. The index of its keys, values and brackets, eight bytes each, may take
  /// the same amount again.
  public var maximumRecordBytes = 64 << 20
  /// The most findings that are kept for one record; further ones are counted, not listed.
  public var maximumFindingsPerRecord = 1_000
  /// The most findings that are kept for one input when they are returned all at once; further ones are counted, not
  /// listed.
  ///
  /// Callers that receive findings in batches get all of them.
  public var maximumFindings = 100_000

  /// The rules that are judged.
  public var rules = RuleSelection.all
  /// Whether ``ValidationTally/mustSupport`` is counted, which takes a little time.
  public var countsMustSupport = false
  /// Whether a record that states no version of a guide is also judged by the guide's other versions, without findings:
  /// for those who count to which version records conform.
  public var comparesGuideVersions = false

  /// What makes judging faster: all but for a measurement.
  package var shortcuts = Shortcuts.all
  /// How much of a Bundle is kept in memory.
  package var bundleLimits = BundleLimits()

  /// The depth that the reader allows: no later stage fails at it.
  package var readableDepth: Int { max(1, min(maximumDepth, 500)) }

  /// The defaults.
  public init() {}
}

/// All findings of one input, in input order, and the counts.
public struct ValidationResult: Sendable {
  /// The findings, sorted by place and then by rule.
  public var findings: [Finding]
  /// Counts of what was read, found and not judged.
  public var tally: ValidationTally

  /// Whether no finding is an error or worse, listed or only counted.
  public var isValid: Bool {
    !findings.contains { $0.severity >= .error } && !tally.bySeverity.contains { $0.key >= .error && $0.value > 0 }
  }
}
