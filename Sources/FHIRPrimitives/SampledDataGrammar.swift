/// `SampledData.data`: decimal values, or `E`, `U` or `L` in place of one, with single spaces between them.
///
/// The definitions call it a string; the published XML schema has the pattern, in which a value may begin with its
/// decimal point (`.5`) but not end with it.
@usableFromInline
package enum SampledDataGrammar {
  @inlinable package static func check(_ p: UnsafePointer<UInt8>, _ count: Int) -> PrimitiveFault {
    guard count > 0 else { return .empty }
    guard count <= StringGrammar.limit else { return .stringTooLong }
    var index = 0
    while true {
      index = afterPoint(p, count, from: index)
      guard index >= 0 else { return .dataPoint }
      if index == count { return .none }
      guard p[index] == UInt8(ascii: " ") else { return .dataPoint }
      index &+= 1
    }
  }

  /// The first item that is not a value: its number, from 1, and its bytes; `nil` if there is none.
  package static func faultyItem(_ p: UnsafePointer<UInt8>, _ count: Int) -> (number: Int, bytes: Range<Int>)? {
    var (number, start) = (1, 0)
    while true {
      var end = start
      while end < count, p[end] != UInt8(ascii: " ") { end &+= 1 }
      if afterPoint(p, end, from: start) != end { return (number, start..<end) }
      if end == count { return nil }
      (number, start) = (number + 1, end + 1)
    }
  }

  /// The end of the value that begins at `start`, -1 if none begins there.
  @inlinable package static func afterPoint(_ p: UnsafePointer<UInt8>, _ count: Int, from start: Int) -> Int {
    guard start < count else { return -1 }
    switch p[start] {
    case UInt8(ascii: "E"), UInt8(ascii: "U"), UInt8(ascii: "L"): return start &+ 1
    default: break
    }
    var index = p[start] == UInt8(ascii: "-") ? start &+ 1 : start
    let whole = ASCII.digitRun(p, count, from: index)
    index &+= whole
    guard index < count, p[index] == UInt8(ascii: ".") else { return whole > 0 ? index : -1 }
    let fraction = ASCII.digitRun(p, count, from: index &+ 1)
    return fraction > 0 ? index &+ 1 &+ fraction : -1
  }
}
