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

  package var isComplete: Bool { failure == nil }
  /// Whether there may be a finding: there are two records, or one without an id.
  package var mayHaveFindings: Bool { hasMissingID || count > 1 }
  private var hasMissingID = false

  /// Both words of the folded identity of a record without an id.
  static let noIdentity = UInt64.max

  /// Makes an empty index.
  public init(key: FingerprintKey = FingerprintKey(), budget: Int = 256 << 20) {
    (self.key, self.budget, sorters) = (key, budget, [RowSorter(budget: budget)])
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
  public func insert(_ record: [UInt8], of release: FHIRRelease, at location: RecordLocation, source: String? = nil) {
    _ = try? TapedJSON.read(record) { tape in
      guard tape.tag(.root) == .object else { return }
      insert(
        tape, resource: .root, entry: .none, file: location.file, offset: location.offset + tape.offset(.root),
        source: source, release: release)
    }
  }

  package func insert(
    _ tape: Tape, resource: TapeIndex, entry: TapeIndex, file: Int, offset: Int, source: String?, release: FHIRRelease
  ) {
    if failure != nil { return }
    let parts = IdentityParts(tape, resource: resource, entry: entry)
    let row: IndexRow
    switch parts.standing {
    // The server that creates a record assigns its id.
    case .carrier, .toBeCreated, .subset: return
    case .missingID:
      hasMissingID = true
      let place = RowPlace(file: file, offset: offset, isUnattributed: false)
      row = IndexRow(RecordIndex.noIdentity, RecordIndex.noIdentity, 0, 0, 0, 0, place.upper, place.lower)
    case .compared:
      let found = IdentityFingerprints(parts, given: source, hasMetaSource: release.hasMetaSource, key: key)
      let place = RowPlace(file: file, offset: offset, isUnattributed: !found.isAttributed)
      row = IndexRow(
        found.folded.low, found.folded.high, found.id, found.version, found.content.low, found.content.high,
        place.upper, place.lower)
    }
    do throws(TemporaryFileError) { try sorters[0].append(row) } catch { failure = error }
  }

  /// Sorts the held rows, so that workers do it in parallel; nothing can be added afterwards.
  package func finish() {
    do throws(TemporaryFileError) { for sorter in sorters { try sorter.finish() } } catch { failure = failure ?? error }
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

extension RecordIndex {
  /// Passes on all findings, in the order of the input: for each record its first relation to an earlier one.
  ///
  /// A record with the content of an earlier one is its duplicate. A record that differs from an earlier one of the
  /// same version conflicts with it. A record whose earlier occurrences are all in other versions is another version of
  /// the first of them. A record whose earlier occurrences all have ids in other letter case differs in case from the
  /// first of them. The finding always names the first record of its kind in the run.
  ///
  /// The index cannot be used afterwards.
  ///
  /// - Parameters:
  ///   - isSameFile: whether two numbers stand for the same file: a record is not a copy of itself.
  ///   - body: gets each finding.
  /// - Throws: what a temporary file or `body` throws.
  public func findings(isSameFile: (Int, Int) -> Bool = { $0 == $1 }, _ body: (IdentityFinding) throws -> Void) throws {
    finish()
    if let failure { throw failure }
    // Reading back takes memory too, so if much is held, it is written to disk first.
    let held = sorters.reduce(0) { $0 + $1.heldBytes }
    if held > budget / 4 * 3 || sorters.contains(where: { $0.file != nil }) {
      for sorter in sorters { try sorter.release() }
    }
    let found = RowSorter(budget: budget / 4)
    var current = try RowMerge(sorters, budget: budget / 4)
    sorters = [RowSorter(budget: 0)]
    for level in IdentityLevel.allCases {
      let above = RowSorter(budget: budget / 4)
      var sets = IdentitySets(level: level, above: above)
      while let row = try current.next() {
        // Only the first level has records without an identity.
        if row.w0 == RecordIndex.noIdentity, row.w1 == RecordIndex.noIdentity {
          let place = RowPlace(row).location
          try found.append(IndexRow(IdentityFinding(problem: .missingID, record: place, other: nil)))
        } else {
          try sets.take(row, isSameFile) { try found.append(IndexRow($0)) }
        }
      }
      current = try RowMerge([above], budget: budget / 4)
    }
    let merge = try RowMerge([found], budget: budget / 4)
    while let row = try merge.next() { if let finding = IdentityFinding(row) { try body(finding) } }
  }
}

extension IndexRow {
  /// A finding as a row: in the order of the later places.
  package init(_ finding: IdentityFinding) {
    let (later, earlier) = (finding.record, finding.other)
    self.init(
      UInt64(truncatingIfNeeded: later.file), UInt64(truncatingIfNeeded: later.offset),
      UInt64(finding.problem.rawValue), earlier.map { UInt64(truncatingIfNeeded: $0.file) } ?? .max,
      earlier.map { UInt64(truncatingIfNeeded: $0.offset) } ?? 0)
  }
}

extension IdentityFinding {
  package init?(_ row: IndexRow) {
    guard let problem = IdentityProblem(rawValue: UInt8(truncatingIfNeeded: row.w2)) else { return nil }
    let place = { (file: UInt64, offset: UInt64) in
      RecordLocation(file: Int(truncatingIfNeeded: file), offset: Int(truncatingIfNeeded: offset))
    }
    self.init(problem: problem, record: place(row.w0, row.w1), other: row.w3 == .max ? nil : place(row.w3, row.w4))
  }
}

/// The last two words of a row, which have a record's place.
///
/// | word | meaning                                                      |
/// |------|--------------------------------------------------------------|
/// | 0, 1 | source, type and case-folded id: the *folded* identity       |
/// | 2    | the id as written                                            |
/// | 3    | `meta.versionId` and `meta.lastUpdated`                      |
/// | 4, 5 | the content                                                  |
/// | 6    | number of the file, and the upper half of the offset         |
/// | 7    | lower half of the offset, flags                              |
///
/// Rows are ordered word by word. So records that may be the same are adjacent, within those the ones of one version,
/// within those the ones of equal content, and these are in the order of the input. Rows of findings differ.
struct RowPlace {
  private static let unattributed: UInt64 = 1

  let upper, lower: UInt64

  init(file: Int, offset: Int, isUnattributed: Bool) {
    let offset = UInt64(truncatingIfNeeded: offset)
    upper = UInt64(truncatingIfNeeded: file) << 32 | offset >> 32
    lower = offset << 32 | (isUnattributed ? RowPlace.unattributed : 0)
  }

  init(_ row: IndexRow) { (upper, lower) = (row.w6, row.w7) }

  var file: Int { Int(truncatingIfNeeded: upper >> 32) }
  var offset: Int { Int(truncatingIfNeeded: upper << 32 | lower >> 32) }
  /// Whether the record has neither a known source nor a version.
  var isUnattributed: Bool { lower & RowPlace.unattributed != 0 }
  var location: RecordLocation { RecordLocation(file: file, offset: offset) }
}

/// A place in a run: a file by its number, and a byte in it.
public struct RecordLocation: Hashable, Sendable, Comparable {
  /// The file's number in the order of the run.
  public var file: Int
  /// The offset of the record's first byte in the file.
  public var offset: Int

  /// Makes a place.
  public init(file: Int, offset: Int) { (self.file, self.offset) = (file, offset) }

  /// Compares by the order of the input.
  public static func < (lhs: RecordLocation, rhs: RecordLocation) -> Bool {
    lhs.file != rhs.file ? lhs.file < rhs.file : lhs.offset < rhs.offset
  }
}
