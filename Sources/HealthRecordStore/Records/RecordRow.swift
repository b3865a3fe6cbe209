import ClinicalRecords

/// What the table knows of a record beside its bytes.
///
/// The bytes lie one after the other in ``PackedBytes``:
///
/// ```text
/// sourceURL | identifier, unless it stands in the JSON as it is | JSON
/// ```
struct RecordRow: Sendable {
  /// Where the bytes begin.
  let place: PackedBytes.Place
  /// The bytes of the source URL; `UInt32.max` for none.
  let urlCount: UInt32
  /// Where the identifier begins, behind ``place``.
  let identifierOffset: UInt32
  /// The bytes of the identifier.
  let identifierCount: UInt32
  /// Where the JSON begins, behind ``place``.
  let jsonOffset: UInt32
  /// The bytes of the JSON.
  let jsonCount: UInt32
  /// The origin's number in ``OriginTable``.
  let origin: UInt32
  /// The store's change that brought the record; rows lie in this order.
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
  /// A number below the count of the types.
  var number: UInt8 { FHIRResourceType.numbers[self] ?? 0 }
  private static let numbers: [FHIRResourceType: UInt8] = Dictionary(uniqueKeysWithValues: zip(allCases, 0...))
  /// The type of a number.
  static func numbered(_ number: UInt8) -> FHIRResourceType { allCases[Int(number)] }
}

extension ClinicalTypeIdentifier {
  /// A number below the count of the types.
  var number: UInt8 { ClinicalTypeIdentifier.numbers[self] ?? 0 }
  private static let numbers: [ClinicalTypeIdentifier: UInt8] = Dictionary(
    uniqueKeysWithValues: zip(allCases, 0...))
  /// The type of a number.
  static func numbered(_ number: UInt8) -> ClinicalTypeIdentifier { allCases[Int(number)] }
}
