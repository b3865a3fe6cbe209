import FHIRTape

/// Compares two JSON texts value for value: numbers by their characters, strings unescaped, members in any order.
enum LosslessComparison {
  /// The paths at which they differ; empty if they have the same content.
  static func differences(_ left: [UInt8], _ right: [UInt8]) throws -> [String] {
    var found: [String] = []
    try withTape(left) { left in
      try withTape(right) { right in compare(left, .root, right, .root, "$", &found) }
    }
    return found
  }

  private static func withTape(_ bytes: [UInt8], _ body: (Tape) throws -> Void) throws {
    var builder = TapeBuilder(maximumDepth: 500)
    var buffer = PaddedBuffer(capacity: bytes.count)
    bytes.withUnsafeBufferPointer { bytes in
      if let start = bytes.baseAddress { buffer.append(start, count: bytes.count) }
    }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    switch builder.read(buffer.bytes, from: start, to: bytes.count) {
    case .value: try body(builder.tape(over: buffer.bytes))
    case .failure(let error): throw error
    case .entries: break
    }
  }

  private static func compare(
    _ a: Tape, _ i: TapeIndex, _ b: Tape, _ j: TapeIndex, _ path: String, _ found: inout [String]
  ) {
    switch (a.tag(i), b.tag(j)) {
    case (.object, .object):
      let left = members(a, i)
      let right = members(b, j)
      for name in Set(left.keys).union(right.keys).sorted() {
        guard let values = left[name], let others = right[name], values.count == others.count else {
          found.append("\(path).\(name) stands \(left[name]?.count ?? 0) and \(right[name]?.count ?? 0) times")
          continue
        }
        for (value, other) in zip(values, others) { compare(a, value, b, other, "\(path).\(name)", &found) }
      }
    case (.array, .array):
      guard a.length(i) == b.length(j) else {
        found.append("\(path) has \(a.length(i)) and \(b.length(j)) items")
        return
      }
      var (left, right, number) = (i.content, j.content, 0)
      while left < a.next(i) {
        compare(a, left, b, right, "\(path)[\(number)]", &found)
        (left, right, number) = (a.next(left), b.next(right), number + 1)
      }
    case (.string, .string), (.string, .escapedString), (.escapedString, .string), (.escapedString, .escapedString):
      if a.string(i) != b.string(j) || a.string(i).unicodeScalars.count != b.string(j).unicodeScalars.count {
        found.append("\(path) is \(a.excerpt(i)) and \(b.excerpt(j))")
      }
    default:
      if a.tag(i) != b.tag(j) || a.string(i) != b.string(j) {
        found.append("\(path) is \(a.excerpt(i)) and \(b.excerpt(j))")
      }
    }
  }

  private static func members(_ tape: Tape, _ object: TapeIndex) -> [String: [TapeIndex]] {
    var members: [String: [TapeIndex]] = [:]
    var key = object.content
    while key < tape.next(object) {
      members[tape.string(key), default: []].append(key.value)
      key = tape.next(key.value)
    }
    return members
  }
}
