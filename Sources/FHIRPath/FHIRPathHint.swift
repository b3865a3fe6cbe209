package import FHIRSchema

/// A part of an expression that is allowed, but finds nothing where the author probably expects something.
package struct FHIRPathHint: Hashable, Sendable {
  /// The position in the expression, in Unicode scalars from 1.
  package let column: Int
  /// A description in one sentence without a full stop, and without the release.
  package let message: String
  /// The release that it applies to, `nil` if it applies to any.
  package let release: FHIRRelease?

  package init(column: Int, message: String, release: FHIRRelease?) {
    (self.column, self.message, self.release) = (column, message, release)
  }

  /// The hint as an error, for strict mode.
  var error: FHIRPathError {
    FHIRPathError(.semantics, column: column, release.map { "\(message) in \($0.rawValue)" } ?? message)
  }
}
