import ClinicalRecords
import FHIRPath
import FHIRSchema
import FHIRTape
import FHIRValidation
import FHIRRecognition

/// The concepts of the Medications that records of an input name by a reference to an entry of the same Bundle.
///
/// The Medication may be behind its record, so the first such record causes a reading of its own.
final class BundledMedications {
  private let bytes: UnsafeRawBufferPointer?
  /// By the offset of the referring record.
  private lazy var concepts = bytes.map(Self.concepts) ?? [:]

  /// - Parameter bytes: the input; `nil` if it is not in memory, so that none are found.
  init(in bytes: UnsafeRawBufferPointer?) { self.bytes = bytes }

  /// The concept of the Medication that a record names.
  subscript(_ record: VisitedRecord) -> RecordFacts.Concept? {
    let (tape, index) = (record.tape, record.index)
    guard bytes != nil, record.entry.exists, Self.refers(index, on: tape) else { return nil }
    return concepts[record.place.inputOffset(tape.range(index).lowerBound)]
  }

  private static func refers(_ record: TapeIndex, on tape: Tape) -> Bool {
    tape.tag(record) == .object && tape.member("medicationReference", of: record) != nil
  }

  private static func concepts(in bytes: UnsafeRawBufferPointer) -> [Int: RecordFacts.Concept] {
    var concepts: [Int: RecordFacts.Concept] = [:]
    let expressions = FHIRRelease.published.compactMap {
      try? FHIRPathExpression("medication.resolve().code", release: $0)
    }
    let options = ValidationOptions()
    var evaluator = FHIRPathEvaluator()
    var reader = RecordReader(
      MemorySource(bytes), bundles: .none, maximumDepth: options.readableDepth,
      maximumRecordBytes: options.maximumRecordBytes, sizeHint: bytes.count)
    while let event = try? reader.next() {
      guard case .value(let tape, let place) = event else { continue }
      tape.forEachRecord(in: place, bundles: .published) { index, scope, entry in
        guard entry.exists, refers(index, on: tape) else { return }
        let codes = expressions.lazy.compactMap {
          (try? evaluator.evaluate($0, over: tape, at: index, scope: scope))?.first
        }
        guard let code = codes.first else { return }
        concepts[place.inputOffset(tape.range(index).lowerBound)] = RecordFacts.Concept(json: Array(code.json.utf8))
      }
    }
    return concepts
  }
}
