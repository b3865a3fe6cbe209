import ClinicalRecords

/// The facts that the table keeps of a record in addition to its bytes.
///
/// The bytes are one after another in ``PackedBytes``:
///
/// ```text
/// sourceURL | identifier, unless it stands in the JSON as it is | JSON
/// ```
struct RecordRow: Sendable {
  /// The place of the first byte.
  let place: PackedBytes.Place
  /// The size of the source URL; `UInt32.max` if there is none.
  let urlCount: UInt32
  /// The offset of the identifier from ``place``.
  let identifierOffset: UInt32
  /// The size of the identifier.
  let identifierCount: UInt32
  /// The offset of the JSON from ``place``.
  let jsonOffset: UInt32
  /// The size of the JSON.
  let jsonCount: UInt32
  /// The origin's number in ``OriginTable``.
  let origin: UInt32
  /// The store's change that added the record; rows are in this order.
  let sequence: UInt64
  /// The resource type's number.
  let resourceType: UInt8
  /// The clinical type's number.
  let clinicalType: UInt8
  /// Whether the record was deleted or replaced.
  var isDead = false

  var byteCount: Int { Int(jsonOffset) + Int(jsonCount) }

  var bucket: Int { RecordRow.bucket(clinicalType, resourceType) }

  static func bucket(_ clinicalType: UInt8, _ resourceType: UInt8) -> Int {
    Int(clinicalType) * FHIRResourceType.allCases.count + Int(resourceType)
  }
}

extension FHIRResourceType {
  /// The index of the type in `allCases`.
  var number: UInt8 { FHIRResourceType.numbers[self] ?? 0 }
  private static let numbers: [FHIRResourceType: UInt8] = Dictionary(uniqueKeysWithValues: zip(allCases, 0...))
  /// The type with an index.
  static func numbered(_ number: UInt8) -> FHIRResourceType { allCases[Int(number)] }
}

extension ClinicalTypeIdentifier {
  /// The index of the type in `allCases`.
  var number: UInt8 { ClinicalTypeIdentifier.numbers[self] ?? 0 }
  private static let numbers: [ClinicalTypeIdentifier: UInt8] = Dictionary(
    uniqueKeysWithValues: zip(allCases, 0...))
  /// The type with an index.
  static func numbered(_ number: UInt8) -> ClinicalTypeIdentifier { allCases[Int(number)] }
}

/// The rows of one clinical and one resource type, in the order of the store's changes.
///
/// Dead rows stay until they outnumber live ones, so an iteration is linear in the number of rows it finds.
struct RowList: Sendable {
  private(set) var rows: [UInt32] = []
  private var dead = 0

  /// The number of live rows.
  var count: Int { rows.count - dead }

  mutating func append(_ row: UInt32) { rows.append(row) }

  /// Counts one more dead row, and removes the dead rows when they are many.
  mutating func noteDead(_ isDead: (UInt32) -> Bool) {
    dead += 1
    guard dead > rows.count / 2 else { return }
    rows.removeAll(where: isDead)
    dead = 0
  }
}
