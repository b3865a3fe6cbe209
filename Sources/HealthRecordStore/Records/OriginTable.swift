import ClinicalRecords
import FHIRText

/// The origins that records share: source, version and date come in batches, so each is kept once.
///
/// The source URL is each record's own and is not kept here.
struct OriginTable: Sendable {
  private(set) var origins: [RecordOrigin] = []
  /// The source's number for each origin.
  private var sources: [UInt32] = []
  private var originNumbers: [Key: UInt32] = [:]
  private var sourceNumbers: [ByteText?: UInt32] = [:]

  /// What tells two origins apart, by the bytes.
  private struct Key: Hashable {
    let source: ByteText?
    let version: FHIRVersion?
    let received: ByteText?
  }

  /// The number of the origin, given to it now if it is new.
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

  /// The number of a source, `nil` for one that no record has.
  func source(named name: String?) -> UInt32? { sourceNumbers[name?.byBytes] }
}
