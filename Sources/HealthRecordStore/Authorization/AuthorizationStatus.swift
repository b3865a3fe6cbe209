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
