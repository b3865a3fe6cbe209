import FHIRSupport
import FHIRTerminology

/// Codes in the order of their arrival, each with a number; found by their bytes.
struct CodeTable {
  private(set) var codes: [UInt8] = []
  private(set) var starts: [UInt32] = [0]
  private var slots: [UInt32] = Array(repeating: .max, count: 64)

  var count: Int { starts.count - 1 }

  subscript(_ number: Int) -> ArraySlice<UInt8> { codes[Int(starts[number])..<Int(starts[number + 1])] }

  /// The number of a code, which is added if it is new.
  mutating func insert(_ code: UnsafeBufferPointer<UInt8>) -> Int {
    let place = slot(code)
    if slots[place] != .max { return Int(slots[place]) }
    slots[place] = UInt32(count)
    codes += code
    starts.append(UInt32(codes.count))
    if count * 2 > slots.count { grow() }
    return count - 1
  }

  func number(of code: UnsafeBufferPointer<UInt8>) -> Int? {
    let number = slots[slot(code)]
    return number == .max ? nil : Int(number)
  }

  /// Where a code is, or would be.
  private func slot(_ code: UnsafeBufferPointer<UInt8>) -> Int {
    let hash = code.baseAddress.map { KeyedHash.process.hash($0, code.count).low } ?? 0
    var place = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[place] != .max, !self[Int(slots[place])].elementsEqual(code) { place = (place + 1) & (slots.count - 1) }
    return place
  }

  private mutating func grow() {
    slots = Array(repeating: .max, count: slots.count * 2)
    for number in 0..<count {
      let place = self[number].withUnsafeBufferPointer { slot($0) }
      slots[place] = UInt32(number)
    }
  }

  /// What orders a code: its first bytes, or the number that it writes.
  func key(_ number: Int, asNumber: Bool) -> UInt64 {
    self[number].withUnsafeBufferPointer { asNumber ? PackedSystem.number($0) ?? .max : PackedSystem.key($0) }
  }

  /// The numbers of the codes, in the order of their bytes or of the numbers that they write.
  func sorted(asNumbers: Bool = false) -> [UInt32] {
    let keys: [UInt64] = (0..<count).map { key($0, asNumber: asNumbers) }
    return (0..<UInt32(count)).sorted { (a: UInt32, b: UInt32) -> Bool in
      let (first, second) = (keys[Int(a)], keys[Int(b)])
      return first == second ? self[Int(a)].lexicographicallyPrecedes(self[Int(b)]) : first < second
    }
  }
}
