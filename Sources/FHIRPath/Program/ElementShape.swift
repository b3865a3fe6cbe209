import FHIRSchema
import JSONTape

/// How a data type shows in JSON: for objects that no table knows, as those of later releases.
struct ElementShape {
  /// The form of a member's value.
  private enum Form { case text, number, array, object }

  /// The row of the type.
  let row: Int16
  /// Members that must be there.
  private let required: [(name: StaticString, form: Form)]
  /// Those that may be.
  private let optional: [StaticString]

  static func all(of schema: SchemaTable) -> [ElementShape] {
    func shape(_ type: String, _ required: [(StaticString, Form)], _ optional: [StaticString]) -> ElementShape {
      ElementShape(
        row: Int16(schema.type(named: type) ?? -1), required: required, optional: optional + ["id", "extension"])
    }
    return [
      shape("Reference", [("reference", .text)], ["type", "identifier", "display"]),
      shape("Reference", [("identifier", .object)], ["type", "display"]),
      shape("CodeableConcept", [("coding", .array)], ["text"]),
      shape("CodeableConcept", [("text", .text)], []),
      shape("Coding", [("system", .text), ("code", .text)], ["version", "display", "userSelected"]),
      shape("Quantity", [("value", .number), ("unit", .text)], ["comparator", "system", "code"]),
      shape("Quantity", [("value", .number), ("code", .text)], ["comparator", "system", "unit"]),
      shape("Ratio", [("numerator", .object)], ["denominator"]),
      shape("Period", [("start", .text)], ["end"]),
    ]
  }

  /// Whether an object has what the type needs, and nothing that it has not.
  func fits(_ object: Int, _ tape: Tape) -> Bool {
    var found = 0
    var key = object + 2
    while key < tape.next(object) {
      var name = TextSpan(tape.lexeme(key), tape.length(key))
      let isSibling = name.count > 0 && name[0] == UInt8(ascii: "_")
      if isSibling { name = name.slice(1, name.count) }
      if let member = required.first(where: { name.equals($0.name) }) {
        if !isSibling {
          guard has(member.form, key + 1, tape) else { return false }
          found += 1
        }
      } else if !optional.contains(where: { name.equals($0) }) {
        return false
      }
      key = tape.next(key + 1)
    }
    return found >= required.count
  }

  private func has(_ form: Form, _ value: Int, _ tape: Tape) -> Bool {
    switch tape.tag(value) {
    case .string, .escapedString: form == .text
    case .integer, .decimal, .exponent: form == .number
    case .array: form == .array
    case .object: form == .object
    default: false
    }
  }
}
