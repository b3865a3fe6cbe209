/// The URL of a definition, without the version and the fragment that may follow it.
struct ProfileURL {
  let address: String
  let version: String?

  init(_ url: String) {
    let parts = url.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    address = parts.first.map { String($0.prefix { $0 != "#" }) } ?? ""
    version = parts.count == 2 ? String(parts[1]) : nil
  }
}
