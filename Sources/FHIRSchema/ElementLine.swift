/// The line of an element in a schema text, in its parts; it must outlive them.
///
/// ```text
/// gender 0..1 code required administrative-gender
/// ```
struct ElementLine {
  let name, types: UnsafeBufferPointer<UInt8>
  /// What follows the types: a binding, `attribute`, or `{`; empty for most elements.
  let rest: UnsafeBufferPointer<UInt8>
  private let cardinality: UnsafeBufferPointer<UInt8>

  /// Splits a line; `nil` if it is not one of an element, whose second word has the two points of a cardinality.
  @inline(__always) init?(_ line: UnsafeBufferPointer<UInt8>) {
    let name = line.word(from: 0)
    let cardinality = line.word(from: name.upperBound)
    guard Self.points(in: line.slice(cardinality.lowerBound, cardinality.upperBound)) != nil else { return nil }
    let types = line.word(from: cardinality.upperBound)
    if types.isEmpty { return nil }
    self.name = line.slice(name.lowerBound, name.upperBound)
    self.cardinality = line.slice(cardinality.lowerBound, cardinality.upperBound)
    self.types = line.slice(types.lowerBound, types.upperBound)
    let start = line.word(from: types.upperBound).lowerBound
    var end = line.count
    while end > start, line[end - 1] == 0x20 { end -= 1 }
    rest = line.slice(start, end)
  }

  @inline(__always) private static func points(in word: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let first = word.baseAddress else { return nil }
    var place = 0
    while place &+ 1 < word.count {
      if first[place] == 0x2E, first[place &+ 1] == 0x2E { return place }
      place &+= 1
    }
    return nil
  }

  func bounds() throws(SchemaLineError) -> (minimum: Int32, maximum: Int32) {
    let points = Self.points(in: cardinality) ?? 0
    let upper = cardinality.slice(points + 2, cardinality.count)
    guard let minimum = Self.number(cardinality.slice(0, points)),
      let maximum = upper.isWord("*") ? -1 : Self.number(upper)
    else { throw SchemaLineError(reason: "not a cardinality: \(cardinality.text)") }
    return (minimum, maximum)
  }

  private static func number(_ digits: UnsafeBufferPointer<UInt8>) -> Int32? {
    guard !digits.isEmpty, digits.count < 6 else { return nil }
    var value: Int32 = 0
    for digit in digits {
      guard digit &- 0x30 < 10 else { return nil }
      value = value * 10 + Int32(digit - 0x30)
    }
    return value
  }
}

struct SchemaLineError: Error { var reason: String }
