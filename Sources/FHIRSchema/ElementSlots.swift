/// The elements of each type, those of its bases first: an element's place among them is its slot.
struct ElementSlots: Sendable {
  /// Numbers of elements, one type after another.
  private var numbers: [UInt16] = []
  private var starts = [0]

  init(types: Int, elements: Int) {
    numbers.reserveCapacity(4 * elements)
    starts.reserveCapacity(types + 2)
  }

  @inline(__always) subscript(type: Int) -> ArraySlice<UInt16> { numbers[starts[type]..<starts[type + 1]] }

  func number(_ slot: Int, of type: Int) -> Int { Int(numbers[starts[type] + slot]) }

  /// Adds the next type, whose base is there already; an own element replaces an inherited one of the same name.
  mutating func append(base: Int?, own: Range<Int>, of elements: [SchemaElement]) {
    let first = numbers.count
    // One by one: appending a slice of itself would copy the array.
    if let base { for place in starts[base]..<starts[base + 1] { numbers.append(numbers[place]) } }
    let end = numbers.count
    for element in own {
      let name = elements[element].nameBytes
      let number = UInt16(truncatingIfNeeded: element)
      var place = first
      while place < end, !elements[Int(numbers[place])].nameBytes.isSame(as: name) { place &+= 1 }
      if place < end { numbers[place] = number } else { numbers.append(number) }
    }
    starts.append(numbers.count)
  }
}
