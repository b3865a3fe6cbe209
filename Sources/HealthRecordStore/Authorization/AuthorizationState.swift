import ClinicalRecords
import Foundation

/// The user's decisions about one app, as a value: the rules of authorization without the store.
///
/// ```text
///            sheet: granted            revoked
/// undecided ---------------> allowed <---------> denied
///     |                        ^  |
///     | sheet: current records |  | asked again and granted
///     +--------------> allowed through N --- new data ---> on the next sheet again
/// ```
///
/// Reading and writing are decided separately for each type. N is a number in the store's sequence of changes.
struct AuthorizationState: Hashable, Sendable {
  private enum ReadDecision: Hashable {
    case denied
    case allowed
    case through(UInt64, hasNewData: Bool)
  }

  private var reads: [ObjectType: ReadDecision] = [:]
  private var shares: [ObjectType: Bool] = [:]
  private var objects: Set<UUID> = []
  private var objectsShown: Set<UUID> = []

  // MARK: - Requests

  /// The sheet that a request shows; `nil` if all its types are decided.
  func sheet(for request: AuthorizationRequest, required: Set<ObjectType> = []) -> AuthorizationSheet? {
    let share = request.share.filter { shares[$0] == nil }.sortedByIdentifier
    let read = request.read.filter(isOpen).sortedByIdentifier
    guard !share.isEmpty || !read.isEmpty else { return nil }
    return AuthorizationSheet(share: share, read: read, required: read.filter(required.contains))
  }

  func requestStatus(for request: AuthorizationRequest) -> AuthorizationRequestStatus {
    sheet(for: request) == nil ? .unnecessary : .shouldRequest
  }

  private func isOpen(_ type: ObjectType) -> Bool {
    switch reads[type] {
    case nil, .through(_, hasNewData: true): true
    case .denied, .allowed, .through(_, hasNewData: false): false
    }
  }

  /// Records the decisions about the content of a sheet; "current records" reach up to a change of the store. A user
  /// who is asked about new records and declines continues to share earlier ones; HealthKit does not document this.
  mutating func apply(_ grants: AuthorizationAnswer.Grants, to sheet: AuthorizationSheet, at sequence: UInt64) {
    for type in sheet.share { shares[type] = grants.share.contains(type) }
    for type in sheet.read {
      if grants.read.contains(type) {
        reads[type] = .allowed
      } else if grants.currentRecords.contains(type) {
        reads[type] = type.clinicalType == nil ? .allowed : .through(sequence, hasNewData: false)
      } else if case .through(let earlier, _) = reads[type] {
        reads[type] = .through(earlier, hasNewData: false)
      } else {
        reads[type] = .denied
      }
    }
    // Objects on a sheet are decided again each time: an unchecked object loses its access.
    let asked = Set(sheet.objects.map(\.uuid))
    objects.subtract(asked)
    objects.formUnion(grants.objects.intersection(asked))
    objectsShown.formUnion(asked)
  }

  /// Whether the user has denied one of the required types; the app must not learn which one.
  func deniesRequired(_ required: Set<ObjectType>, of request: AuthorizationRequest) -> Bool {
    required.intersection(request.read).contains { reads[$0] == .denied }
  }

  // MARK: - Access

  /// What the app may see of a type. If it has asked only to write the type, it may see its own samples.
  func readAccess(to type: ObjectType) -> ReadAccess {
    switch reads[type] {
    case .allowed: return .all
    case .through(let sequence, _): return .through(sequence)
    case .denied: return .ownOnly
    case nil: break
    }
    return shares[type] == nil && !type.requiresPerObjectAuthorization ? .notDetermined : .ownOnly
  }

  func shareStatus(of type: ObjectType) -> AuthorizationStatus {
    switch shares[type] {
    case nil: .notDetermined
    case false?: .sharingDenied
    case true?: .sharingAuthorized
    }
  }

  func canRead(object: UUID) -> Bool { objects.contains(object) }

  func wasAsked(about object: UUID) -> Bool { objectsShown.contains(object) }

  // MARK: - Events

  /// Records that data of a type arrived: if the user chose to be asked, the app must ask again.
  mutating func dataArrived(of type: ObjectType) {
    if case .through(let sequence, false) = reads[type] { reads[type] = .through(sequence, hasNewData: true) }
  }

  /// The user changes reading in Settings. Settings lists only types that a sheet has shown; others do not change.
  mutating func setReading(_ isAllowed: Bool, of types: Set<ObjectType>) {
    for type in types where reads[type] != nil { reads[type] = isAllowed ? .allowed : .denied }
  }

  /// The user changes writing in Settings. Settings lists only types that a sheet has shown; others do not change.
  mutating func setSharing(_ isAllowed: Bool, of types: Set<ObjectType>) {
    for type in types where shares[type] != nil { shares[type] = isAllowed }
  }

  mutating func revoke(objects revoked: Set<UUID>) { objects.subtract(revoked) }
}

struct AuthorizationRequest: Hashable, Sendable {
  let share: Set<ObjectType>
  let read: Set<ObjectType>

  /// Refuses requests for which HealthKit raises an exception.
  ///
  /// HealthKit does not document which of several faults it reports first. The store's order is: nothing requested,
  /// clinical types to write, the HealthKit entitlement, the health-records entitlement, types whose objects are
  /// authorized one by one, the usage descriptions for clinical records, for other reading, for writing, the required
  /// types. Returns the types that the app requires.
  @discardableResult
  func check(for app: AppConfiguration) throws(HealthError) -> Set<ObjectType> {
    guard !share.isEmpty || !read.isEmpty else { throw .nothingRequested }
    let clinicalShare = share.filter { $0.clinicalType != nil }
    guard clinicalShare.isEmpty else { throw .disallowed("share", clinicalShare) }
    guard app.hasHealthKit else { throw .missingEntitlement }
    let clinicalRead = read.filter { $0.clinicalType != nil }
    guard clinicalRead.isEmpty || app.hasHealthRecords else { throw .disallowed("read", clinicalRead) }
    let perObject = read.filter(\.requiresPerObjectAuthorization)
    guard perObject.isEmpty else { throw .disallowed("read", perObject) }
    let otherRead = read.subtracting(clinicalRead)
    try app.checkUsageDescription(InfoPlistKey.clinicalUsage, access: "read", for: Array(clinicalRead))
    try app.checkUsageDescription(InfoPlistKey.shareUsage, access: "read", for: Array(otherRead))
    try app.checkUsageDescription(InfoPlistKey.updateUsage, access: "write", for: Array(share))
    return clinicalRead.isEmpty ? [] : try app.requiredTypes()
  }
}
