import ClinicalRecords
import FHIRSupport

/// All clinical records, as rows in the order of their arrival.
///
/// A change only appends: a new record, or one that replaces the record with the same key, becomes the last row, with
/// the next number of the sequence. A replaced or deleted row is only marked. So rows and all lists of row numbers are
/// in the order of the sequence, and the changes since a number are the end of a list. When dead rows outnumber live
/// ones, the table is packed again, so a change takes constant time on average.
///
/// ```text
/// keys   hash -> row                        one place to look for (source, type, identifier)
/// lists  clinical type x resource type -> rows
/// rows   place, sequence, types, origin     48 bytes each
/// bytes  source URL, identifier, JSON       packed
/// ```
struct RecordTable: Sendable {
  private(set) var rows: [RecordRow] = []
  private var bytes = PackedBytes()
  private var origins = OriginTable()
  private var keys = KeyIndex()
  private var lists: [RowList]
  private var deletions: [DeletionLog]
  private var deadRows = 0
  private var deadBytes = 0
  /// The number of changes so far.
  private(set) var sequence: UInt64 = 0

  init() {
    let types = ClinicalTypeIdentifier.allCases.count
    lists = Array(repeating: RowList(), count: types * FHIRResourceType.allCases.count)
    deletions = Array(repeating: DeletionLog(), count: types)
  }

  /// The number of records.
  var count: Int { rows.count - deadRows }

  /// The number of records of a clinical type.
  func count(of type: ClinicalTypeIdentifier) -> Int {
    FHIRResourceType.allCases.reduce(0) { $0 + lists[RecordRow.bucket(type.number, $1.number)].count }
  }

  // MARK: - Changing

  /// The effect of a record's arrival.
  enum Outcome: Hashable, Sendable {
    /// There was no record with its key.
    case added
    /// It has replaced the record with its key.
    case replaced
    /// The record with its key has the same JSON; nothing was changed, not even the date.
    case unchanged
  }

  /// Adds a record, in place of the record with the same key.
  ///
  /// - Parameter identifierInJSON: the range of the identifier in the JSON; `nil` if it does not occur there verbatim.
  mutating func put(
    _ json: UnsafeRawBufferPointer, identifier: UnsafeRawBufferPointer, identifierInJSON: Int?,
    type: ClinicalTypeIdentifier, resourceType: FHIRResourceType, origin: RecordOrigin
  ) -> Outcome {
    let originNumber = origins.number(of: origin)
    let source = origins.source(ofOrigin: originNumber)
    let hash = RecordTable.hash(source, resourceType.number, identifier)
    let old = find(hash, source, resourceType.number, identifier)
    if let old, isSame(json, as: rows[Int(old)], type) { return .unchanged }
    if keys.isFull { rebuildKeys() }
    if let old {
      keys.remove(old, hash: hash)
      kill(old, leavesType: rows[Int(old)].clinicalType != type.number)
    }
    append(json, identifier, identifierInJSON, type, resourceType, originNumber, origin.sourceURL, hash)
    packIfNeeded()
    return old == nil ? .added : .replaced
  }

  private mutating func append(
    _ json: UnsafeRawBufferPointer, _ identifier: UnsafeRawBufferPointer, _ identifierInJSON: Int?,
    _ type: ClinicalTypeIdentifier, _ resourceType: FHIRResourceType, _ origin: UInt32, _ sourceURL: String?,
    _ hash: Int
  ) {
    var url = sourceURL ?? ""
    let written = identifierInJSON == nil ? identifier : UnsafeRawBufferPointer(rebasing: identifier[..<0])
    let (place, urlCount) = url.withUTF8 { url in
      (bytes.append(UnsafeRawBufferPointer(url), written, json), url.count)
    }
    let jsonOffset = urlCount + written.count
    sequence += 1
    let row = RecordRow(
      place: place, urlCount: sourceURL == nil ? .max : UInt32(urlCount),
      identifierOffset: UInt32(identifierInJSON.map { jsonOffset + $0 } ?? urlCount),
      identifierCount: UInt32(identifier.count), jsonOffset: UInt32(jsonOffset), jsonCount: UInt32(json.count),
      origin: origin, sequence: sequence, resourceType: resourceType.number, clinicalType: type.number)
    let number = UInt32(rows.count)
    rows.append(row)
    keys.insert(number, hash: hash)
    lists[row.bucket].append(number)
  }

  /// Deletes the record with a key.
  ///
  /// - Returns: its clinical type; `nil` if there is no such record.
  mutating func remove(_ key: RecordKey) -> ClinicalTypeIdentifier? {
    guard let row = row(of: key) else { return nil }
    let type = ClinicalTypeIdentifier.numbered(rows[Int(row)].clinicalType)
    keys.remove(row, hash: hash(row))
    kill(row, leavesType: true)
    packIfNeeded()
    return type
  }

  private mutating func kill(_ row: UInt32, leavesType: Bool) {
    let number = Int(row)
    if leavesType {
      sequence += 1
      deletions[Int(rows[number].clinicalType)].append(
        DeletionLog.Entry(
          sequence: sequence, recordSequence: rows[number].sequence, key: key(row),
          receivedSeconds: receivedSeconds(row)))
    }
    rows[number].isDead = true
    deadRows += 1
    deadBytes += rows[number].byteCount
    let all = rows
    lists[rows[number].bucket].noteDead { all[Int($0)].isDead }
  }

