package import FHIRSchema

/// A part of an expression that is allowed, and gives nothing where its author expects something.
package struct FHIRPathHint: Hashable, Sendable {
  /// Where in the expression, in Unicode scalars from 1.
  package let column: Int
  /// What it is, in one sentence without a full stop, and without the release.
  package let message: String
  /// The release of which it is true, `nil` where it is so in any.
  package let release: FHIRRelease?

  package init(column: Int, message: String, release: FHIRRelease?) {
    (self.column, self.message, self.release) = (column, message, release)
  }

  /// The hint as the error that it is in strict mode.
  var error: FHIRPathError {
    FHIRPathError(.semantics, column: column, release.map { "\(message) in \($0.rawValue)" } ?? message)
  }
}
