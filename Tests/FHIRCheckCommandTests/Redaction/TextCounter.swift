import Foundation

/// Counts how often each of many texts occurs in another text.
///
/// The texts are sorted, so that one binary search at a place finds all texts that stand there: thousands of texts may
/// share their beginning, as addresses and dates do.
struct TextCounter {
  /// The texts, one after another in their order.
  private var bytes: [UInt8] = []
  /// The offset of each sorted text, and at last the length of all.
  private var starts = [0]
  /// The number of each sorted text in the caller's list.
  private var numbers: [Int] = []
  /// The place of the longest other text that the sorted text begins with; -1 for none.
  private var shorter: [Int] = []
  /// The places of the sorted texts by their first four bytes.
  private var beginnings: [UInt32: Range<Int>] = [:]
  /// A bit for each hash of such a beginning: a loop over a dictionary takes minutes in a debug build.
  private var mayBegin = [Bool](repeating: false, count: 1 << 20)

  /// - Parameter texts: each of four bytes or more, all different.
  init(_ texts: [[UInt8]]) {
    sort(texts)
    for place in numbers.indices {
      link(place)
      let beginning = bytes[starts[place]..<starts[place] + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      beginnings[beginning] = (beginnings[beginning]?.lowerBound ?? place)..<place + 1
      mayBegin[Self.hash(beginning)] = true
    }
  }

  /// The number of occurrences by the place of the text in the list; texts that do not occur are left out.
  func counts(in report: [UInt8]) -> [Int: Int] {
    var counts: [Int: Int] = [:]
    var window: UInt32 = 0
    report.withUnsafeBufferPointer { report in
      mayBegin.withUnsafeBufferPointer { mayBegin in
        guard let start = report.baseAddress else { return }
        for index in 0..<report.count {
          window = window << 8 | UInt32(report[index])
          guard index >= 3, mayBegin[Self.hash(window)], let places = beginnings[window] else { continue }
          let rest = UnsafeBufferPointer(start: start + index - 3, count: report.count - index + 3)
          for place in self.places(at: rest, among: places) { counts[numbers[place], default: 0] += 1 }
        }
      }
    }
    return counts
  }

  /// The places of the sorted texts that another text begins with.
  private func places(at rest: UnsafeBufferPointer<UInt8>, among range: Range<Int>) -> [Int] {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if order(middle, rest) <= 0 { low = middle + 1 } else { high = middle }
    }
    // The longest text that stands here begins every text between itself and this place.
    var place = low > range.lowerBound ? low - 1 : -1
    while place >= 0, !begins(rest, place) { place = shorter[place] }
    var places: [Int] = []
    while place >= 0 {
      places.append(place)
      place = shorter[place]
    }
    return places
  }

  private mutating func sort(_ texts: [[UInt8]]) {
    // Compares by the C library: the comparison of arrays takes minutes in a debug build.
    numbers = texts.indices.sorted { first, second in
      let (first, second) = (texts[first], texts[second])
      let order = memcmp(first, second, min(first.count, second.count))
      return order < 0 || order == 0 && first.count < second.count
    }
    for number in numbers {
      bytes += texts[number]
      starts.append(bytes.count)
    }
  }

  /// Finds the longest text before a place that the text there begins with.
  private mutating func link(_ place: Int) {
    let other = bytes.withUnsafeBufferPointer { bytes in
      let text = UnsafeBufferPointer(rebasing: bytes[starts[place]..<starts[place + 1]])
      var other = place - 1
      while other >= 0, !begins(text, other) { other = shorter[other] }
      return other
    }
    shorter.append(other)
  }

  /// Whether a text begins with a sorted text.
  private func begins(_ text: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
    starts[place + 1] - starts[place] <= text.count && order(place, text) == 0
  }

  /// Less than zero if a sorted text comes before another text, zero if that is equal or longer.
  private func order(_ place: Int, _ text: UnsafeBufferPointer<UInt8>) -> Int32 {
    let count = starts[place + 1] - starts[place]
    let order = compare(place, text, min(count, text.count))
    return order != 0 || count <= text.count ? order : 1
  }

  private func compare(_ place: Int, _ text: UnsafeBufferPointer<UInt8>, _ count: Int) -> Int32 {
    bytes.withUnsafeBufferPointer { bytes in
      guard let first = bytes.baseAddress, let second = text.baseAddress else { return 0 }
      return memcmp(first + starts[place], second, count)
    }
  }

  private static func hash(_ window: UInt32) -> Int { Int(truncatingIfNeeded: (window &* 0x9E37_79B1) >> 12) }
}
