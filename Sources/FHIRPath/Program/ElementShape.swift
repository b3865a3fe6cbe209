import FHIRSchema
import FHIRTape

/// The JSON form of a data type, to recognise objects that no table describes, such as those of later releases.
struct ElementShape {
  /// The row of the type.
  let row: Int16
  /// Required members.
  let required: [(name: TextSpan, form: ReleaseFacts.Shape.Form)]
  /// Optional members.
  let optional: [TextSpan]

  /// Whether an object has all members that the type requires, and only members of the type.
  func fits(_ object: TapeIndex, _ tape: Tape) -> Bool {
    var found = 0
    for key in tape.keys(of: object) {
      var name = TextSpan(tape.lexeme(key), tape.length(key))
      let isSibling = name.count > 0 && name[0] == UInt8(ascii: "_")
      if isSibling { name = name.slice(1, name.count) }
      if let member = required.first(where: { name.equals($0.name) }) {
        if !isSibling {
          guard has(member.form, key.value, tape) else { return false }
          found += 1
        }
      } else if !optional.contains(where: { name.equals($0) }) {
        return false
      }
    }
    return found >= required.count
  }

  private func has(_ form: ReleaseFacts.Shape.Form, _ value: TapeIndex, _ tape: Tape) -> Bool {
    switch tape.tag(value) {
    case .string, .escapedString: form == .text
    case .integer, .decimal, .exponent: form == .number
    case .array: form == .array
    case .object: form == .object
    default: false
    }
  }
}
