import FHIRFindings
import FHIRPath
import FHIRReporting
import FHIRSchema
import FHIRTape
import FHIRValidation

/// Evaluates an expression over the records of an input. A result is passed on as a finding of severity `information`,
/// with the type as its path and the value as JSON in its message. So the loop for findings provides its file, its line
/// and its order. Anything that cannot be read or evaluated is an error.
struct PathChecker: RecordChecker {
  let expressions: PathExpressions
  let recognition: RecordReleases

  var releases: [FHIRRelease] { recognition.published }

  static let result = RuleID(rawValue: "fhirpath/result")
  /// The rule of a record that cannot be evaluated. Findings of other rules are about inputs that cannot be read.
  static let failure = RuleID(rawValue: "fhirpath/error")

  func survey(_ source: some ByteSource) throws -> RecognisedRelease? { try recognition.survey(source) }

  func check(
    _ input: CheckedInput, hints: ReleaseHints, observer: RecordObserver, receive: ([Finding]) throws -> Void
  ) throws -> ValidationTally {
    switch input {
    case .memory(let bytes):
      var pass = PathPass(expressions, recognition.input(hints, isPart: false))
      // Reading from memory does not fail.
      try? pass.run(MemorySource(bytes), sizeHint: bytes.count, batch: .max, receive)
      return pass.tally
    case .source(let source, let lineStart):
      // The later parts of a file of lines do not show its beginning.
      var pass = PathPass(expressions, recognition.input(hints, isPart: lineStart != nil))
      try pass.run(source, lineStart: lineStart, sizeHint: .max, batch: 4096, receive)
      return pass.tally
    }
  }
}

/// The evaluation of an expression over one input. Entries of a Bundle are records and are read one by one. An
/// expression that names the Bundle itself, or resolves references in it, needs the whole document.
struct PathPass: ~Copyable {
  private let expressions: PathExpressions
  private var releases: RecordReleases.Input
  private var evaluator = FHIRPathEvaluator()
  private var results: [Finding] = []
  private(set) var tally = ValidationTally()

  init(_ expressions: PathExpressions, _ releases: RecordReleases.Input) {
    (self.expressions, self.releases) = (expressions, releases)
  }

  mutating func run(
    _ source: some ByteSource, lineStart: Int? = nil, sizeHint: Int, batch: Int, _ receive: ([Finding]) throws -> Void
  ) throws {
    let options = ValidationOptions()
    var reader = RecordReader(
      source, bundles: expressions.needsDocument ? .none : .published, maximumDepth: options.readableDepth,
      maximumRecordBytes: options.maximumRecordBytes, sizeHint: sizeHint, lineStart: lineStart)
    while let event = try reader.next() {
      if try releases.begin(event, &reader) { continue }
      switch event {
      case .byteOrderMark: break
      case .value(let tape, let place): visit(tape, place)
      case .failure(let error, let place):
        fail(
          "this cannot be read as JSON (json/\(error.code.rawValue)); 'fhircheck check' says more",
          place.inputRange(error.start..<error.end), nil)
      }
      if results.count >= batch {
        try receive(results)
        results = []
      }
    }
    try receive(results)
    results = []
  }

  // MARK: - Records

  private mutating func visit(_ tape: Tape, _ place: RecordPlace) {
    // Entries stay in their Bundle then.
    if expressions.namesBundle { return evaluate(.root, tape, place, scope: .root) }
    tape.forEachRecord(in: place, bundles: .published) { index, scope, _ in evaluate(index, tape, place, scope: scope) }
  }

