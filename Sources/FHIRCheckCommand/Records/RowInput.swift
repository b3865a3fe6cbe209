import ClinicalRecords
import FHIRPath
import FHIRSchema
import FHIRTape
import FHIRValidation

/// A question about a record whose answer may be in another entry of its Bundle.
struct BundleQuestion: Sendable {
  let text: String
  let expressions: PathExpressions
  fileprivate let isAsked: @Sendable (_ record: TapeIndex, _ entry: TapeIndex, _ tape: Tape) -> Bool

  /// A question that is asked by default of all records in Bundles.
  init(
    _ text: String,
    isAsked: @escaping @Sendable (_ record: TapeIndex, _ entry: TapeIndex, _ tape: Tape) -> Bool = { _, entry, _ in
      entry.exists
    }
  ) {
    (self.text, self.isAsked) = (text, isAsked)
    expressions = PathExpressions(text, releases: FHIRRelease.published, isStrict: false)
  }

  static let medication = BundleQuestion("medication.resolve().code") { record, entry, tape in
    entry.exists && tape.tag(record) == .object && tape.member("medicationReference", of: record) != nil
  }

  /// The name of who did it, or its parts.
  static let performer = BundleQuestion(
    "(performer | performer.actor | practitioner.actor | recorder | reporter | asserter | issuer | payor | author | "
      + "dispenser | prescriber | requester | requester.agent | informationSource).resolve().name.first().select("
      + "iif(text.exists(), text, iif(given.exists() or family.exists(), given.combine(family), $this)))"
  ) { record, entry, tape in
    guard tape.tag(record) == .object, let type = tape.member("resourceType", of: record) else { return false }
    return RecordCells(tape, at: record, typeIndex: type, entry: entry).namesPerformer
  }
}

/// What rows need of the input that their records are in. A resource that a record names may be behind it in the
/// Bundle, so the first question causes a reading of its own.
final class RowInput {
  let observer: RecordObserver
  private let bytes: UnsafeRawBufferPointer?
  private var evaluator = FHIRPathEvaluator()
  /// The answers to each question by the offset of the record, for each of its expressions; `nil` for one that failed.
  private var known: [String: [Int: [[FHIRPathValue]?]]] = [:]

  /// - Parameter bytes: the input; `nil` if it is not in memory, so that there are no answers.
  init(_ observer: RecordObserver, _ bytes: UnsafeRawBufferPointer?) { (self.observer, self.bytes) = (observer, bytes) }

  func medication(of record: VisitedRecord) -> RecordFacts.Concept? {
    first(.medication, record).first.flatMap { RecordFacts.Concept(json: Array($0.json.utf8)) }
  }

  func performer(of record: VisitedRecord) -> String? {
    let parts = first(.performer, record).compactMap(\.string)
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// What the expression of a condition gives for a record; throws why it cannot be evaluated.
  func values(of question: BundleQuestion, for record: VisitedRecord) throws -> [FHIRPathValue] {
    // The rest of a Bundle may decide.
    guard question.expressions.needsDocument, record.entry.exists else {
      let expression = try question.expressions.expression(for: record.release)
      return try evaluator.evaluate(expression, over: record.tape, at: record.index, scope: record.index)
    }
    guard bytes != nil else { throw UsageError("references are not followed in an input of more than 8 MiB") }
    let number = FHIRRelease.published.firstIndex(of: record.release) ?? FHIRRelease.published.count - 1
    guard let values = answers(to: question, of: record)?[number] else {
      throw UsageError("its references cannot be followed")
    }
    return values
  }

  private func first(_ question: BundleQuestion, _ record: VisitedRecord) -> [FHIRPathValue] {
    guard bytes != nil, question.isAsked(record.index, record.entry, record.tape) else { return [] }
    return answers(to: question, of: record)?.lazy.compactMap(\.self).first { !$0.isEmpty } ?? []
  }

  private func answers(to question: BundleQuestion, of record: VisitedRecord) -> [[FHIRPathValue]?]? {
    if known[question.text] == nil, let bytes {
      var answers: [Int: [[FHIRPathValue]?]] = [:]
      Self.forEachRecord(in: bytes) { tape, place, index, scope, entry in
        guard question.isAsked(index, entry, tape) else { return }
        answers[place.inputOffset(tape.range(index).lowerBound)] = question.expressions.all.map { expression in
          expression.flatMap { try? evaluator.evaluate($0, over: tape, at: index, scope: scope) }
        }
      }
      known[question.text] = answers
    }
    return known[question.text]?[record.place.inputOffset(record.tape.range(record.index).lowerBound)]
  }

  /// Reads the records of an input, those of unknown types, too.
  static func forEachRecord(
    in bytes: UnsafeRawBufferPointer,
    _ body: (Tape, RecordPlace, _ index: TapeIndex, _ scope: TapeIndex, _ entry: TapeIndex) -> Void
  ) {
    let options = ValidationOptions()
    var reader = RecordReader(
      MemorySource(bytes), bundles: .none, maximumDepth: options.readableDepth,
      maximumRecordBytes: options.maximumRecordBytes, sizeHint: bytes.count)
    while let event = try? reader.next() {
      guard case .value(let tape, let place) = event else { continue }
      tape.forEachRecord(in: place, bundles: .published) { body(tape, place, $0, $1, $2) }
    }
  }
}

/// A condition of `records --where`: the value of a column, or an expression.
struct RowCondition: Sendable {
  let text: String
  let cell: (column: RecordColumn, value: String)?
  private let question: BundleQuestion?
  var expressions: PathExpressions? { question?.expressions }
  /// How many records it could not be evaluated for, and one of the reasons: the same, whatever the number of jobs.
  let failures = Monitor((count: 0, reason: ""))

  /// Reads `code = 718-7`, or an expression.
  init(_ text: String) throws(UsageError) {
    let cell = Self.cell(in: text)
    (self.text, self.cell, question) = (text, cell, cell == nil ? BundleQuestion(text) : nil)
    if let column = cell?.column, [.file, .line, .column].contains(column) {
      throw UsageError("'--where' cannot ask for '\(column.rawValue)', which is not of the record")
    }
    if let failure = expressions?.failure {
      throw UsageError(
        "'--where' is the name of a column, '=' and a value, or an expression, which '\(text)' is not: "
          + failure.message)
    }
  }

  private static func cell(in text: String) -> (column: RecordColumn, value: String)? {
    // Other quotes are those of an expression.
    guard let sides = text.wholeMatch(of: #/ *([^=]*?) *= *(?:'([^']*)'|([^']*?)) */#)?.output,
      let column = RecordColumn(named: String(sides.1))
    else { return nil }
    return (column, String(sides.2 ?? sides.3 ?? ""))
  }

  /// Whether the expression gives anything but nothing and `false`.
  func holds(for record: VisitedRecord, in input: RowInput) -> Bool {
    guard let question else { return true }
    do {
      return try input.values(of: question, for: record).contains { $0.boolean != false }
    } catch {
      let reason = (error as? UsageError)?.sentence ?? "\(error)"
      failures.withLock { $0 = ($0.count + 1, $0.count == 0 ? reason : min($0.reason, reason)) }
      return false
    }
  }
}
