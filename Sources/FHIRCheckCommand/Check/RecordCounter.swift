import ClinicalRecords
import FHIRValidation

/// Counts the records of one input by clinical type and by source while the validator passes over them; a worker has
/// one.
final class RecordCounter {
  /// What was counted.
  struct Counted: Sendable {
    var census = RecordCensus()
    /// Records by source; nothing unless somebody asked for it.
    var sources: [SourceName: Int] = [:]

    mutating func merge(_ other: Counted) {
      census.merge(other.census)
      sources.merge(other.sources, uniquingKeysWith: +)
    }
  }

  private let classifier = Classifier()
  private let countsSources: Bool
  private var counted = Counted()

  init(countsSources: Bool) {
    self.countsSources = countsSources
  }

  /// Counts a record.
  ///
  /// - Parameter source: the name of the source that came with the input.
  func visit(_ record: VisitedRecord, source: String?) {
    counted.census.add(
      classifier.classify(record.tape, at: record.index, release: record.release),
      resourceType: FHIRResourceType(record.tape, at: record.index))
    guard countsSources else { return }
    let source = RecordIdentity.source(
      of: record.index, on: record.tape, entry: record.entry, givenSource: source, release: record.release)
    counted.sources[SourceName(source), default: 0] += 1
  }

  /// Forgets what was counted: the input is read from its start again.
  func restart() {
    counted = Counted()
  }

  /// Hands over what was counted of the input, and is ready for the next.
  func take() -> Counted {
    defer { restart() }
    return counted
  }
}

/// The name of a source as bytes: comparing strings takes quadratic time for some, and takes canonically equivalent ones
/// for one.
struct SourceName: Hashable, Sendable {
  let bytes: [UInt8]

  init(_ name: String) { bytes = Array(name.utf8) }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}
