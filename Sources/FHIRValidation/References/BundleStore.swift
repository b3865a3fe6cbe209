import FHIRSchema

/// The addresses and references of a Bundle that is larger than the memory for them, sorted by address. Each is a
/// ``BundleRow``; beyond some thousands they go to a temporary file, and the details for findings to a second one.
final class BundleStore {
  let rows: RowSorter
  /// Whether the rows include the addresses of the tables.
  var hasAddresses = false
  private var details: TemporaryFile?
  private var unwritten: [UInt8] = []

  init(budget: Int) { rows = RowSorter(budget: budget) }

  /// Stores some bytes; returns the number for ``load(_:_:)``.
  func keep(_ bytes: UnsafeRawBufferPointer) throws(TemporaryFileError) -> Int {
    if unwritten.count >= 256 << 10 { try write() }
    let number = (details?.count ?? 0) + unwritten.count
    unwritten.append(contentsOf: bytes)
    return number
  }

  private func write() throws(TemporaryFileError) {
    let file = if let details { details } else { try TemporaryFile() }
    details = file
    try unwritten.withUnsafeBufferPointer { bytes throws(TemporaryFileError) in
      try file.append(UnsafeRawBufferPointer(bytes))
    }
    unwritten.removeAll(keepingCapacity: true)
  }

  func load<Result>(_ number: Int, _ count: Int, _ body: (UnsafeRawBufferPointer) -> Result) throws(TemporaryFileError)
    -> Result
  {
    if !unwritten.isEmpty { try write() }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(count, 1), alignment: 8)
    defer { buffer.deallocate() }
    let bytes = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
    try details?.read(at: number, into: bytes)
    return body(UnsafeRawBufferPointer(bytes))
  }
}

/// The words of a row of a ``BundleStore``.
///
/// | word | of an address or a request         | of a reference                      |
/// |------|------------------------------------|-------------------------------------|
/// | 0    | hash                               | the same, of what it names          |
/// | 1    | more of the hash, and the version  | the same; all bits for any version  |
/// | 2    | its offset in the input            | the same, and ``referenceMark``     |
/// | 3    | the type plus two                  | ``HeldReference/flags``             |
/// | 4    | the number of the entry            | its detail plus one, 0 for none     |
/// | 5    | how many bytes it has              |                                     |
/// | 6    | 1 for a request                    |                                     |
///
/// Sorting brings rows of one address together, version by version, addresses before the references to them.
enum BundleRow {
  static let referenceMark: UInt64 = 1 << 63
  private static let anyVersion: UInt64 = 0xFFFF_FFFF
  /// The outcomes for an address that an earlier entry has, and for a reference that leads to no entry.
  static let (repeated, unresolved): (UInt64, UInt64) = (0, 1)

  static func address(_ key: BundleIndex.Key, type: TypeID, entry: Int, range: Range<Int>, isRequest: Bool = false)
    -> IndexRow
  {
    IndexRow(
      key.hash, UInt64(key.check) << 32 | UInt64(key.version), UInt64(range.lowerBound), UInt64(type.row + 2),
      UInt64(entry), UInt64(range.count), isRequest ? 1 : 0)
  }

  static func reference(_ reference: HeldReference, detail: Int) -> IndexRow {
    let version = reference.key.version == 0 ? anyVersion : UInt64(reference.key.version)
    return IndexRow(
      reference.key.hash, UInt64(reference.key.check) << 32 | version, UInt64(reference.start) | referenceMark,
      UInt64(reference.flags.bits), UInt64(detail + 1))
  }

  static func isReference(_ row: IndexRow) -> Bool { row.w2 & referenceMark != 0 }

  static func start(_ row: IndexRow) -> Int { Int(row.w2 & ~referenceMark) }

  /// What must be reported, by its place: ``repeated``, ``unresolved``, or the type of a wrong target plus two.
  static func outcome(_ outcome: UInt64, _ row: IndexRow) -> IndexRow {
    IndexRow(UInt64(start(row)), outcome, row.w3, row.w4, row.w5, row.w6)
  }

  static func isSameAddress(_ one: IndexRow, _ other: IndexRow) -> Bool {
    one.w0 == other.w0 && one.w1 >> 32 == other.w1 >> 32
  }

  static func flags(_ row: IndexRow) -> ReferenceFlags { ReferenceFlags(bits: UInt32(truncatingIfNeeded: row.w3)) }
}

/// The addresses of a group of sorted rows, which share the first word and half of the second, read one by one.
struct AddressGroup {
  private var head: IndexRow?
  /// The first address of the group in any version, and in the current version.
  private var first: IndexRow?
  private var ofVersion: IndexRow?

  /// Takes an address; `false` if the Bundle already has it, in the same version.
  mutating func take(address row: IndexRow) -> Bool {
    begin(row)
    if let ofVersion, ofVersion.w1 == row.w1 { return false }
    ofVersion = row
    if first.map({ row.w2 < $0.w2 }) ?? true { first = row }
    return true
  }

  /// The row of the type of a reference's target, `.none` if that is unknown; `nil` if there is no target.
  mutating func type(of row: IndexRow) -> TypeID? {
    begin(row)
    let found = BundleRow.flags(row).wantsAnyVersion ? first : ofVersion.flatMap { $0.w1 == row.w1 ? $0 : nil }
    return found.map { TypeID(Int($0.w3) - 2) }
  }

  private mutating func begin(_ row: IndexRow) {
    if let head, BundleRow.isSameAddress(head, row) { return }
    (head, first, ofVersion) = (row, nil, nil)
  }
}
