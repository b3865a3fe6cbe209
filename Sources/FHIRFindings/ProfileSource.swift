import FHIRSupport

/// The profile that a finding comes from, and the slice of it.
public struct ProfileSource: Hashable, Sendable {
  /// The url of the profile.
  public var profile: String
  /// The version of its definition, `nil` if that states none.
  public var version: String?
  /// The name of the slice whose assertion is broken, `nil` if the finding is not about a slice.
  public var slice: String?

  /// Makes a source.
  @inlinable
  public init(profile: String, version: String? = nil, slice: String? = nil) {
    (self.profile, self.version, self.slice) = (profile, version, slice)
  }

  /// Whether both have the same text, compared by bytes.
  public static func == (a: ProfileSource, b: ProfileSource) -> Bool {
    a.profile.byBytes == b.profile.byBytes && a.version?.byBytes == b.version?.byBytes
      && a.slice?.byBytes == b.slice?.byBytes
  }

  /// Hashes the compared members.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(profile.byBytes)
    hasher.combine(version?.byBytes)
    hasher.combine(slice?.byBytes)
  }
}
