/// The types of an element, `Reference(A|B)|Quantity(Age)|string`, one after another and undecoded.
struct TypeUses: Sequence, IteratorProtocol {
  /// One type, and what stands in its parentheses.
  struct Use {
    let name, arguments: UnsafeBufferPointer<UInt8>

    /// The type, without the `@` of an element whose content is reused.
    var type: UnsafeBufferPointer<UInt8> { name.first == UInt8(ascii: "@") ? name.slice(1, name.count) : name }
  }

  private let word: UnsafeBufferPointer<UInt8>
  private var place = 0

  init(_ word: UnsafeBufferPointer<UInt8>) { self.word = word }

  mutating func next() -> Use? {
    while place < word.count {
      let start = place
      // Bars inside parentheses do not separate.
      while place < word.count, word[place] != UInt8(ascii: "|"), word[place] != UInt8(ascii: "(") { place &+= 1 }
      let name = word.slice(start, place)
      var arguments = word.slice(place, place)
      if place < word.count, word[place] == UInt8(ascii: "(") {
        let first = place &+ 1
        while place < word.count, word[place] != UInt8(ascii: ")") { place &+= 1 }
        arguments = word.slice(first, Swift.max(first, place))
        while place < word.count, word[place] != UInt8(ascii: "|") { place &+= 1 }
      }
      place &+= 1
      if !name.isEmpty { return Use(name: name, arguments: arguments) }
    }
    return nil
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The names in the parentheses of a type, `A|B`; none without any.
  var typeArguments: [UnsafeBufferPointer<UInt8>] {
    let names = isEmpty ? [] : split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
    return names.map { UnsafeBufferPointer(rebasing: $0) }
  }
}