  /// - Parameter scope: the resource in which references are resolved.
  private mutating func evaluate(_ index: TapeIndex, _ tape: Tape, _ place: RecordPlace, scope: TapeIndex) {
    guard tape.tag(index) == .object else {
      return fail("expected an object, which a record is", place.inputRange(tape.range(index)), nil)
    }
    tally.records += 1
    let (release, reason) = releases.release(of: index, tape, place, scope: scope)
    tally.count(1, of: release.name, reason)
    let type = tape.text("resourceType", of: index)
    let id = tape.text("id", of: index)
    let label = type.map { RecordLabel(resourceType: $0, id: id) }
    let record = place.inputRange(tape.range(index))
    do throws(FHIRPathError) {
      let expression = try expressions.expression(for: release)
      evaluator.definitions = expressions.codes?.codes(of: release)
      let values = try evaluator.evaluate(expression, over: tape, at: index, scope: scope)
      add(values, within: tape.range(index), record, place, label, release)
    } catch {
      fail(error.description, record, label, release)
    }
  }

  /// Lists values with their places; a computed value gets the place of the value before it.
  private mutating func add(
    _ values: [FHIRPathValue], within record: Range<Int>, _ start: SourceRange, _ place: RecordPlace,
    _ label: RecordLabel?, _ release: FHIRRelease
  ) {
    var range = start
    for value in values {
      if let found = value.range, record.contains(found.lowerBound) { range = place.inputRange(found) }
      results.append(
        Finding(
          rule: PathChecker.result, severity: .information, range: range, path: value.type, message: value.json,
          record: label, release: release.name))
    }
    tally.findings.add(PathChecker.result, .information, values.count)
  }

  private mutating func fail(
    _ message: String, _ range: SourceRange, _ label: RecordLabel?, _ release: FHIRRelease? = nil
  ) {
    results.append(
      Finding(
        rule: PathChecker.failure, severity: .error, range: range, path: "", message: message, record: label,
        release: release?.name))
    tally.findings.add(PathChecker.failure, .error)
  }
}

/// One expression, compiled for each release that records may be of.
struct PathExpressions: Sendable {
  private let compiled: [(release: FHIRRelease, result: Result<FHIRPathExpression, FHIRPathError>)]
  /// Knows code systems and value sets; `nil` for what the releases have.
  let codes: Validator?

  /// Compiles a text for at least one release; `isStrict` makes an unknown name an error.
  init(_ text: String, releases: [FHIRRelease], isStrict: Bool, codes: Validator? = nil) {
    self.codes = codes
    compiled = releases.map { release in
      let result = Result { () throws(FHIRPathError) in
        try FHIRPathExpression(text, release: release, strict: isStrict)
      }
      return (release, result)
    }
  }

  /// The expression for the records of a release; for a release without definitions, the expression for the latest one.
  func expression(for release: FHIRRelease) throws(FHIRPathError) -> FHIRPathExpression {
    try (compiled.first { $0.release == release } ?? compiled[compiled.count - 1]).result.get()
  }

  var needsDocument: Bool { usable.contains(where: \.needsDocument) }
  var namesBundle: Bool { usable.contains(where: \.namesBundle) }
  /// The expression for each release; `nil` if it cannot be used for that one.
  var all: [FHIRPathExpression?] { compiled.map { try? $0.result.get() } }
  private var usable: [FHIRPathExpression] { all.compactMap(\.self) }

  typealias Remark = (column: Int, message: String)

  /// Why it cannot be used for any release; `nil` if it can be used for one.
  var failure: Remark? {
    guard usable.isEmpty, case .failure(let error) = compiled[0].result else { return nil }
    return Remark(column: error.column, message: error.message)
  }

  /// The releases for which it cannot be used, if there are others; and parts that select nothing in any release.
  var remarks: [Remark] {
    let failures = compiled.compactMap { release, result -> (release: String, error: FHIRPathError)? in
      if case .failure(let error) = result { (release.rawValue, error) } else { nil }
    }
    // At one place the reason is the same in each.
    let remarks = failures.grouped(by: \.error.column).map { group in
      let (releases, error) = (group.map(\.release).listed, group[0].error)
      return Remark(
        column: error.column, message: "the expression cannot be used for records of \(releases): \(error.message)")
    }
    let hints = usable.map(\.hints)
    guard let first = hints.first else { return remarks }
    // A name of another release is not a mistake if the input may have records of both.
    let columns = hints.dropFirst().reduce(Set(first.map(\.column))) { $0.intersection($1.map(\.column)) }
    let found = hints.joined().filter { columns.contains($0.column) }
      .grouped { FHIRPathHint(column: $0.column, message: $0.message, release: nil) }
    return remarks
      + found.map { group in
        let releases = group.compactMap(\.release?.rawValue)
        return Remark(
          column: group[0].column, message: group[0].message + (releases.isEmpty ? "" : " in \(releases.listed)"))
      }
  }
}

