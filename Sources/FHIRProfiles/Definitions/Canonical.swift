import FHIRFindings
import FHIRSchema
import FHIRSupport
import FHIRTerminology

/// A reference of one definition to another: a url, with or without a version, and the package in which it stands.
/// Without a version it means the definition of its own package, so that two versions of a guide never mix.
struct Canonical: Hashable, Sendable, CustomStringConvertible {
  private let text: ByteText
  /// The number of the package among those of a ``ProfileLibrary``, -1 for a definition or a record of none.
  let package: Int

  init(_ url: String, in package: Int = -1) { (text, self.package) = (url.byBytes, package) }
  var url: String { text.string }
  var description: String { url }
}

extension [Canonical] { var alternatives: String { map(\.url).alternatives } }

/// The URL of a definition, without the version and the fragment that may follow it.
package struct ProfileURL {
  package let address: String
  let version: String?
  /// The fragment; `nil` for none.
  let element: String?

  package init(_ url: String) {
    // By bytes: references to definitions are many, and splitting by characters takes ten times as long.
    let bar = url.utf8.firstIndex(of: UInt8(ascii: "|"))
    let hash = url.utf8[..<(bar ?? url.endIndex)].firstIndex(of: UInt8(ascii: "#"))
    let end = hash ?? bar
    element = hash.map { String(url[url.utf8.index(after: $0)..<(bar ?? url.endIndex)]) }
    address = end.map { String(url[..<$0]) } ?? url
    version = bar.map { String(url[url.utf8.index(after: $0)...]) }
  }

  /// Whether a value set of a release is meant. Its version is that of the release, unless it states another one.
  func means(_ set: ValueSetRow, of schema: SchemaTable) -> Bool {
    address == set.url && means(version: set.version ?? schema.release.version)
  }

  /// Whether a version of the definition is meant: any if the URL names none, and a definition without one may be any.
  package func means(version other: String?) -> Bool {
    guard let version, let other else { return true }
    return version.namesVersion(other)
  }
}
