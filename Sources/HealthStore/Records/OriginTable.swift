import ClinicalRecords

/// The origins that records share: source, version and date come in batches, so each is kept once.
///
/// The source URL is each record's own and is not kept here.
struct OriginTable: Sendable {
  private(set) var origins: [RecordOrigin] = []
  /// The source's number for each origin.
  private var sources: [UInt32] = []
  private var originNumbers: [RecordOrigin: UInt32] = [:]
  private var sourceNumbers: [String?: UInt32] = [:]

  /// The number of the origin, given to it now if it is new.
  mutating func number(of origin: RecordOrigin) -> UInt32 {
    var shared = origin
    shared.sourceURL = nil
    if let known = originNumbers[shared] { return known }
    let source = sourceNumbers[shared.source] ?? UInt32(sourceNumbers.count)
    sourceNumbers[shared.source] = source
    let number = UInt32(origins.count)
    originNumbers[shared] = number
    origins.append(shared)
    sources.append(source)
    return number
  }

  /// The number of the source of an origin.
  func source(ofOrigin origin: UInt32) -> UInt32 { sources[Int(origin)] }

  /// The number of a source, `nil` for one that no record has.
  func source(named name: String?) -> UInt32? { sourceNumbers[name] }
}
