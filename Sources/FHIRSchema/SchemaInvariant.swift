/// A constraint of a release, restated; its texts are slices of the schema text.
package struct SchemaInvariant: @unchecked Sendable {
  // @unchecked: the slices point into the schema text, which is never written and never freed.
  /// The key of the definitions, such as `obs-6`. Two constraints may share one.
  package var key: String
  package var isWarning: Bool
  /// The element it is judged on: a type, or an element of one.
  package var path: String
  /// The name of what the walk itself judges it by, so that the expression only explains; `nil` for one that is judged
  /// by its expression.
  package var native: String?
  /// The ways in which an element can break it, by the names of members that are there and, after a hyphen, of those
  /// that are not; empty when nothing is known.
  package var gates: [UnsafeBufferPointer<UInt8>] = []
  var expressionText = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  var expectedText = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  var foundText = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

  /// FHIRPath that is true for every element that meets the constraint.
  package var expression: String { String(decoding: expressionText, as: UTF8.self) }
  /// What a message says was expected.
  package var expected: String { String(decoding: expectedText, as: UTF8.self) }
  /// What a message says was found.
  package var found: String { String(decoding: foundText, as: UTF8.self) }
}

/// What it means that the expression of a constraint gives the empty collection, neither true nor false.
///
/// FHIR asks that an expression "evaluates to true", and leaves open what nothing is. Those of a release are written
/// with one of the two in mind, so that the data say which.
package enum EmptyResult: String, Sendable {
  /// The constraint is broken: its author relies on it where a missing element has to be reported.
  case broken
  /// Nothing is said of the element, as of a `reference` that is not there.
  case passed
}

/// Which constraints are judged on which types and elements, by their numbers in ``SchemaTable/invariants``.
package struct InvariantPlaces: Sendable {
  /// By the row of a type, those of its bases first: for data types and resources.
  package var ofType: [[Int]] = []
  /// By the number of an element. An element that reuses the content of another has the constraints of that one, unless
  /// some are stated on itself.
  package var ofElement: [[Int]] = []
}
