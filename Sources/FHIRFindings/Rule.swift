/// A rule: its permanent name, its severity, and the page that explains it.
public struct Rule: Sendable, Identifiable {
  /// The permanent name.
  public let id: RuleID
  /// The severity before any policy of the caller.
  public let severity: Severity
  /// The code that an OperationOutcome carries for this rule.
  public let issueType: IssueType
  private let words: Words

  /// Its words in one object, since each finding copies its rule: copies of six strings took 1 % of the instructions of
  /// judging 120 Bundles of made-up patients.
  private final class Words: Sendable {
    let summary: String
    let explanation: Explanation

    init(_ summary: String, _ explanation: Explanation) { (self.summary, self.explanation) = (summary, explanation) }
  }

  /// One line that names the problem, without a full stop.
  public var summary: String { words.summary }
  /// What `fhircheck explain` prints.
  public var explanation: Explanation { words.explanation }

  package init(
    _ name: String, _ severity: Severity, _ issueType: IssueType, summary: String, explanation: Explanation
  ) {
    (id, self.severity, self.issueType) = (RuleID(rawValue: name), severity, issueType)
    words = Words(summary, explanation)
  }

  /// Makes a rule with two examples: what is around them, with `~` where they differ, and what stands there in each.
  package init(
    _ name: String, _ severity: Severity, _ issueType: IssueType, summary: String, checks: String, matters: String,
    form: ExampleForm = ExampleForm { $0 }, example: String = "~", bad: String, good: String, specification: String
  ) {
    let parts = example.split(separator: "~", maxSplits: 1, omittingEmptySubsequences: false)
    self.init(
      name, severity, issueType, summary: summary,
      explanation: Explanation(
        checks: checks, matters: matters, bad: form.write(parts.joined(separator: bad)),
        good: form.write(parts.joined(separator: good)), specification: specification))
  }

  /// What the examples of several rules have around the place that matters.
  package struct ExampleForm {
    fileprivate let write: (String) -> String

    package init(_ write: @escaping (String) -> String) { self.write = write }
  }

  /// The page about a rule, in parts.
  ///
  /// In the examples `⟨E9⟩` stands for the byte E9, `⟨EF BB BF⟩` for three bytes, and `⟨61 × 100⟩` for a hundred times
  /// the byte 61: so they can show bytes that are not text, and a test can run every one of them.
  public struct Explanation: Sendable {
    /// What the rule checks.
    public let checks: String
    /// Why it matters to the receiver of the record.
    public let matters: String
    /// The smallest input that breaks this rule and no other.
    public let bad: String
    /// The same input, corrected: it has no findings.
    public let good: String
    /// The page of the specification.
    public let specification: String

    package init(checks: String, matters: String, bad: String, good: String, specification: String) {
      (self.checks, self.matters, self.bad, self.good) = (checks, matters, bad, good)
      self.specification = specification
    }
  }

  /// The codes of <https://hl7.org/fhir/DSTU2/valueset-issue-type.html> that rules use.
  public enum IssueType: String, Sendable, CaseIterable {
    /// The content is not well-formed or cannot be understood.
    case structure
    /// A required element is missing.
    case required
    /// A value is not of the form that its type demands.
    case value
    /// The content breaks a rule of the specification.
    case invariant
    /// A code is not one that the binding allows.
    case codeInvalid = "code-invalid"
    /// A reference does not resolve.
    case notFound = "not-found"
    /// An extension is not acceptable.
    case `extension`
    /// The content is larger or deeper than a limit allows.
    case tooLong = "too-long"
    /// The content is repeated.
    case duplicate
    /// The content is of a kind that is not supported.
    case notSupported = "not-supported"
    /// Something worth knowing.
    case informational
  }
}
