import JSONTape

/// The value of an attribute, read character by character: escapes of JSON and references of XML resolved.
///
/// The value was read by the scanner before, so its references are whole.
struct NarrativeText: Sequence, IteratorProtocol {
  private var p: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>

  init(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) {
    p = start
    self.end = end
  }

  /// The next character where it is ASCII, else a number from 0x80 up that tells characters apart well enough.
  mutating func next() -> UInt32? {
    guard p < end else { return nil }
    let unit = JSONTextUnit(at: p)
    if unit.value == UInt8(ascii: "&") {
      let reference = NarrativeReference(p + unit.width)
      p = reference.end
      return UInt32(truncatingIfNeeded: reference.code)
    }
    defer { p += Swift.max(unit.width, 1) }
    guard unit.value >= 0x80, unit.width > 1 else { return UInt32(unit.value) }
    // An escape beyond ASCII: its digits as they stand.
    return (2..<unit.width).reduce(0x80) { $0 &* 31 &+ UInt32(p[$1] | 0x20) } | 0x80
  }

  func equals(_ text: StaticString) -> Bool {
    var rest = self
    for i in 0..<text.utf8CodeUnitCount where rest.next() != UInt32(text.utf8Start[i]) { return false }
    return rest.next() == nil
  }

  /// 64 bits that stand for the text, in this process: nobody can prepare texts that clash.
  var hash: UInt64 {
    reduce(Self.secret) {
      let product = ($0 ^ UInt64($1)).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
      return product.high ^ product.low &+ Self.secret
    }
  }

  private static let secret = UInt64.random(in: .min ... .max)

  /// After `text` where the lexeme goes on with it at `p`.
  static func skip(_ text: StaticString, at p: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
    var p = p
    for i in 0..<text.utf8CodeUnitCount {
      let unit = JSONTextUnit(at: p)
      guard unit.value == text.utf8Start[i] else { return nil }
      p += unit.width
    }
    return p
  }
}

/// Hashes of texts, in memory that is kept from one narrative to the next.
package struct TextSet: ~Copyable {
  private var slots: UnsafeMutablePointer<UInt64>
  private var capacity = 64

  package init() {
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: 0, count: capacity)
  }

  deinit { slots.deallocate() }

  /// Empties the set, and makes room.
  package mutating func reset(expecting count: Int) {
    var needed = capacity
    while needed < count * 2 + 2 { needed *= 2 }
    if needed > capacity {
      slots.deallocate()
      slots = .allocate(capacity: needed)
      capacity = needed
    }
    slots.initialize(repeating: 0, count: capacity)
  }

  /// Adds a text; `false` where it is there already. No more may be added than was expected.
  package mutating func insert(_ hash: UInt64) -> Bool {
    var place = Int(truncatingIfNeeded: hash &* 0x9E37_79B9_7F4A_7C15 &>> 32) & (capacity - 1)
    while slots[place] != 0 {
      if slots[place] == hash | 1 { return false }
      place = (place + 1) & (capacity - 1)
    }
    slots[place] = hash | 1
    return true
  }

  package var view: View { View(slots: UnsafePointer(slots), capacity: capacity) }

  /// The set to look into while something else changes.
  package struct View {
    let slots: UnsafePointer<UInt64>
    let capacity: Int

    package func contains(_ hash: UInt64) -> Bool {
      var place = Int(truncatingIfNeeded: hash &* 0x9E37_79B9_7F4A_7C15 &>> 32) & (capacity - 1)
      while slots[place] != 0 {
        if slots[place] == hash | 1 { return true }
        place = (place + 1) & (capacity - 1)
      }
      return false
    }
  }
}
