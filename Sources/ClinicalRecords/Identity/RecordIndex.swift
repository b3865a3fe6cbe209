public import FHIRSupport
public import FHIRSchema
package import FHIRTape

/// Finds the records that occur more than once in a run, in linear time and bounded memory.
///
/// ```swift
/// let index = RecordIndex()
/// index.insert(record, of: release, at: RecordLocation(file: 0, offset: 0), source: "St. Anna")
/// try index.findings { print($0.problem, $0.record) }
/// ```
///
/// The index keeps 64 bytes for each record (`RowPlace`): fingerprints and the record's place. Beyond the budget, they
/// go to temporary files without a name, sorted. The final merge brings equal fingerprints together. The fingerprints
/// decide, and no record is read a second time: ``FingerprintKey`` gives the probability of an error. Findings come in
/// the order of the input and depend on nothing else: not on the budget, the secret, or the distribution of records
/// over shards.
///
/// An index must not be used by two threads at once. Give each worker, or each machine of a cluster, its own index with
/// the same key, and combine them with ``merge(_:)``. Files are numbered over the whole run, so a place means the same
/// in all shards.
public final class RecordIndex {
  /// The secret of the fingerprints.
  public let key: FingerprintKey
  /// The memory for fingerprints, in bytes.
  public let budget: Int
  @exclusivity(unchecked) var sorters: [RowSorter]
  /// Why the index is incomplete; `nil` if it is complete.
  @exclusivity(unchecked) private(set) var failure: TemporaryFileError?

  /// Whether all records are in it.
  package var isComplete: Bool { failure == nil }
  /// Whether there may be a finding: there are two records, or one without an id.
  package var mayHaveFindings: Bool { hasMissingID || count > 1 }
  private var hasMissingID = false

  /// Both words of the folded identity of a record without an id.
  static let noIdentity = UInt64.max

  /// Makes an empty index.
  ///
  /// - Parameters:
  ///   - key: the secret; shards that are to be merged need the same.
  ///   - budget: the memory for fingerprints, in bytes; more than that goes to temporary files.
  public init(key: FingerprintKey = FingerprintKey(), budget: Int = 256 << 20) {
    self.key = key
    self.budget = budget
    sorters = [RowSorter(budget: budget)]
  }

  /// How many records were inserted.
  public var count: Int { sorters.reduce(0) { $0 + $1.count } }

  /// Adds a single record as JSON; ignores Bundles and anything that is not a JSON object.
  ///
  /// - Parameters:
  ///   - record: the JSON of the record.
  ///   - release: its release, which decides whether `meta.source` is an element.
  ///   - location: where the bytes begin; findings give the record's place relative to it.
  ///   - source: the name that came with the record; `nil` when unknown.
  public func insert(
    _ record: [UInt8], of release: FHIRRelease, at location: RecordLocation, source: String? = nil
  ) {
    var text = PaddedBuffer(capacity: record.count)
    record.withUnsafeBufferPointer { if let start = $0.baseAddress { text.append(start, count: $0.count) } }
    var builder = TapeBuilder(maximumDepth: 200)
    guard case .value = builder.read(text.bytes, from: 0, to: text.count) else { return }
    let tape = builder.tape(over: text.bytes)
    guard tape.tag(.root) == .object else { return }
    let start = location.offset + tape.offset(.root)
    insert(tape, resource: .root, entry: .none, file: location.file, offset: start, source: source, release: release)
  }

  /// Adds a record on the tape.
  ///
  /// - Parameters:
  ///   - entry: the tape index of the Bundle entry that holds the resource, `.none` if there is none.
  ///   - offset: where the resource begins in the file.
  ///   - source: the name that came with the file.
  ///   - release: the release of the record.
  package func insert(
    _ tape: Tape, resource: TapeIndex, entry: TapeIndex, file: Int, offset: Int, source: String?, release: FHIRRelease
  ) {
    if failure != nil { return }
    let parts = IdentityParts(tape, resource: resource, entry: entry)
    var row: IndexRow
    switch parts.standing {
    // The server that creates a record assigns its id.
    case .carrier, .toBeCreated: return
    case .missingID:
      hasMissingID = true
      row = IndexRow(RecordIndex.noIdentity, RecordIndex.noIdentity)
      let place = RowPlace(file: file, offset: offset, isUnattributed: false)
      (row.w6, row.w7) = (place.upper, place.lower)
    case .compared:
      let found = IdentityFingerprints(
        parts, given: source, hasMetaSource: release.hasMetaSource, key: key)
      let place = RowPlace(file: file, offset: offset, isUnattributed: !found.isAttributed)
      row = IndexRow(
        found.folded.low, found.folded.high, found.id, found.version, found.content.low, found.content.high,
        place.upper, place.lower)
    }
    do throws(TemporaryFileError) {
      try sorters[0].append(row)
    } catch {
      failure = error
    }
  }

  /// Sorts the held rows, so that workers do it in parallel; nothing can be added afterwards.
  package func finish() {
    do throws(TemporaryFileError) {
      for sorter in sorters { try sorter.finish() }
    } catch {
      failure = failure ?? error
    }
  }

  /// Takes over the content of another index, which must not be used afterwards.
  ///
  /// The other index must have the same key; otherwise no duplicates between the two are found.
  public func merge(_ other: RecordIndex) {
    if other.hasMissingID { hasMissingID = true }
    sorters += other.sorters
    failure = failure ?? other.failure
    other.sorters = [RowSorter(budget: 0)]
  }
}

/// The error of a temporary file that cannot be created, written or read; ``RecordIndex`` throws it.
public typealias TemporaryFileError = FHIRSupport.TemporaryFileError
