/// One finding: which rule, how severe, where, and what was expected and found.
///
/// A diagnostic is a plain value. It knows byte offsets, not lines, and no output format.
public struct Diagnostic: Hashable, Sendable {
  /// The rule that was broken.
  public var rule: RuleID
  /// How much it matters, after the caller's policy.
  public var severity: Severity
  /// The bytes at fault, counted from the start of the input.
  public var range: SourceRange
  /// The element in FHIRPath form, such as `Bundle.entry[3].resource.component[0].code`; empty for the whole input.
  public var path: String
  /// What was expected and what was found, in one sentence that stands alone.
  public var message: String
  /// The resource that holds the fault, `nil` before one is recognised.
  public var record: RecordLabel?

  /// Makes a finding.
  @inlinable
  public init(
    rule: RuleID, severity: Severity, range: SourceRange, path: String, message: String, record: RecordLabel? = nil
  ) {
    self.rule = rule
    self.severity = severity
    self.range = range
    self.path = path
    self.message = message
    self.record = record
  }
}

/// What a person needs to recognise a record: its type and its id.
public struct RecordLabel: Hashable, Sendable {
  /// The record's `resourceType`, as written.
  public var resourceType: String
  /// The record's `id`, as written; `nil` when it has none.
  public var id: String?

  /// Makes a label.
  @inlinable
  public init(resourceType: String, id: String?) {
    self.resourceType = resourceType
    self.id = id
  }
}
