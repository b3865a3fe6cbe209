import FHIRTape
import FHIRSupport

/// A value of an answer or a permitted answer, in the form that comparisons need.
struct AnswerValue: Hashable {
  /// The member that holds it, such as `valueCoding`.
  let member: String
  /// The text of a primitive; the code, number, or reference of an object.
  let text: ByteText
  /// The code system, or the unit; empty for none.
  let scale: ByteText

  /// Reads a value.
  ///
  /// - Returns: `nil` if the value does not have what comparisons need.
  init?(_ tape: Tape, _ value: TapeIndex, member: String) {
    self.member = member
    switch tape.tag(value) {
    case .object:
      func part(_ name: StaticString) -> String? { tape.member(name, of: value).flatMap(tape.primitive) }
      if let code = part("code"), tape.member("value", of: value) == nil {
        (text, scale) = (code.byBytes, (part("system") ?? "").byBytes)
      } else if let number = part("value") {
        (text, scale) = (number.byBytes, "\(part("system") ?? "")|\(part("code") ?? part("unit") ?? "")".byBytes)
      } else if let reference = part("reference") {
        (text, scale) = (reference.byBytes, "")
      } else {
        return nil
      }
    case .array, .null: return nil
    default:
      guard let primitive = tape.primitive(value) else { return nil }
      (text, scale) = (primitive.byBytes, "")
    }
  }

  /// Whether two values are the same; `nil` if that cannot be told.
  func isEqual(to other: AnswerValue) -> Bool? {
    if let order = order(to: other) { return order == 0 }
    guard member == other.member else { return nil }
    if text != other.text { return hasSeveralForms ? nil : false }
    if scale == other.scale { return true }
    return scale.string.isEmpty || other.scale.string.isEmpty ? nil : false
  }

  /// How a value compares to another: -1, 0 or 1; `nil` if the two have no order, or it cannot be told.
  func order(to other: AnswerValue) -> Int? {
    guard scale == other.scale else { return nil }
    switch (member, other.member) {
    case ("valueInteger", "valueInteger"), ("valueDecimal", "valueDecimal"), ("valueInteger", "valueDecimal"),
      ("valueDecimal", "valueInteger"), ("valueQuantity", "valueQuantity"):
      if text == other.text { return 0 }
      // Numbers too long for a Double may be equal in it and still differ.
      guard let a = Double(text.string), let b = Double(other.text.string), a != b || text.isShort && other.text.isShort
      else { return nil }
      return a < b ? -1 : a > b ? 1 : 0
    case ("valueDate", "valueDate"), ("valueTime", "valueTime"):
      // In the same precision, the order of the text is that of the time.
      let (a, b) = (text.string.utf8, other.text.string.utf8)
      guard a.count == b.count else { return nil }
      return a.elementsEqual(b) ? 0 : a.lexicographicallyPrecedes(b) ? -1 : 1
    default: return nil
    }
  }

  /// Whether different texts may mean the same: times in different zones, references to one resource, dates of
  /// different precision.
  private var hasSeveralForms: Bool {
    ["valueDate", "valueDateTime", "valueInstant", "valueTime", "valueReference", "valueQuantity"].contains(member)
  }
}

extension ByteText {
  /// Whether a Double holds a number of this many characters exactly enough.
  fileprivate var isShort: Bool { string.utf8.count <= 15 }
}

extension Tape {
  /// The text of a string, number or boolean; `nil` for any other value.
  func primitive(_ index: TapeIndex) -> String? {
    switch tag(index) {
    case .string, .escapedString: string(index)
    case .integer, .decimal, .exponent: String(decoding: lexemeBytes(index), as: UTF8.self)
    case .true: "true"
    case .false: "false"
    case .null, .object, .array, .key, .escapedKey: nil
    }
  }

  private func lexemeBytes(_ index: TapeIndex) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: lexeme(index), count: length(index))
  }

  /// The index of the value of the first member with this name, as ``member(_:of:)-(StaticString,_)``.
  func member(named name: String, of index: TapeIndex) -> TapeIndex? {
    var name = name
    return name.withUTF8 { bytes in
      guard tag(index) == .object, let start = bytes.baseAddress else { return nil }
      for key in keys(of: index) {
        if string(key, equals: start, bytes.count) { return key.value }
      }
      return nil
    }
  }

  /// The objects of a member: the items of an array, or the only value; each with its position, -1 for a single value.
  func objects(of value: TapeIndex) -> [(index: TapeIndex, position: Int)] {
    let first = tag(value) == .array ? 0 : -1
    return items(of: value).enumerated().compactMap { tag($1) == .object ? ($1, first + $0) : nil }
  }

  /// The member of a choice `value[x]`: the index of its value, and its name.
  func choiceOfValue(of object: TapeIndex) -> (index: TapeIndex, member: String)? {
    firstMember(of: object) { $0.hasPrefix("value") && $0.utf8.count > 5 }
  }

  /// The first member of an object whose name is wanted: the index of its value, and its name.
  func firstMember(of object: TapeIndex, _ isWanted: (String) -> Bool) -> (index: TapeIndex, member: String)? {
    guard tag(object) == .object else { return nil }
    for key in keys(of: object) {
      if case let name = string(key), isWanted(name) { return (key.value, name) }
    }
    return nil
  }
}
