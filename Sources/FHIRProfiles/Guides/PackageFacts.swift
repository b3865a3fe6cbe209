import FHIRSchema
import FHIRSupport

/// The unit in which definitions are published: what its manifest, or the head of a built-in text, says of it.
struct PackageFacts: Sendable {
  /// `hl7.fhir.us.core`; empty for one without a manifest.
  var name = ""
  var version = ""
  /// How the urls of its own definitions begin; empty if it does not say.
  var canonical = ""
  /// The name of the release that it is for; empty if it does not say.
  var release = ""
  var dependencies: [(name: String, version: String)] = []

  init() {}

  /// - Parameter head: the lines of a built-in text: `guide NAME RELEASE VERSION`, and perhaps
  ///   `package NAME CANONICAL DEPENDENCY|VERSION ...`. Without that, it is a part of the release's own package.
  init(head: [String]) {
    let lines = head.prefix(2).map { KeptDefinitions.words(of: $0) }
    if let first = lines.first, first.count == 4 { (release, version) = (first[2], first[3]) }
    guard lines.count == 2, lines[1].count > 2, lines[1][0] == "package" else {
      name = "hl7.fhir.\(release).core"
      return
    }
    (name, canonical) = (lines[1][1], lines[1][2])
    dependencies = lines[1].dropFirst(3).map { word in
      let dependency = ProfileURL(word)
      return (dependency.address, dependency.version ?? "")
    }
  }

  /// - Returns: `nil` if an object is not the manifest of a package, `package.json`.
  init?(manifest node: DefinitionNode) {
    guard node["resourceType"] == nil, let name = node["name"]?.string, let version = node["version"]?.string else {
      return nil
    }
    (self.name, self.version) = (name, version)
    canonical = node["canonical"]?.string ?? ""
    let versions = node.strings("fhirVersions") + node.strings("fhir-version-list")
    release = versions.lazy.compactMap { FHIRRelease.of(version: $0) }.first?.name ?? ""
    dependencies = node["dependencies"]?.members.map { ($0.name, $0.value.string ?? "") } ?? []
  }

  func isSame(_ other: PackageFacts) -> Bool { !name.isEmpty && name == other.name && version == other.version }

  /// Whether a dependency on a version, such as `5.0.0` or `5.0.x`, means this one.
  func meets(_ wanted: String) -> Bool {
    wanted.hasSuffix(".x") ? version.hasPrefix(wanted.dropLast()) : version == wanted
  }

  func owns(_ url: String) -> Bool { !canonical.isEmpty && url.utf8.starts(with: "\(canonical)/".utf8) }
}

/// A definition that may be one of several with the same url.
protocol PackagedFacts {
  var url: String { get }
  var version: String? { get }
  /// The number of its package among those of a ``ProfileLibrary``, -1 for none.
  var package: Int { get set }
}

/// One of which there may be too many, since it has codes, or as much text.
protocol CodedFacts: PackagedFacts { var size: Int { get } }

/// The order in which definitions with the same url are meant by a reference. First what the caller gives to have
/// priority; then that of the package in which the reference stands; then those of the packages that its manifest
/// names, the nearest first; then the versions of guides that the caller names; then what was added, the built-in
/// guides, and what the releases define. Of several the newest is meant. A package of the same name in another version
/// is not meant at all, unless the reference has a version.
struct MeantFirst {
  /// The number in place of a package for definitions of none that have priority.
  static let always = -2

  /// The most packages that one may build on: manifests may be hostile.
  private static let mostPackages = 500

  private let packages: [PackageFacts]
  /// The numbers of the packages that have priority.
  private let first: Range<Int>
  private let named: [PackageFacts]
  private let hasVersion: Bool
  /// The name of the package with the reference; `nil` for a reference from outside.
  private let own: String?
  /// The package with the reference and those that it builds on.
  private var reach: [(name: String, version: String)] = []

  init(of package: Int, among packages: [PackageFacts], first: Int, named: [PackageFacts], hasVersion: Bool) {
    self.first = KeptDefinitions.packages.count..<KeptDefinitions.packages.count + first
    (self.packages, self.named, self.hasVersion) = (packages, named, hasVersion)
    guard package >= 0, !packages[package].name.isEmpty else {
      own = nil
      return
    }
    own = packages[package].name
    reach = [(packages[package].name, packages[package].version)]
    var next = 0
    while next < reach.count, reach.count < Self.mostPackages {
      let (name, version) = reach[next]
      next += 1
      let known = packages.first { $0.name == name && $0.meets(version) }
      for dependency in known?.dependencies.prefix(Self.mostPackages) ?? []
      where !reach.contains(where: { $0.name == dependency.name }) {
        // What a release defines comes last: packages of its extensions and value sets replace it.
        if !KeptDefinitions.ofReleases.contains(where: { $0.package.name == dependency.name }) {
          reach.append(dependency)
        }
      }
    }
  }

  /// Those that may be meant, in order.
  func sorted<Facts: PackagedFacts>(_ all: [Facts]) -> [Facts] {
    if all.count == 1, own == nil { return all }
    let ranked = all.enumerated().compactMap { place, facts in
      rank(of: facts).map { (rank: $0, place: place, facts: facts) }
    }
    return ranked.sorted { a, b in
      if a.rank != b.rank { return a.rank < b.rank }
      let (one, other) = (a.facts.version.map { VersionOrder($0) }, b.facts.version.map { VersionOrder($0) })
      // One without a version may be any.
      if one != other { return other.map { other in one.map { $0 > other } ?? true } ?? false }
      return a.place < b.place
    }.map { $0.facts }
  }

  private func rank(of facts: some PackagedFacts) -> Int? {
    let last = 1_000_000
    if facts.package == Self.always || first.contains(facts.package) { return -1 }
    guard facts.package >= 0 else {
      // A definition of its own that replaces one of the version that is named.
      return facts.version == nil || named.contains { $0.version == facts.version } ? last - 1 : last + 1
    }
    let package = packages[facts.package]
    if let place = reach.firstIndex(where: { $0.name == package.name && package.meets($0.version) }) { return place }
    if package.name == own, !hasVersion { return nil }
    if named.contains(where: { $0.isSame(package) }) { return last }
    if facts.package >= KeptDefinitions.packages.count { return last + 1 }
    return facts.package < KeptDefinitions.ofGuides.count ? last + 2 : last + 3
  }
}
