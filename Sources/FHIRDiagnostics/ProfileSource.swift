import FHIRText

/// The profile that a finding comes from, and the slice of it.
public struct ProfileSource: Hashable, Sendable {
  /// The url of the profile.
  public var profile: String
  /// The name of the slice whose assertion is broken, `nil` where the finding is about none.
  public var slice: String?

  /// Makes a source.
  @inlinable
  public init(profile: String, slice: String? = nil) {
    self.profile = profile
    self.slice = slice
  }

  /// Whether both say the same, by the bytes.
  public static func == (a: ProfileSource, b: ProfileSource) -> Bool {
    a.profile.byBytes == b.profile.byBytes && a.slice?.byBytes == b.slice?.byBytes
  }

  /// Hashes the compared members.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(profile.byBytes)
    hasher.combine(slice?.byBytes)
  }
}
