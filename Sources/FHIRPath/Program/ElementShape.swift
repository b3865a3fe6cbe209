import FHIRSchema
import FHIRTape

/// How a data type shows in JSON: for objects that no table knows, as those of later releases.
struct ElementShape {
  /// The row of the type.
  let row: Int16
  /// Members that must be there.
  let required: [(name: TextSpan, form: ReleaseFacts.Shape.Form)]
  /// Those that may be.
  let optional: [TextSpan]

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

  private func has(_ form: ReleaseFacts.Shape.Form, _ value: Int, _ tape: Tape) -> Bool {
    switch tape.tag(value) {
    case .string, .escapedString: form == .text
    case .integer, .decimal, .exponent: form == .number
    case .array: form == .array
    case .object: form == .object
    default: false
    }
  }
}
