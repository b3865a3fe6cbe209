/// Whether the app may write a type. Whether it may read one is never told.
public enum AuthorizationStatus: Int, CaseIterable, Hashable, Sendable {
  /// The app has not asked.
  case notDetermined = 0
  /// The person has denied it.
  case sharingDenied = 1
  /// The person has allowed it.
  case sharingAuthorized = 2
}

/// Whether a request would show its sheet.
public enum AuthorizationRequestStatus: Int, CaseIterable, Hashable, Sendable {
  /// It cannot be told.
  case unknown = 0
  /// It would.
  case shouldRequest = 1
  /// Everything is decided.
  case unnecessary = 2
}

/// What an app may see of a type.
enum ReadAccess: Hashable, Sendable {
  /// The app has not asked, so that a query is an error.
  case notDetermined
  /// Only what the app itself has saved; how a denial looks.
  case ownOnly
  /// What was there up to this place in the store's sequence, and what the app itself has saved.
  case through(UInt64)
  /// Everything.
  case all
}
