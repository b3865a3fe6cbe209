/// A constraint of a release, restated; its texts are slices of the schema text.
package struct SchemaInvariant: @unchecked Sendable {
  // @unchecked: the slices point into the schema text, which never changes and is never freed.
  /// The key of the definitions, such as `obs-6`. Two constraints may share one.
  package var key: String
  package var isWarning: Bool
  /// The element that it applies to: a type, or an element of one.
  package var path: String
  /// The name of the native judgement that replaces the expression, which then only explains; `nil` for a constraint
  /// that is judged by its expression.
  package var native: String?
  /// The combinations of members that allow an element to break it: names of present members and, after a hyphen, of
  /// absent ones; empty if unknown.
  package var gates: [UnsafeBufferPointer<UInt8>] = []
  var expressionText = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  var expectedText = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  var foundText = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

  /// FHIRPath that is true for every element that meets the constraint.
  package var expression: String { String(decoding: expressionText, as: UTF8.self) }
  /// The part of a message that states what was expected.
  package var expected: String { String(decoding: expectedText, as: UTF8.self) }
  /// The part of a message that states what was found.
  package var found: String { String(decoding: foundText, as: UTF8.self) }
}

/// The meaning of an empty result of a constraint's expression, which is neither true nor false.
///
/// FHIR requires that an expression "evaluates to true", and does not define the empty result. The authors of a
/// release's expressions assume one of the two, so the data state which.
package enum EmptyResult: String, Sendable {
  /// The constraint is broken: its author relies on this to report a missing element.
  case broken
  /// The constraint does not apply, for example if its `reference` is absent.
  case passed
}

/// The types and elements that each constraint applies to, by its number in ``SchemaTable/invariants``.
package struct InvariantPlaces: Sendable {
  /// By the row of a type, those of its bases first: for data types and resources.
  package var ofType: [[Int]] = []
  /// By the number of an element. An element that reuses the content of another has the constraints of that one, unless
  /// it has its own.
  package var ofElement: [[Int]] = []
}
