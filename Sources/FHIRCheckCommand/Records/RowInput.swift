import ClinicalRecords
import FHIRPath
import FHIRRecognition
import FHIRSchema
import FHIRTape
import FHIRValidation
import ClinicalSources

/// A question about a record whose answer may be in another entry of its Bundle.
struct BundleQuestion: Sendable {
  let text: String
  let expressions: PathExpressions
  /// Whether it is asked of a record.
  fileprivate let isAsked: @Sendable (_ record: TapeIndex, _ entry: TapeIndex, _ tape: Tape) -> Bool

  /// - Parameter isAsked: by default, of all records in Bundles.
  init(
    _ text: String,
    isAsked: @escaping @Sendable (_ record: TapeIndex, _ entry: TapeIndex, _ tape: Tape) -> Bool = { _, entry, _ in
      entry.exists
    }
  ) {
    (self.text, self.isAsked) = (text, isAsked)
    expressions = PathExpressions(text, releases: FHIRRelease.published, isStrict: false)
  }

  /// What the Medication is that a record names.
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
    return RecordCells(tape, at: record, typeIndex: type, entry: entry, needs: RecordCells.Needs([])).namesPerformer
  }
}

/// What rows need of the input that their records are in.
///
/// A resource that a record names may be behind it in the Bundle, so the first question causes a reading of its own.
final class RowInput {
  /// Its number in the run, and the name of the source that came with it.
  let file: Int
  let source: String?
  /// The card in which the records are; `nil` if they are in none.
  let card: HealthCard?
  private let bytes: UnsafeRawBufferPointer?
  private var evaluator = FHIRPathEvaluator()
  /// The answers to each question by the offset of the record, for each of its expressions; `nil` for one that failed.
  private var known: [String: [Int: [[FHIRPathValue]?]]] = [:]

  /// - Parameter bytes: the input; `nil` if it is not in memory, so that there are no answers.
  init(file: Int, source: String?, card: HealthCard?, _ bytes: UnsafeRawBufferPointer?) {
    (self.file, self.source, self.card, self.bytes) = (file, source, card, bytes)
  }

  /// The concept of the Medication that a record names.
  func medication(of record: VisitedRecord) -> RecordFacts.Concept? {
    first(.medication, record).first.flatMap { RecordFacts.Concept(json: Array($0.json.utf8)) }
  }

  /// The name of the performer that a record names.
  func performer(of record: VisitedRecord) -> String? {
    let parts = first(.performer, record).compactMap(\.string)
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// What the expression of a condition gives for a record.
  ///
  /// - Throws: why it cannot be evaluated.
  func values(of question: BundleQuestion, for record: VisitedRecord) throws -> [FHIRPathValue] {
    // The rest of a Bundle may decide.
    guard question.expressions.needsDocument, record.entry.exists else {
      let expression = try question.expressions.expression(for: record.release)
      return try evaluator.evaluate(expression, over: record.tape, at: record.index, scope: record.index)
    }
    guard bytes != nil else { throw UsageError(sentence: "references are not followed in an input of more than 8 MiB") }
    let number = FHIRRelease.published.firstIndex(of: record.release) ?? FHIRRelease.published.count - 1
    guard let values = answers(to: question, of: record)?[number] else {
      throw UsageError(sentence: "its references cannot be followed")
    }
    return values
  }

  /// The first answer of an expression that has one.
  private func first(_ question: BundleQuestion, _ record: VisitedRecord) -> [FHIRPathValue] {
    guard bytes != nil, question.isAsked(record.index, record.entry, record.tape) else { return [] }
    return answers(to: question, of: record)?.lazy.compactMap(\.self).first { !$0.isEmpty } ?? []
  }

  private func answers(to question: BundleQuestion, of record: VisitedRecord) -> [[FHIRPathValue]?]? {
    if known[question.text] == nil, let bytes { known[question.text] = answers(to: question, in: bytes) }
    return known[question.text]?[record.place.inputOffset(record.tape.range(record.index).lowerBound)]
  }

  private func answers(to question: BundleQuestion, in bytes: UnsafeRawBufferPointer) -> [Int: [[FHIRPathValue]?]] {
    var answers: [Int: [[FHIRPathValue]?]] = [:]
    let options = ValidationOptions()
    var reader = RecordReader(
      MemorySource(bytes), bundles: .none, maximumDepth: options.readableDepth,
      maximumRecordBytes: options.maximumRecordBytes, sizeHint: bytes.count)
    while let event = try? reader.next() {
      guard case .value(let tape, let place) = event else { continue }
      tape.forEachRecord(in: place, bundles: .published) { index, scope, entry in
        guard question.isAsked(index, entry, tape) else { return }
        answers[place.inputOffset(tape.range(index).lowerBound)] = question.expressions.all.map { expression in
          expression.flatMap { try? evaluator.evaluate($0, over: tape, at: index, scope: scope) }
        }
      }
    }
    return answers
  }
}
