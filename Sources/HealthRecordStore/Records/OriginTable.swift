import ClinicalRecords
import FHIRSupport

/// The distinct origins of records: many records share source, version and date, so each combination is kept once.
///
/// The source URL differs for each record and is not kept here.
struct OriginTable: Sendable {
  private(set) var origins: [RecordOrigin] = []
  /// The source's number for each origin.
  private var sources: [UInt32] = []
  private var originNumbers: [Key: UInt32] = [:]
  private var sourceNumbers: [ByteText?: UInt32] = [:]

  /// The identity of an origin, compared byte by byte.
  private struct Key: Hashable {
    let source: ByteText?
    let version: FHIRVersion?
    let received: ByteText?
  }

  /// The number of the origin; assigns one if the origin is new.
  mutating func number(of origin: RecordOrigin) -> UInt32 {
    var shared = origin
    shared.sourceURL = nil
    let key = Key(
      source: origin.source?.byBytes, version: origin.fhirVersion, received: origin.receivedDate?.text.byBytes)
    if let known = originNumbers[key] { return known }
    let source = sourceNumbers[key.source] ?? UInt32(sourceNumbers.count)
    sourceNumbers[key.source] = source
    let number = UInt32(origins.count)
    originNumbers[key] = number
    origins.append(shared)
    sources.append(source)
    return number
  }

  /// The number of the source of an origin.
  func source(ofOrigin origin: UInt32) -> UInt32 { sources[Int(origin)] }

  /// The number of a source; `nil` if no record has it.
  func source(named name: String?) -> UInt32? { sourceNumbers[name?.byBytes] }
}
