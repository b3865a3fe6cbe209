/// How names are written: each word as its number among those that are frequent in the system, which takes one to three
/// bytes, or spelt. The article on the layout describes it.
package enum WordCode {
  case known(Int)
  case spelt(UnsafeBufferPointer<UInt8>)

  /// The first byte of numbers in two bytes, in three, and of words that are spelt; below are the numbers of one byte.
  private static let (double, triple, spelling): (Int, Int, Int) = (40, 224, 240)
  /// The first number in three bytes.
  private static let tripleStart: Int = double + (triple - double) << 8
  /// How many words may have numbers.
  package static let most: Int = tripleStart + (spelling - triple) << 16
  /// The first byte of a spelt word whose length follows.
  private static let lengthFollows = 0xFF

  package static func write(_ number: Int, to bytes: inout [UInt8]) {
    if number < double {
      bytes.append(UInt8(number))
    } else if number < tripleStart {
      let rest = number - double
      bytes += [UInt8(double + rest >> 8), UInt8(rest & 0xFF)]
    } else {
      let rest = number - tripleStart
      bytes += [UInt8(triple + rest >> 16), UInt8(rest >> 8 & 0xFF), UInt8(rest & 0xFF)]
    }
  }

  package static func write(_ word: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    if spelling + word.count < lengthFollows {
      bytes.append(UInt8(spelling + word.count))
    } else {
      bytes.append(UInt8(lengthFollows))
      write(count: word.count, to: &bytes)
    }
    bytes += word
  }

  /// Reads a word; `nil` if it does not end.
  static func read(_ bytes: UnsafeBufferPointer<UInt8>, _ place: inout Int) -> WordCode? {
    func next() -> Int? {
      defer { place += 1 }
      return place < bytes.count ? Int(bytes[place]) : nil
    }
    guard let head = next() else { return nil }
    if head < double { return .known(head) }
    if head < spelling {
      guard let second = next() else { return nil }
      if head < triple { return .known(double + (head - double) << 8 + second) }
      return next().map { .known(tripleStart + (head - triple) << 16 + second << 8 + $0) }
    }
    guard let count = head < lengthFollows ? head - spelling : number(bytes, &place), count <= bytes.count - place
    else { return nil }
    defer { place += count }
    return .spelt(UnsafeBufferPointer(rebasing: bytes[place..<place + count]))
  }

  /// Writes a number in seven bits a byte, the lowest first.
  package static func write(count: Int, to bytes: inout [UInt8]) {
    var rest = count
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Reads such a number; `nil` if it does not end.
  static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ place: inout Int) -> Int? {
    var (number, shift) = (0, 0)
    while place < bytes.count, shift < 35 {
      let byte = bytes[place]
      place += 1
      number |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
    return nil
  }
}
