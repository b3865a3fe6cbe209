/// Counts of records by type: the numbers of `fhircheck summary`.
///
/// Every record is counted once, under its clinical type or under the reason why it has none, so the two add up to
/// ``records``.
public struct RecordCensus: Hashable, Sendable {
  /// All records.
  public private(set) var records = 0
  private var types = CaseCounts<ClinicalTypeIdentifier>()
  private var medications = CaseCounts<FHIRResourceType>()
  private var withoutType = CaseCounts<Classification.Reason>()
  /// Records whose category had to be inferred from codes.
  public private(set) var inferred = 0
  /// Records whose category was taken from words.
  public private(set) var fromWords = 0
  /// Records in several categories that exclude each other.
  public private(set) var ambiguous = 0

  /// Makes a census without records.
  public init() {}

  /// Counts a record.
  public mutating func add(_ classification: Classification, resourceType: FHIRResourceType?) {
    records += 1
    if let type = classification.clinicalType {
      types.add(type)
      if type == .medicationRecord, let resourceType { medications.add(resourceType) }
    }
    if let reason = classification.reason { withoutType.add(reason) }
    if classification.isInferred { inferred += 1 }
    if classification.basis == .categoryText { fromWords += 1 }
    if classification.isAmbiguous { ambiguous += 1 }
  }

  /// Adds another census.
  public mutating func merge(_ other: RecordCensus) {
    records += other.records
    types.merge(other.types)
    medications.merge(other.medications)
    withoutType.merge(other.withoutType)
    inferred += other.inferred
    fromWords += other.fromWords
    ambiguous += other.ambiguous
  }

  /// Records by clinical type, without types that do not occur.
  public var clinicalTypes: [ClinicalTypeIdentifier: Int] { types.dictionary }
  /// Records of the medication type by FHIR type, without types that do not occur.
  public var medicationTypes: [FHIRResourceType: Int] { medications.dictionary }
  /// Records without a clinical type by reason, without reasons that do not occur.
  public var reasons: [Classification.Reason: Int] { withoutType.dictionary }
}

private struct CaseCounts<Key: CaseIterable & Hashable & Sendable>: Hashable, Sendable {
  private var counts = Array(repeating: 0, count: Key.allCases.count)

  // A dictionary would hash the raw value for each record.
  mutating func add(_ key: Key) { counts[key.caseNumber] += 1 }

  mutating func merge(_ other: CaseCounts) {
    for (index, count) in other.counts.enumerated() { counts[index] += count }
  }

  var dictionary: [Key: Int] { Dictionary(uniqueKeysWithValues: zip(Key.allCases, counts).filter { $0.1 > 0 }) }
}

extension CaseIterable {
  /// The number of the case of an enum without associated values: in memory it is that number in a byte.
  var caseNumber: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
}
