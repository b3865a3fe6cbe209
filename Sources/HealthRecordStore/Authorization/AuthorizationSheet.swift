public import Foundation

/// What the person sees when an app asks: only types that are not decided yet.
public struct AuthorizationSheet: Hashable, Sendable {
  /// The types that the app wants to write, sorted by identifier.
  public let share: [ObjectType]
  /// The types that the app wants to read, sorted by identifier.
  public let read: [ObjectType]
  /// Those of ``read`` that the app cannot do without.
  public let required: [ObjectType]
  /// The single objects that the app wants to read, where access is given object by object.
  public let objects: [Sample]

  init(
    share: [ObjectType] = [], read: [ObjectType] = [], required: [ObjectType] = [], objects: [Sample] = []
  ) {
    self.share = share
    self.read = read
    self.required = required
    self.objects = objects
  }
}

/// What the person answers to a sheet.
public enum AuthorizationAnswer: Hashable, Sendable {
  /// The person closes the sheet; nothing is decided.
  case cancel
  /// The person decides everything on the sheet: what is named is granted and the rest is denied. Types that are not
  /// on the sheet change nothing.
  case decide(Grants)

  /// What is granted.
  public struct Grants: Hashable, Sendable {
    /// The types that the app may write.
    public var share: Set<ObjectType>
    /// The types that the app may read, now and in future.
    public var read: Set<ObjectType>
    /// The clinical types of which the app may read the records that are there now; for new ones it has to ask again.
    public var currentRecords: Set<ObjectType>
    /// The single objects that the app may read.
    public var objects: Set<UUID>

    /// Makes grants; of what is not named, none.
    public init(
      share: Set<ObjectType> = [], read: Set<ObjectType> = [], currentRecords: Set<ObjectType> = [],
      objects: Set<UUID> = []
    ) {
      self.share = share
      self.read = read
      self.currentRecords = currentRecords
      self.objects = objects
    }
  }
}
