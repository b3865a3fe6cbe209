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

  /// The value of a boolean, from the record or computed; `nil` for anything else.
  public var boolean: Bool? { json == "true" ? true : json == "false" ? false : nil }

  /// The value of a whole number of at most 64 bits; `nil` for anything else.
  public var integer: Int64? { number.flatMap(Int64.init) }

  /// A number with the digits of the record; `nil` for anything else.
  public var number: String? {
    guard let first = json.utf8.first, first == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= first
    else { return nil }
    return json
  }

  /// The text of any value that JSON represents as a string, such as a code or a date; `nil` for anything else.
  public var string: String? { json.utf8.first == UInt8(ascii: "\"") ? description : nil }

  /// The JSON of an element that has children, such as a Quantity or a resource; `nil` for anything else.
  public var element: [UInt8]? { json.utf8.first == UInt8(ascii: "{") ? Array(json.utf8) : nil }

  /// The computed quantity, as its number and its unit; `nil` for anything else, including a Quantity of the record,
  /// which is an ``element``. The unit is a UCUM code or a calendar unit in words, such as `years`.
  public var quantity: (number: String, unit: String)? {
    guard type == "System.Quantity" else { return nil }
    let parts = description.split(separator: " ", maxSplits: 1)
    guard let number = parts.first else { return nil }
    let unit = parts.count > 1 ? parts[1] : "'1'"
    return (String(number), String(unit.hasPrefix("'") && unit.hasSuffix("'") ? unit.dropFirst().dropLast() : unit))
  }
}

extension FHIRPathExpression {
  /// Evaluates the expression over a record.
  ///
  /// For many records a ``FHIRPathEvaluator`` is faster: it reuses the memory of one evaluation for the next.
  ///
  /// - Throws: a ``FHIRPathError`` if the expression does not fit the record, or costs more than ``FHIRPathLimits``
  ///   allow.
  public func evaluate(over record: FHIRPathRecord) throws(FHIRPathError) -> [FHIRPathValue] {
    var evaluator = FHIRPathEvaluator()
    return try evaluator.evaluate(self, over: record)
  }
}
