import FHIRSchema
package import FHIRTape
import FHIRSupport

/// A resource with the properties of HealthKit's clinical records: type, display name, origin, JSON.
///
/// ``identifier``, ``resourceTypeName`` and ``source`` together identify a record; two institutions may use the same
/// identifier for different records.
///
/// Unlike in HealthKit, a record may lack a clinical type; ``classification`` then gives the reason. The JSON is the
/// resource byte for byte, so nothing is lost, and a model is decoded only on request.
public struct ClinicalRecord: Hashable, Sendable {
  /// The clinical type of the record, and the evidence for it.
  public let classification: Classification
  /// A name to show: of the substance, condition, test or medication; else the resource type.
  public let displayName: String
  /// The `resourceType` as written.
  public let resourceTypeName: String
  /// The `id` as written; `nil` if there is none.
  public let identifier: String?
  /// Where the record comes from.
  public let origin: RecordOrigin
  /// The resource as it was read.
  public let json: [UInt8]
  /// The source that the record or its entry names, for an origin without a source: see ``RecordIdentity``.
  private let namedSource: String?

  /// Makes a record from the JSON of one resource; `nil` if it is not an object with a resource type.
  public init?(json: [UInt8], origin: RecordOrigin = RecordOrigin(), classifier: Classifier = Classifier()) {
    guard
      let record = try? TapedJSON.read(json, { ClinicalRecord($0, at: .root, origin: origin, classifier: classifier) })
    else { return nil }
    self = record
  }

  /// Makes a record of the resource at `index`; `nil` if it is not an object with a resource type.
  package init?(
    _ tape: Tape, at index: TapeIndex, entry: TapeIndex = .none, origin: RecordOrigin, classifier: Classifier
  ) {
    guard let name = tape.text("resourceType", of: index) else { return nil }
    let release = origin.fhirVersion?.release ?? .unknown
    classification = classifier.classify(tape, at: index, release: release)
    let source = RecordIdentity.source(of: index, on: tape, entry: entry, givenSource: origin.source, release: release)
    namedSource = source.isEmpty || origin.source?.isEmpty == false ? nil : source
    displayName = FHIRResourceType(named: name).flatMap { FactReader(tape).displayName(of: index, $0) } ?? name
    resourceTypeName = name
    identifier = tape.text("id", of: index)
    self.origin = origin
    let range = tape.range(index)
    json = Array(UnsafeBufferPointer(start: tape.bytes + range.lowerBound, count: range.count))
  }

  /// Whether both have the same JSON, byte by byte, and the same origin.
  public static func == (a: ClinicalRecord, b: ClinicalRecord) -> Bool {
    // The names and the identifier are in the JSON.
    a.classification == b.classification && a.json == b.json && a.origin == b.origin
      && a.namedSource?.byBytes == b.namedSource?.byBytes
  }

  /// Hashes the JSON and the origin.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(json)
    hasher.combine(origin)
  }

  /// The identity of the record; `nil` if it has no id.
  public var identity: RecordIdentity? {
    guard let identifier, !identifier.isEmpty else { return nil }
    return RecordIdentity(source: identifyingSource, resourceType: resourceTypeName, id: identifier)
  }

  /// The source in the record's identity; empty for the anonymous source.
  package var identifyingSource: String { origin.source.flatMap { $0.isEmpty ? nil : $0 } ?? namedSource ?? "" }

  /// HealthKit's type; `nil` if no type fits.
  public var clinicalType: ClinicalTypeIdentifier? { classification.clinicalType }
  /// The resource type; `nil` if HealthKit has no records of it.
  public var resourceType: FHIRResourceType? { FHIRResourceType(named: resourceTypeName) }
  /// The institution, or the caller's name for the source.
  public var source: String? { origin.source }
  /// The URL of the resource on the institution's server.
  public var sourceURL: String? { origin.sourceURL }
  /// The FHIR version that the origin states for the record.
  public var fhirVersion: FHIRVersion? { origin.fhirVersion }
  /// When the record was downloaded; not a clinical date.
  public var receivedDate: ReceivedDate? { origin.receivedDate }
}

extension Sequence<ClinicalRecord> {
  /// The records of a clinical type, as a HealthKit query of that type returns them.
  public func records(ofType type: ClinicalTypeIdentifier) -> [ClinicalRecord] { filter { $0.clinicalType == type } }

  /// The records of a FHIR resource type, as HealthKit's predicate of that type selects them.
  public func records(withFHIRResourceType type: FHIRResourceType) -> [ClinicalRecord] {
    filter { $0.resourceType == type }
  }
}
