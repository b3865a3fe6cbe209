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
  /// The packages that it builds on.
  var dependencies: [(name: String, version: String)] = []

  init() {}

  /// - Parameter head: the lines of a built-in text: `guide NAME RELEASE VERSION`, and perhaps
  ///   `package NAME CANONICAL DEPENDENCY|VERSION ...`. Without that, it is a part of the release's own package.
  init(head: [String]) {
    let lines = head.prefix(2).map { $0.split(separator: " ").map(String.init) }
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

  /// Whether the url of a definition is one of its own.
  func owns(_ url: String) -> Bool { !canonical.isEmpty && url.utf8.starts(with: "\(canonical)/".utf8) }
}

/// The order of versions: by the numbers, and one without a label after those with one, `7.0.0-ballot`.
package struct VersionOrder: Comparable {
  private let numbers: [Int]
  private let label: String?

  package init(_ version: String) {
    let parts = version.split(separator: "-", maxSplits: 1)
    numbers = (parts.first ?? "").split(separator: ".").map { Int($0) ?? 0 }
    label = parts.count > 1 ? String(parts[1]) : nil
  }

  package static func < (a: VersionOrder, b: VersionOrder) -> Bool {
    if a.numbers != b.numbers { return a.numbers.lexicographicallyPrecedes(b.numbers) }
    guard let label = a.label else { return false }
    return b.label.map { label.utf8.lexicographicallyPrecedes($0.utf8) } ?? true
  }
}