extension Run {
  /// `fhircheck path`: an expression over all records of the inputs.
  func path(_ codes: Validator?) -> ExitCode {
    let (releases, expression) = (RecordReleases(), invocation.subject)
    let expressions = PathExpressions(
      expression, releases: invocation.release.map { [$0] } ?? releases.published, isStrict: invocation.isStrict,
      codes: codes)
    if var failure = expressions.failure {
      failure.message = "the expression cannot be used: \(TerminalText.visible(failure.message))"
      context.report(failure, in: expression)
      return .failure
    }
    for remark in expressions.remarks { context.report(remark, in: expression) }
    let inputs = InputList(invocation.paths, of: invocation, in: context)
    let plan = FindingPlan(reports: [Report(renderer, in: context)])
    let checker = PathChecker(expressions: expressions, recognition: releases)
    let loop = InputLoop(checker, invocation, inputs, ExportSet(inputs.items, isQuiet: true), plan, in: context)
    // Only inputs that cannot be read or evaluated are errors; results are not.
    let code = loop.output.end(loop.run().counts.summary, of: invocation, checker.tool(invocation.release))
    return codes?.terminology.failure(in: context) ?? code
  }

  private var renderer: any ReportRenderer {
    switch invocation.format {
    case .json: JSONRenderer(PathShape.shape(invocation.subject))
    case .jsonl: JSONLinesRenderer(PathShape.shape(invocation.subject))
    default: PathTextRenderer()
    }
  }
}

struct PathTextRenderer: ReportRenderer {
  func render(_ part: ReportPart, into output: inout [UInt8]) {
    guard case .issue(let issue, _) = part else { return }
    let finding = issue.finding
    output += TerminalText.visible(issue.file) + (issue.position.map { ":\($0.line)" } ?? "") + ": "
    if let record = finding.record { output += TerminalText.visible(record.text) + ": " }
    if finding.rule != PathChecker.result { output += "\(finding.severity): " }
    output += TerminalText.visible(finding.message) + "\n"
  }
}

/// The members of both JSON formats; the article `path-format` specifies them.
enum PathShape {
  static func shape(_ expression: String) -> JSONShape {
    JSONShape(
      list: "results", type: { $0.finding.rule == PathChecker.result ? "result" : "error" },
      start: { _, writer in
        writer.member("formatVersion", 1)
        writer.member("expression", expression)
      }, issue: result, summary: summary)
  }

  private static func result(_ issue: LocatedFinding, _ writer: inout JSONWriter) {
    writer.place(of: issue)
    writer.record(of: issue.finding)
    writer.origin(of: issue)
    if issue.finding.rule != PathChecker.result {
      writer.member("error", issue.finding.message)
    } else {
      writer.member("valueType", issue.finding.path)
      writer.key("value")
      writer.raw(issue.finding.message)
    }
  }

  private static func summary(_ summary: ReportSummary, _ writer: inout JSONWriter) {
    let counts = summary.bySeverity
    writer.members([
      "files": summary.files, "records": summary.records, "results": counts[.information] ?? 0,
      "errors": (counts[.error] ?? 0) + (counts[.fatal] ?? 0), "filesSkipped": summary.filesSkipped,
    ])
    writer.unreadable(summary)
    writer.member("releasesToldBy", summary.releasesToldBy)
  }
}
