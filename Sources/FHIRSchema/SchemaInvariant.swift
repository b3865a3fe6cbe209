/// A constraint of a release, restated; its texts are slices of the schema text.
package struct SchemaInvariant: @unchecked Sendable {
  // @unchecked: the slices point into the schema text, which never changes and is never freed.
  let keyBytes: UnsafeBufferPointer<UInt8>
  package let degree: Degree
  let pathBytes: UnsafeBufferPointer<UInt8>
  let nativeBytes: UnsafeBufferPointer<UInt8>?
  package let sparesContained: Bool
  /// Members that let an element break it: names of present and, after a hyphen, absent ones; empty if unknown.
  package var gates: [UnsafeBufferPointer<UInt8>] = []
  var expressionText = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  var expectedText = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  var foundText = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

  package enum Degree: String, Sendable { case error, warning, information }

  /// The key of the definitions, such as `obs-6`. Two constraints may share one.
  package var key: String { keyBytes.text }
  /// The element that it applies to: a type, or an element of one.
  package var path: String { pathBytes.text }
  /// The name of the native judgement in place of the expression, which then only explains; `nil` if there is none.
  package var native: String? { nativeBytes?.text }
  /// FHIRPath that is true for every element that meets the constraint.
  package var expression: String { expressionText.text }
  /// The part of a message that states what was expected.
  package var expected: String { expectedText.text }
  /// The part of a message that states what was found.
  package var found: String { foundText.text }
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
