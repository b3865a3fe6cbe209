import FHIRSchema

/// The URL of a definition, without the version and the fragment that may follow it.
struct ProfileURL {
  let address: String
  let version: String?

  init(_ url: String) {
    let parts = url.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    address = parts.first.map { String($0.prefix { $0 != "#" }) } ?? ""
    version = parts.count == 2 ? String(parts[1]) : nil
  }

  /// Whether a value set of a release is meant. Its version is that of the release, unless it states another one.
  func means(_ set: ValueSetRow, of schema: SchemaTable) -> Bool {
    address == set.url && means(version: set.version ?? schema.release.version)
  }

  /// Whether a definition of the address is meant: any version if the URL names none, else this one, of which the URL
  /// may give the first numbers only. A definition without a version may be any.
  func means(version other: String?) -> Bool {
    guard let version, let other, version != other else { return true }
    return other.hasPrefix(version + ".")
  }
}
