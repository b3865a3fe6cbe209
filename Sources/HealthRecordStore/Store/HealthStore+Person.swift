public import ClinicalRecords
public import Foundation

/// The user's side: changes to the store that are not made by the app.
extension HealthStore {
  /// The effect of a record's arrival.
  public enum Insertion: Hashable, Sendable {
    /// It is new.
    case added
    /// It has replaced the record with its key.
    case replaced
    /// The record with its key has the same JSON, so nothing has changed, not even the date of receipt.
    case unchanged
    /// It was not added: it has no clinical type.
    case withoutClinicalType(Classification.Reason)
    /// It was not added: it has no identifier.
    case withoutIdentifier
  }

  /// Adds a record from an institution. A record without a FHIR version gets that of the release that it shows, if any.
  @discardableResult
  public func insert(_ record: ClinicalRecord) -> Insertion {
    guard let type = record.clinicalType, record.resourceType != nil else {
      return .withoutClinicalType(record.classification.reason ?? .resourceType)
    }
    guard let key = record.key, !key.identifier.isEmpty else { return .withoutIdentifier }
    var origin = record.origin
    if origin.fhirVersion == nil { origin.fhirVersion = RecordVersions.version(of: record.json) }
    return put(record.json, key, type: type, origin: origin)
  }

  /// Adds records from institutions.
  @discardableResult
  public func insert(contentsOf records: [ClinicalRecord]) -> [Insertion] { records.map { insert($0) } }

  /// Deletes a record, as an institution or the user does.
  ///
  /// - Returns: whether the record existed.
  @discardableResult
  public func deleteRecord(_ key: RecordKey) -> Bool {
    guard let type = records.remove(key) else { return false }
    wakeObservers(of: CollectionOfOne(.clinicalType(type)))
    return true
  }

  /// The number of clinical records, regardless of authorization.
  public var recordCount: Int { records.count }

  /// Saves a sample, as another app or the user does.
  public func insert(_ sample: Sample, from source: String) {
    samples.add(sample, source: source, isOwn: false)
    wakeObservers(of: CollectionOfOne(sample.type))
  }

  /// Allows in Settings types that a sheet has shown before.
  public func allow(toShare share: Set<ObjectType> = [], read: Set<ObjectType> = []) {
    authorization.setSharing(true, of: share)
    authorization.setReading(true, of: read)
    wakeObservers(of: read)
  }

  /// Revokes in Settings types that a sheet has shown before, and access to single objects.
  public func revoke(toShare share: Set<ObjectType> = [], read: Set<ObjectType> = [], objects: Set<UUID> = []) {
    authorization.setSharing(false, of: share)
    authorization.setReading(false, of: read)
    authorization.readableObjects.subtract(objects)
  }

  /// Resets all decisions, as deleting and reinstalling the app does. Samples that the app saved remain its own.
  public func resetAuthorization() { authorization = AuthorizationState() }

  /// Sets who answers the next sheets.
  public func setResponder(_ responder: AuthorizationResponder) { self.responder = responder }

  /// Changes the device: locks it, hands it to a guest, restricts it.
  public func changeDevice(_ change: @Sendable (inout Device) -> Void) {
    change(&device)
    wakeAllObservers()
  }

  func put(_ json: [UInt8], _ key: RecordKey, type: ClinicalTypeIdentifier, origin: RecordOrigin) -> Insertion {
    let outcome = records.put(json, key, type: type, origin: origin)
    if outcome == .unchanged { return outcome }
    authorization.dataArrived(of: .clinicalType(type))
    // A record may have left another type, so waiting queries check again.
    if outcome == .added { wakeObservers(of: CollectionOfOne(.clinicalType(type))) } else { wakeAllObservers() }
    return outcome
  }
}
