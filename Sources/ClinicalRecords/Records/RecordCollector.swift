import FHIRTape
import FHIRRecognition

/// Finds the records of a value: itself, or the entries of a Bundle, at any depth.
struct RecordCollector {
  let classifier: Classifier
  let origin: RecordOrigin
  private(set) var records: [(record: ClinicalRecord, byteOffset: Int)] = []
  private(set) var problems: [ClinicalRecordReader.Problem] = []
  private let maximumProblems: Int

  /// - Parameter maximumProblems: how many problems are kept.
  init(classifier: Classifier, origin: RecordOrigin, maximumProblems: Int = .max) {
    self.classifier = classifier
    self.origin = origin
    self.maximumProblems = maximumProblems
  }

  mutating func forgetRecords() { records.removeAll(keepingCapacity: true) }

  mutating func collect(_ event: RecordReader.Event) {
    switch event {
    case .byteOrderMark: break
    case .failure(let error, let place): add(.unreadable, at: place.inputOffset(error.start))
    case .value(let tape, let place): collect(tape, place)
    }
  }

  private mutating func add(_ kind: ClinicalRecordReader.Problem.Kind, at offset: Int) {
    guard problems.count < maximumProblems else { return }
    problems.append(ClinicalRecordReader.Problem(kind: kind, byteOffset: offset))
  }

  private mutating func collect(_ tape: Tape, _ place: RecordPlace) {
    tape.forEachRecord(in: place, bundles: .published) { index, _, entry in
      let byteOffset = place.inputOffset(tape.offset(index))
      if let record = ClinicalRecord(tape, at: index, entry: entry, origin: origin, classifier: classifier) {
        records.append((record, byteOffset))
      } else {
        add(.notAResource, at: byteOffset)
      }
    }
  }
}
