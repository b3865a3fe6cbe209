import FHIRDiagnostics

/// The findings in an export.xml, up to a limit.
struct ExportFindings {
  private(set) var diagnostics: [Diagnostic] = []
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  /// Adds a finding with the rule's own severity.
  ///
  /// - Parameter path: the attribute at fault, if there is one.
  mutating func report(_ rule: Rule, at range: SourceRange, path: String = "", _ message: String) {
    add(rule, range, path, message, nil)
  }

  /// Adds a finding about a whole stub.
  mutating func report(_ rule: Rule, of stub: ExportStub, path: String, _ message: String) {
    let id = stub.identifier.isEmpty ? nil : stub.identifier.clipped
    add(rule, stub.range, path, message, RecordLabel(resourceType: stub.type.clipped, id: id))
  }

  private mutating func add(
    _ rule: Rule, _ range: SourceRange, _ path: String, _ message: String, _ record: RecordLabel?
  ) {
    guard diagnostics.count <= limit else { return }
    let isLast = diagnostics.count == limit
    let rule = isLast ? .exportTooLarge : rule
    let message =
      isLast
      ? "expected at most \(limit) findings in an export.xml, found more; the rest is neither listed nor counted"
      : message
    diagnostics.append(
      Diagnostic(rule: rule.id, severity: rule.severity, range: range, path: path, message: message, record: record))
  }

  /// The findings by place, then by rule.
  var sorted: [Diagnostic] {
    diagnostics.sorted { $0.range != $1.range ? $0.range < $1.range : $0.rule < $1.rule }
  }
}

extension String {
  /// The text itself, or its beginning if it is too long for a message.
  var clipped: String {
    unicodeScalars.count > 80 ? String(String.UnicodeScalarView(unicodeScalars.prefix(77))) + "..." : self
  }
}