  // MARK: - Packing

  private mutating func packIfNeeded() {
    guard deadRows > 1024 && deadRows > rows.count / 2 || deadBytes > 1 << 22 && deadBytes > bytes.count / 2 else {
      return
    }
    var packed = PackedBytes()
    var living: [RecordRow] = []
    living.reserveCapacity(count)
    lists = Array(repeating: RowList(), count: lists.count)
    for row in rows where !row.isDead {
      let place = bytes.withBytes(row.place, 0, row.byteCount) { packed.append($0) }
      lists[row.bucket].append(UInt32(living.count))
      living.append(row.moved(to: place))
    }
    rows = living
    bytes = packed
    deadRows = 0
    deadBytes = 0
    rebuildKeys()
  }

  private mutating func rebuildKeys() {
    var index = KeyIndex()
    index.rebuild(rows.indices.filter { !rows[$0].isDead }.map(UInt32.init), count: count) { hash($0) }
    keys = index
  }

  // MARK: - Looking up

  /// The row of a key.
  func row(of key: RecordKey) -> UInt32? {
    guard let source = origins.source(named: key.source) else { return nil }
    var identifier = key.identifier
    return identifier.withUTF8 { text in
      let text = UnsafeRawBufferPointer(text)
      return find(
        RecordTable.hash(source, key.resourceType.number, text), source, key.resourceType.number, text)
    }
  }

  private func find(_ hash: Int, _ source: UInt32, _ type: UInt8, _ identifier: UnsafeRawBufferPointer) -> UInt32? {
    keys.row(hash) { number in
      let row = rows[Int(number)]
      return row.resourceType == type && row.identifierCount == identifier.count
        && origins.source(ofOrigin: row.origin) == source
        && withIdentifier(number) { $0.elementsEqual(identifier) }
    }
  }

  private func isSame(_ json: UnsafeRawBufferPointer, as row: RecordRow, _ type: ClinicalTypeIdentifier) -> Bool {
    row.jsonCount == json.count && row.clinicalType == type.number
      && bytes.withBytes(row.place, Int(row.jsonOffset), json.count) { $0.elementsEqual(json) }
  }

  private func hash(_ number: UInt32) -> Int {
    let row = rows[Int(number)]
    return withIdentifier(number) {
      RecordTable.hash(origins.source(ofOrigin: row.origin), row.resourceType, $0)
    }
  }

  /// With the key of this process, so that an attacker cannot prepare identifiers with colliding hashes.
  private static func hash(_ source: UInt32, _ type: UInt8, _ identifier: UnsafeRawBufferPointer) -> Int {
    let seed = Fingerprint(low: UInt64(source) << 8 | UInt64(type), high: 0)
    guard let start = identifier.baseAddress else { return 0 }
    let hash = KeyedHash.process.hash(start.assumingMemoryBound(to: UInt8.self), identifier.count, seed: seed)
    return Int(truncatingIfNeeded: hash.low) & Int.max
  }

  // MARK: - Reading rows

  func withIdentifier<Result>(_ number: UInt32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let row = rows[Int(number)]
    return bytes.withBytes(row.place, Int(row.identifierOffset), Int(row.identifierCount), body)
  }

  /// The rows of one clinical and one resource type in the order of the sequence, including dead ones.
  func list(_ type: ClinicalTypeIdentifier, _ resourceType: FHIRResourceType) -> [UInt32] {
    lists[RecordRow.bucket(type.number, resourceType.number)].rows
  }

  /// The deletions of a clinical type after a change.
  func deletions(of type: ClinicalTypeIdentifier, after sequence: UInt64) -> ArraySlice<DeletionLog.Entry> {
    deletions[Int(type.number)].entries(after: sequence)
  }

  /// The key of a row.
  func key(_ number: UInt32) -> RecordKey {
    RecordKey(
      source: origin(number).source, resourceType: .numbered(rows[Int(number)].resourceType),
      identifier: withIdentifier(number) { String(decoding: $0, as: UTF8.self) })
  }

  /// The origin of a row, without its source URL.
  func origin(_ number: UInt32) -> RecordOrigin { origins.origins[Int(rows[Int(number)].origin)] }

  /// When the record of a row was received.
  func receivedSeconds(_ number: UInt32) -> Int? { origin(number).receivedDate?.secondsSince1970 }

  /// The record of a row.
  func record(_ number: UInt32) -> ClinicalRecord? {
    let row = rows[Int(number)]
    var origin = origin(number)
    if row.urlCount != .max {
      origin.sourceURL = bytes.withBytes(row.place, 0, Int(row.urlCount)) { String(decoding: $0, as: UTF8.self) }
    }
    let json = bytes.withBytes(row.place, Int(row.jsonOffset), Int(row.jsonCount)) { Array($0) }
    return ClinicalRecord(json: json, origin: origin)
  }
}

extension RecordRow {
  /// The same row with its bytes at another place.
  fileprivate func moved(to place: PackedBytes.Place) -> RecordRow {
    RecordRow(
      place: place, urlCount: urlCount, identifierOffset: identifierOffset, identifierCount: identifierCount,
      jsonOffset: jsonOffset, jsonCount: jsonCount, origin: origin, sequence: sequence, resourceType: resourceType,
      clinicalType: clinicalType)
  }
}
