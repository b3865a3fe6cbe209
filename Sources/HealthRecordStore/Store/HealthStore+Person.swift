public import ClinicalRecords
public import Foundation

/// The person's side: what happens to the store that no app does.
extension HealthStore {
  /// What became of a record that came.
  public enum Insertion: Hashable, Sendable {
    /// It is new.
    case added
    /// It has replaced the record of its key.
    case replaced
    /// The record of its key has the same JSON, so nothing has changed, not even the date of receipt.
    case unchanged
    /// It is not kept: no clinical type fits it.
    case withoutClinicalType(Classification.Reason)
    /// It is not kept: nothing identifies it.
    case withoutIdentifier
  }

  /// An institution sends a record. One without a version of FHIR gets that of the release that it shows, if it shows one.
  @discardableResult
  public func insert(_ record: ClinicalRecord) -> Insertion {
    guard let type = record.clinicalType, let resourceType = record.resourceType else {
      return .withoutClinicalType(record.classification.reason ?? .resourceType)
    }
    guard var identifier = record.identifier, !identifier.isEmpty else { return .withoutIdentifier }
    var origin = record.origin
    if origin.fhirVersion == nil { origin.fhirVersion = RecordVersions.version(of: record.json) }
    return record.json.withUnsafeBytes { json in
      identifier.withUTF8 { identifier in
        put(
          json, identifier: UnsafeRawBufferPointer(identifier), identifierInJSON: nil, type: type,
          resourceType: resourceType, origin: origin)
      }
    }
  }

  /// Institutions send records.
  ///
  /// - Returns: what became of each.
  @discardableResult
  public func insert(contentsOf records: [ClinicalRecord]) -> [Insertion] { records.map { insert($0) } }

  /// An institution, or the person, deletes a record.
  ///
  /// - Returns: whether it was there.
  @discardableResult
  public func deleteRecord(_ key: RecordKey) -> Bool {
    guard let type = records.remove(key) else { return false }
    wakeObservers(of: CollectionOfOne(.clinicalType(type)))
    return true
  }

  /// The number of clinical records, regardless of authorization.
  public var recordCount: Int { records.count }

  /// Another app, or the person by hand, saves a sample.
  public func insert(_ sample: Sample, from source: String) {
    samples.add(sample, source: source, isOwn: false)
    wakeObservers(of: CollectionOfOne(sample.type))
  }

  /// The person allows in Settings what a sheet has asked for before.
  public func allow(toShare share: Set<ObjectType> = [], read: Set<ObjectType> = []) {
    authorization.setSharing(true, of: share)
    authorization.setReading(true, of: read)
    wakeObservers(of: read)
  }

  /// The person revokes in Settings what a sheet has asked for before, and access to single objects.
  public func revoke(toShare share: Set<ObjectType> = [], read: Set<ObjectType> = [], objects: Set<UUID> = []) {
    authorization.setSharing(false, of: share)
    authorization.setReading(false, of: read)
    authorization.revoke(objects: objects)
  }

  /// The person resets all decisions, as deleting and installing the app does. Samples that the app saved stay its own.
  public func resetAuthorization() { authorization = AuthorizationState() }

  /// Another person sits in front of the next sheet.
  public func setResponder(_ responder: AuthorizationResponder) { self.responder = responder }

  /// The device changes: it is locked, a guest takes it, an enterprise restricts it.
  public func changeDevice(_ change: @Sendable (inout Device) -> Void) {
    var changed = device
    change(&changed)
    setDevice(changed)
    wakeAllObservers()
  }

  func put(
    _ json: UnsafeRawBufferPointer, identifier: UnsafeRawBufferPointer, identifierInJSON: Int?,
    type: ClinicalTypeIdentifier, resourceType: FHIRResourceType, origin: RecordOrigin
  ) -> Insertion {
    let outcome = records.put(
      json, identifier: identifier, identifierInJSON: identifierInJSON, type: type, resourceType: resourceType,
      origin: origin)
    guard outcome != .unchanged else { return .unchanged }
    authorization.dataArrived(of: .clinicalType(type))
    // A record may have left another type, so waiting queries check again.
    if outcome == .added { wakeObservers(of: CollectionOfOne(.clinicalType(type))) } else { wakeAllObservers() }
    return outcome == .added ? .added : .replaced
  }
}
