import FHIRSchema
import FHIRView
package import FHIRTape
import FHIRText

/// A resource with what HealthKit says of a clinical record: its type, a name to show, where it comes from, its JSON.
///
/// A record is identified by ``identifier``, ``resourceTypeName`` and ``source`` together; two institutions may use the
/// same identifier for different things.
///
/// Unlike HealthKit's, a record may be without a clinical type; ``classification`` then says why. The JSON is the
/// resource as it was read, byte for byte, so nothing is lost and a model is decoded only when somebody wants one.
public struct ClinicalRecord: Hashable, Sendable {
  /// What kind of record it is, and what says so.
  public let classification: Classification
  /// A name for people: of the substance, the condition, the test, the medication; else the resource type.
  public let displayName: String
  /// The `resourceType` as written.
  public let resourceTypeName: String
  /// The `id` as written, `nil` when there is none.
  public let identifier: String?
  /// Where the record comes from.
  public let origin: RecordOrigin
  /// The resource as it was read.
  public let json: [UInt8]
  /// The source that the record or its entry names, for records whose origin has none: see ``RecordIdentity``.
  private let namedSource: String?

  /// Makes a record of the JSON of one resource, `nil` when it is not an object with a resource type.
  public init?(json: [UInt8], origin: RecordOrigin = RecordOrigin(), classifier: Classifier = Classifier()) {
    let record = json.withUnsafeBytes { bytes in
      TapedJSON.withTape(of: bytes) { ClinicalRecord($0, at: 0, origin: origin, classifier: classifier) }
    }
    guard let record, let record else { return nil }
    self = record
  }

  /// Makes a record of the resource at `index`, `nil` when it is not an object with a resource type.
  ///
  /// - Parameter entry: the tape index of the Bundle entry that holds it, -1 where none does.
  package init?(_ tape: Tape, at index: Int, entry: Int = -1, origin: RecordOrigin, classifier: Classifier) {
    guard tape.tag(index) == .object, let name = ResourceView(tape, index).typeName else { return nil }
    let release = origin.fhirVersion?.release ?? .unknown
    classification = classifier.classify(tape, at: index, release: release)
    let source = RecordIdentity.source(of: index, on: tape, entry: entry, givenSource: origin.source, release: release)
    namedSource = source.isEmpty || origin.source?.isEmpty == false ? nil : source
    displayName = DisplayName.of(index, on: tape) ?? name
    resourceTypeName = name
    identifier = tape.stringValue(tape.value(of: "id", in: index))
    self.origin = origin
    let range = tape.range(index)
    json = Array(UnsafeBufferPointer(start: tape.bytes + range.lowerBound, count: range.count))
  }
}

extension ClinicalRecord {
  /// Whether both have the same JSON, byte by byte, and come from the same place.
  public static func == (a: ClinicalRecord, b: ClinicalRecord) -> Bool {
    // The names and the identifier are in the JSON.
    a.classification == b.classification && a.json == b.json && a.origin == b.origin
      && a.namedSource?.byBytes == b.namedSource?.byBytes
  }

  /// Hashes the JSON and where it comes from.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(json)
    hasher.combine(origin)
  }
}

extension ClinicalRecord {
  /// What tells the record from all others; `nil` when it has no id.
  public var identity: RecordIdentity? {
    guard let identifier, !identifier.isEmpty else { return nil }
    return RecordIdentity(source: identifyingSource, resourceType: resourceTypeName, id: identifier)
  }

  /// The source in the record's identity; empty for the anonymous one.
  package var identifyingSource: String {
    if let source = origin.source, !source.isEmpty { return source }
    return namedSource ?? ""
  }
}

extension ClinicalRecord {
  /// HealthKit's type, `nil` when no type fits.
  public var clinicalType: ClinicalTypeIdentifier? { classification.clinicalType }
  /// The resource type, `nil` when HealthKit has no records of it.
  public var resourceType: FHIRResourceType? { FHIRResourceType(named: resourceTypeName) }
  /// The institution, or whatever the caller calls the source.
  public var source: String? { origin.source }
  /// Where the institution's server has the resource.
  public var sourceURL: String? { origin.sourceURL }
  /// The version of FHIR that the record is said to be of.
  public var fhirVersion: FHIRVersion? { origin.fhirVersion }
  /// When the record was downloaded; not a clinical date.
  public var receivedDate: ReceivedDate? { origin.receivedDate }
}

extension Sequence<ClinicalRecord> {
  /// The records of a clinical type, as a HealthKit query of that type returns them.
  public func records(ofType type: ClinicalTypeIdentifier) -> [ClinicalRecord] {
    filter { $0.clinicalType == type }
  }

  /// The records of a FHIR resource type, as HealthKit's predicate of that type selects them.
  public func records(withFHIRResourceType type: FHIRResourceType) -> [ClinicalRecord] {
    filter { $0.resourceType == type }
  }
}
