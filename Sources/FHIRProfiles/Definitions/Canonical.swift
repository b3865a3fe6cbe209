import FHIRDiagnostics
import FHIRSupport

/// A reference of one definition to another: a url, with or without a version, and the package in which it stands.
///
/// Without a version it means the definition of its own package, so that two versions of a guide never mix.
struct Canonical: Hashable, Sendable, CustomStringConvertible {
  var url: String
  /// The number of the package among those of a ``ProfileLibrary``, -1 for a definition or a record of none.
  var package = -1

  init(_ url: String, in package: Int = -1) { (self.url, self.package) = (url, package) }

  /// The url, as messages show it.
  var description: String { url }

  static func == (a: Canonical, b: Canonical) -> Bool { a.package == b.package && a.url.byBytes == b.url.byBytes }

  func hash(into hasher: inout Hasher) {
    hasher.combine(url.byBytes)
    hasher.combine(package)
  }
}

extension [Canonical] {
  /// The urls as alternatives, for messages.
  var alternatives: String { map(\.url).alternatives }
}
