/// A fault of the definitions: an invariant that cannot be judged as they say.
package struct InvariantError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The key of the invariant.
  package var key: String
  package var reason: String

  package var description: String { "\(key): \(reason)" }
}
