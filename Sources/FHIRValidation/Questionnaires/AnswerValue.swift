import FHIRPath
import FHIRTape

/// A value of an answer or a permitted answer, in the form that comparisons need.
struct AnswerValue: Hashable {
  /// The member that holds it, such as `valueCoding`.
  let member: String
  /// The text of a primitive; the code, number, or reference of an object.
  let text: ByteText
  /// The code system, or the unit; empty for none.
  let scale: ByteText
  /// Of a Coding that has nothing else, in lower case: it is made for people.
  private var display: ByteText = ""

  /// Reads a value; `nil` for one that lacks what comparisons need.
  init?(_ tape: Tape, _ value: TapeIndex, member: String) {
    self.member = member
    guard tape.tag(value) == .object else {
      guard let primitive = tape.primitive(value) else { return nil }
      (text, scale) = (primitive.byBytes, "")
      return
    }
    func part(_ name: StaticString) -> String? { tape.member(name, of: value).flatMap(tape.primitive) }
    switch Kind(member) {
    case .coding:
      (text, scale) = ((part("code") ?? "").byBytes, (part("system") ?? "").byBytes)
      if text.isEmpty, scale.isEmpty { display = (part("display") ?? "").lowercased().byBytes }
    case .quantity:
      // "Less than 5" has no order to 3.
      guard let number = part("value"), part("comparator") == nil else { return nil }
      (text, scale) = (number.byBytes, "\(part("system") ?? "")|\(part("code") ?? part("unit") ?? "")".byBytes)
    case .reference:
      guard let reference = part("reference") else { return nil }
      (text, scale) = (reference.byBytes, "")
    default: return nil
    }
  }

  private enum Kind {
    case number, quantity, moment, time, coding, reference, other

    init(_ member: String) {
      self =
        switch member {
        case "valueInteger", "valueDecimal": .number
        case "valueQuantity": .quantity
        case "valueDate", "valueDateTime", "valueInstant": .moment
        case "valueTime": .time
        case "valueCoding": .coding
        case "valueReference": .reference
        default: .other
        }
    }
  }

  /// Whether two values are the same; `nil` if that cannot be told.
  func isEqual(to other: AnswerValue) -> Bool? {
    if let order = order(to: other) { return order == 0 }
    // Where a question allows both, a text is none of the codes.
    guard member == other.member
    else { return Set([member, other.member]) == ["valueCoding", "valueString"] ? false : nil }
    switch Kind(member) {
    case .number, .quantity, .moment, .time: return nil
    // Two references may lead to one resource.
    case .reference: return text == other.text ? true : nil
    case .coding:
      if text.isEmpty || other.text.isEmpty { return nil }
      if text != other.text { return false }
      return scale == other.scale ? true : scale.isEmpty || other.scale.isEmpty ? nil : false
    case .other: return text == other.text
    }
  }

  /// Whether the value is this permitted answer; `nil` if that cannot be told. A Coding needs the same system and code.
  func isOption(_ option: AnswerValue) -> Bool? {
    guard member == option.member else { return false }
    return Kind(member) == .coding ? self == option : isEqual(to: option)
  }

  /// How a value compares to another: -1, 0 or 1; `nil` if the two have no order, or it cannot be told.
  func order(to other: AnswerValue) -> Int? {
    let (mine, theirs) = (text.string, other.text.string)
    switch (Kind(member), Kind(other.member)) {
    case (.number, .number): return ValueOrder.ofNumbers(mine, theirs)
    case (.quantity, .quantity):
      if scale == other.scale { return ValueOrder.ofNumbers(mine, theirs) }
      guard let unit, let otherUnit = other.unit else { return nil }
      return ValueOrder.ofQuantities(mine, unit, theirs, otherUnit)
    case (.moment, .moment): return ValueOrder.ofMoments(mine, theirs, areTimes: false)
    case (.time, .time): return ValueOrder.ofMoments(mine, theirs, areTimes: true)
    default: return nil
    }
  }

  /// The unit of a quantity, if it is one of UCUM.
  private var unit: String? {
    let system: ByteText = "http://unitsofmeasure.org|"
    return scale.hasPrefix(system) ? String(Substring(scale.string.utf8.dropFirst(system.string.utf8.count))) : nil
  }

  /// How many digits a number has after its point, as written; `nil` for any other value, and for an exponent.
  var decimalPlaces: Int? {
    let isNumber = Kind(member) == .number || Kind(member) == .quantity
    guard isNumber, !text.contains("e"), !text.contains("E") else { return nil }
    let parts = text.string.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1)
    return parts.count > 1 ? parts[1].count : 0
  }

  /// The value with its unit, for messages.
  var amount: String {
    let unit = scale.string.split(separator: "|", omittingEmptySubsequences: false).last ?? ""
    return unit.isEmpty ? text.string : "\(text.string) \(unit)"
  }

  /// The value in quotes, for messages.
  var name: String { "'\((text.isEmpty ? display : text).string.clipped)'" }
}

extension ByteText {
  var isEmpty: Bool { string.utf8.isEmpty }
}

extension Tape {
  /// The text of a string, number or boolean; `nil` for any other value.
  func primitive(_ index: TapeIndex) -> String? {
    switch tag(index) {
    case .string, .escapedString: string(index)
    case .integer, .decimal, .exponent: lexemeText(index)
    case .true: "true"
    case .false: "false"
    case .null, .object, .array, .key, .escapedKey: nil
    }
  }

  /// The index of the value of the first member with this name, as ``member(_:of:)-(StaticString,_)``.
  func member(named name: String, of index: TapeIndex) -> TapeIndex? {
    var name = name
    return name.withUTF8 { bytes in
      guard tag(index) == .object, let start = bytes.baseAddress else { return nil }
      return keys(of: index).first { string($0, equals: start, bytes.count) }?.value
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
    return keys(of: object).lazy.map { (index: $0.value, member: string($0)) }.first { isWanted($0.member) }
  }
}
