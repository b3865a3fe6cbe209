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
  /// What the app may see of the types that are decided.
  private var reads: [ObjectType: ReadAccess] = [:]
  /// The types that are allowed through a number and have new data: the next sheet shows them again.
  private var withNewData: Set<ObjectType> = []
  private var shares: [ObjectType: Bool] = [:]
  var readableObjects: Set<UUID> = []
  /// The single objects that a sheet has shown.
  private(set) var shownObjects: Set<UUID> = []

  // MARK: - Requests

  /// The sheet that a request shows; `nil` if all its types are decided.
  func sheet(for request: AuthorizationRequest, required: Set<ObjectType> = []) -> AuthorizationSheet? {
    let share = request.share.filter { shares[$0] == nil }.sortedByIdentifier
    let read = request.read.filter { reads[$0] == nil || withNewData.contains($0) }.sortedByIdentifier
    guard !share.isEmpty || !read.isEmpty else { return nil }
    return AuthorizationSheet(share: share, read: read, required: read.filter(required.contains))
  }

  /// Records the decisions about the content of a sheet; "current records" reach up to a change of the store. A user
  /// who is asked about new records and declines continues to share earlier ones; HealthKit does not document this.
  mutating func apply(_ grants: AuthorizationAnswer.Grants, to sheet: AuthorizationSheet, at sequence: UInt64) {
    for type in sheet.share { shares[type] = grants.share.contains(type) }
    for type in sheet.read {
      if grants.read.contains(type) {
        reads[type] = .all
      } else if grants.currentRecords.contains(type) {
        reads[type] = type.clinicalType == nil ? .all : .through(sequence)
      } else if case .through = reads[type] {
        continue
      } else {
        reads[type] = .ownOnly
      }
    }
    withNewData.subtract(sheet.read)
    // Objects on a sheet are decided again each time: an unchecked object loses its access.
    let asked = Set(sheet.objects.map(\.uuid))
    readableObjects.subtract(asked)
    readableObjects.formUnion(grants.objects.intersection(asked))
    shownObjects.formUnion(asked)
  }

  /// Whether the user has denied one of the required types; the app must not learn which one.
  func deniesRequired(_ required: Set<ObjectType>, of request: AuthorizationRequest) -> Bool {
    required.intersection(request.read).contains { reads[$0] == .ownOnly }
  }

  // MARK: - Access

  /// What the app may see of a type. If it has asked only to write the type, it may see its own samples.
  func readAccess(to type: ObjectType) -> ReadAccess {
    let undecided: ReadAccess = shares[type] == nil && !type.requiresPerObjectAuthorization ? .notDetermined : .ownOnly
    return reads[type] ?? undecided
  }

  func shareStatus(of type: ObjectType) -> AuthorizationStatus {
    shares[type].map { $0 ? .sharingAuthorized : .sharingDenied } ?? .notDetermined
  }

  // MARK: - Events

  /// Records that data of a type arrived: if the user chose to be asked, the app must ask again.
  mutating func dataArrived(of type: ObjectType) { if case .through = reads[type] { withNewData.insert(type) } }

  /// The user changes reading in Settings. Settings lists only types that a sheet has shown; others do not change.
  mutating func setReading(_ isAllowed: Bool, of types: Set<ObjectType>) {
    for type in types where reads[type] != nil { reads[type] = isAllowed ? .all : .ownOnly }
    withNewData.subtract(types)
  }

  /// The user changes writing in Settings. Settings lists only types that a sheet has shown; others do not change.
  mutating func setSharing(_ isAllowed: Bool, of types: Set<ObjectType>) {
    for type in types where shares[type] != nil { shares[type] = isAllowed }
  }
}

struct AuthorizationRequest: Hashable, Sendable {
  let share, read: Set<ObjectType>

  /// Refuses requests for which HealthKit raises an exception. HealthKit does not document which of several faults it
  /// reports first. The store's order is: nothing requested, clinical types to write, the HealthKit entitlement, the
  /// health-records entitlement, types whose objects are authorized one by one, the usage descriptions for clinical
  /// records, for other reading, for writing, the required types. Returns the types that the app requires.
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

/// Whether the app may write a type. The store never tells whether the app may read one.
public enum AuthorizationStatus: Int, CaseIterable, Hashable, Sendable {
  /// The app has not asked.
  case notDetermined = 0
  /// The user has denied it.
  case sharingDenied = 1
  /// The user has allowed it.
  case sharingAuthorized = 2
}

/// Whether a request would show its sheet.
public enum AuthorizationRequestStatus: Int, CaseIterable, Hashable, Sendable {
  /// Unknown.
  case unknown = 0
  /// It would show the sheet.
  case shouldRequest = 1
  /// Everything is decided, so it would not.
  case unnecessary = 2
}

enum ReadAccess: Hashable, Sendable {
  /// The app has not asked, so a query fails.
  case notDetermined
  /// Only the app's own samples: a denial looks like this.
  case ownOnly
  /// Data up to this number in the store's sequence, and the app's own samples.
  case through(UInt64)
  case all
}
