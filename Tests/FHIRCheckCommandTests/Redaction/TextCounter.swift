/// Counts how often each of many texts occurs in another text.
struct TextCounter {
  private let texts: [[UInt8]]
  /// The texts by their first four bytes.
  private var beginnings: [UInt32: [Int]] = [:]
  /// A bit for each hash of such a beginning: a loop over a dictionary takes minutes in a debug build.
  private var mayBegin = [Bool](repeating: false, count: 1 << 20)

  /// - Parameter texts: each of four bytes or more.
  init(_ texts: [[UInt8]]) {
    self.texts = texts
    for (number, text) in texts.enumerated() {
      let beginning = text.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      beginnings[beginning, default: []].append(number)
      mayBegin[Self.hash(beginning)] = true
    }
  }

  /// The number of occurrences by the place of the text in the list; texts that do not occur are left out.
  func counts(in report: [UInt8]) -> [Int: Int] {
    var counts: [Int: Int] = [:]
    var window: UInt32 = 0
    report.withUnsafeBufferPointer { report in
      mayBegin.withUnsafeBufferPointer { mayBegin in
        for index in 0..<report.count {
          window = window << 8 | UInt32(report[index])
          guard mayBegin[Self.hash(window)], let numbers = beginnings[window] else { continue }
          for number in numbers where report[(index - 3)...].starts(with: texts[number]) {
            counts[number, default: 0] += 1
          }
        }
      }
    }
    return counts
  }

  private static func hash(_ window: UInt32) -> Int { Int(truncatingIfNeeded: (window &* 0x9E37_79B1) >> 12) }
}
