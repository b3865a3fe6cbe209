/// Definitions that are contradictory or incomplete; reported when they are loaded.
package struct SchemaError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The short name of the release.
  package let release: String
  package let reason: String

  package init(_ release: String, _ reason: String) {
    self.release = release
    self.reason = reason
  }

  package var description: String { "definitions of '\(release)': \(reason)" }
}
