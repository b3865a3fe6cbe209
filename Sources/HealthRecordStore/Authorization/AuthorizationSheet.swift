public import Foundation

/// The content of the sheet that an app's request shows: only undecided types.
public struct AuthorizationSheet: Hashable, Sendable {
  /// The types that the app wants to write, sorted by identifier.
  public internal(set) var share: [ObjectType] = []
  /// The types that the app wants to read, sorted by identifier.
  public internal(set) var read: [ObjectType] = []
  /// The types in ``read`` that the app requires.
  public internal(set) var required: [ObjectType] = []
  /// The single objects that the app wants to read: of types that are authorized object by object, documents that no
  /// sheet has shown yet, or the health cards of a query.
  public internal(set) var objects: [Sample] = []
}

/// The user's answer to a sheet.
public enum AuthorizationAnswer: Hashable, Sendable {
  /// The user closes the sheet; nothing is decided.
  case cancel
  /// The user decides everything on the sheet: named types are granted and all others denied. Types that are not on the
  /// sheet do not change.
  case decide(Grants)

  /// The granted types and objects.
  public struct Grants: Hashable, Sendable {
    /// The types that the app may write.
    public var share: Set<ObjectType>
    /// The types that the app may read, now and in the future.
    public var read: Set<ObjectType>
    /// The clinical types whose existing records the app may read; for new records it must ask again.
    public var currentRecords: Set<ObjectType>
    /// The single objects that the app may read.
    public var objects: Set<UUID>

    /// Makes grants; grants nothing that is not named.
    public init(
      share: Set<ObjectType> = [], read: Set<ObjectType> = [], currentRecords: Set<ObjectType> = [],
      objects: Set<UUID> = []
    ) {
      (self.share, self.read, self.currentRecords, self.objects) = (share, read, currentRecords, objects)
    }
  }
}
