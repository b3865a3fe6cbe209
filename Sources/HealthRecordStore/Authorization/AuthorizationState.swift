import Foundation

/// What the person has decided about one app, as a value: the rules of authorization without the store around them.
///
/// ```text
///            sheet: granted            revoked
/// undecided ---------------> allowed <---------> denied
///     |                        ^  |
///     | sheet: current records |  | asked again and granted
///     +--------------> allowed through N --- new data ---> on the next sheet again
/// ```
///
/// Reading and writing are decided apart, type by type. N counts the store's changes.
struct AuthorizationState: Hashable, Sendable {
  private enum ReadDecision: Hashable {
    case denied
    case allowed
    case through(UInt64, hasNewData: Bool)
  }

  private var reads: [ObjectType: ReadDecision] = [:]
  private var shares: [ObjectType: Bool] = [:]
  private var objects: Set<UUID> = []

  // MARK: - Asking

  /// The sheet that a request shows, `nil` when everything in it is decided.
  func sheet(for request: AuthorizationRequest, required: Set<ObjectType> = []) -> AuthorizationSheet? {
    let share = request.share.filter { shares[$0] == nil }.sortedByIdentifier
    let read = request.read.filter(isOpen).sortedByIdentifier
    guard !share.isEmpty || !read.isEmpty else { return nil }
    return AuthorizationSheet(share: share, read: read, required: read.filter(required.contains))
  }

  /// Whether a request would show a sheet.
  func requestStatus(for request: AuthorizationRequest) -> AuthorizationRequestStatus {
    sheet(for: request) == nil ? .unnecessary : .shouldRequest
  }

  private func isOpen(_ type: ObjectType) -> Bool {
    switch reads[type] {
    case nil, .through(_, hasNewData: true): true
    case .denied, .allowed, .through(_, hasNewData: false): false
    }
  }

  /// Keeps the decisions about what stood on the sheet.
  ///
  /// Who is asked about new records and declines keeps sharing the earlier ones; HealthKit does not say.
  ///
  /// - Parameter sequence: the place in the store's sequence that "current records" reach to.
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
    // Objects on a sheet are decided anew each time: who unchecks one takes it back.
    let asked = Set(sheet.objects.map(\.uuid))
    objects.subtract(asked)
    objects.formUnion(grants.objects.intersection(asked))
  }

  /// Whether the person has denied one of the required types; the app must not learn which one.
  func deniesRequired(_ required: Set<ObjectType>, of request: AuthorizationRequest) -> Bool {
    required.intersection(request.read).contains { reads[$0] == .denied }
  }

  // MARK: - Using

  /// What may be seen of a type. Who was asked about writing only may look for what it has written.
  func readAccess(to type: ObjectType) -> ReadAccess {
    switch reads[type] {
    case .allowed: return .all
    case .through(let sequence, _): return .through(sequence)
    case .denied: return .ownOnly
    case nil: break
    }
    return shares[type] == nil && !type.requiresPerObjectAuthorization ? .notDetermined : .ownOnly
  }

  /// Whether the type may be written.
  func shareStatus(of type: ObjectType) -> AuthorizationStatus {
    switch shares[type] {
    case nil: .notDetermined
    case false?: .sharingDenied
    case true?: .sharingAuthorized
    }
  }

  /// Whether a single object may be seen.
  func canRead(object: UUID) -> Bool { objects.contains(object) }

  // MARK: - What happens

  /// New data of a type make the app ask again, when the person chose so.
  mutating func dataArrived(of type: ObjectType) {
    if case .through(let sequence, false) = reads[type] { reads[type] = .through(sequence, hasNewData: true) }
  }

  /// The person changes reading in Settings; a type that no sheet has shown is not listed there, so nothing happens.
  mutating func setReading(_ isAllowed: Bool, of types: Set<ObjectType>) {
    for type in types where reads[type] != nil { reads[type] = isAllowed ? .allowed : .denied }
  }

  /// The person changes writing in Settings; a type that no sheet has shown is not listed there, so nothing happens.
  mutating func setSharing(_ isAllowed: Bool, of types: Set<ObjectType>) {
    for type in types where shares[type] != nil { shares[type] = isAllowed }
  }

  /// The person takes back access to single objects.
  mutating func revoke(objects revoked: Set<UUID>) { objects.subtract(revoked) }
}
