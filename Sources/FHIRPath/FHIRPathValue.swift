/// One item of a result, independent of the evaluation.
public struct FHIRPathValue: Hashable, Sendable, CustomStringConvertible {
  /// The type with its namespace, such as `FHIR.code`, `System.Integer`; `FHIR.Element` for an element that the release
  /// does not know.
  public let type: String
  /// The value as text: a string without quotes, a number with the digits of the record, JSON for an element with
  /// children.
  public let description: String
  /// The value as JSON on one line.
  public let json: String
  /// The place of the item in the record, as byte offsets; `nil` for a computed value.
  package let range: Range<Int>?

  package init(type: String, description: String, json: String, range: Range<Int>? = nil) {
    self.type = type
    self.description = description
    self.json = json
    self.range = range
  }
}
