/// The parts of a message: words that all findings of a kind have, and between them what may differ from one finding to
/// the next: values in quotes, numbers, names of types, and all that was found.
///
/// ```text
/// expected |'status', |which |Observation |must have |(1..1), |found |none
/// ```
///
/// Adjacent parts of one sort are one part, so messages of one kind have equally many.
struct MessageParts {
  private let bytes: [UInt8]
  private var parts: [(range: Range<Int>, isFixed: Bool)] = []

  init(_ message: String) {
    bytes = Array(message.utf8)
    parts.reserveCapacity(bytes.count / 8)
    var place = 0
    while place < bytes.count {
      let (end, isFixed) = token(at: place)
      append(place..<end, isFixed)
      if isFixed, end - place == 6, bytes[place..<end].elementsEqual("found ".utf8) { append(end..<bytes.count, false) }
      place = parts[parts.count - 1].range.upperBound
    }
  }

  private mutating func append(_ range: Range<Int>, _ isFixed: Bool) {
    if let last = parts.last, last.isFixed == isFixed {
      parts[parts.count - 1].range = last.range.lowerBound..<range.upperBound
    } else if !range.isEmpty {
      parts.append((range, isFixed))
    }
  }

  /// The end of the text up to the next space outside of quotes, after that space, and whether it is a word.
  private func token(at start: Int) -> (end: Int, isFixed: Bool) {
    func isInWord(_ place: Int) -> Bool {
      guard bytes.indices.contains(place) else { return false }
      return bytes[place] &- 0x30 < 10 || (bytes[place] | 0x20) &- 0x61 < 26
    }
    let first = bytes[start] == UInt8(ascii: "(") ? start + 1 : start
    var isFixed = first < bytes.count && bytes[first] &- 0x61 < 26
    var (end, quote) = (start, UInt8(0))
    while end < bytes.count, quote != 0 || bytes[end] != UInt8(ascii: " ") {
      let byte = bytes[end]
      // An apostrophe in a word neither opens nor ends a quotation.
      if quote != 0 {
        if byte == quote, !isInWord(end + 1) { quote = 0 }
      } else if byte &- 0x61 < 26 {
        // Most bytes are letters.
      } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\""), !isInWord(end - 1) {
        (quote, isFixed) = (byte, false)
      } else if byte &- 0x30 < 10 {
        isFixed = false
      }
      end += 1
    }
    return (min(end + 1, bytes.count), isFixed)
  }

  /// A number for the words, continuing from `start`: the same for all messages of a kind.
  func key(from start: UInt64) -> UInt64 {
    parts.reduce(start) { key, part in
      part.isFixed ? bytes[part.range].withUnsafeBytes { Digest.of($0, from: key) } : Digest.of(1, from: key)
    }
  }

  /// The numbers of the parts in which another message of the kind differs, as bits; the last is for all further ones.
  func differences(from other: MessageParts) -> UInt64 {
    zip(parts, other.parts).enumerated().reduce(0) { bits, pair in
      let (one, another) = (bytes[pair.element.0.range], other.bytes[pair.element.1.range])
      return one == another ? bits : bits | Self.bit(pair.offset)
    }
  }

  private static func bit(_ number: Int) -> UInt64 { 1 << UInt64(min(number, 63)) }

  /// The message, with an ellipsis for each of the parts that differ.
  func shared(_ differing: UInt64) -> String {
    parts.enumerated().map { number, part in
      let bytes = bytes[part.range]
      guard differing & Self.bit(number) != 0 else { return String(decoding: bytes, as: UTF8.self) }
      let punctuation = bytes.reversed().prefix { ",;: ".utf8.contains($0) }.reversed()
      return "…" + String(decoding: punctuation, as: UTF8.self)
    }.joined()
  }

  /// The parts that differ, but for a name that the reader knows.
  func own(_ differing: UInt64, besides name: String?) -> String {
    let texts = parts.indices.filter { differing & Self.bit($0) != 0 }.compactMap { number -> String? in
      let isFound = number > 0 && bytes[parts[number - 1].range].suffix(6).elementsEqual("found ".utf8)
      var bytes = bytes[parts[number].range]
      while let last = bytes.last, ",;: ".utf8.contains(last) { bytes.removeLast() }
      let text = String(decoding: bytes, as: UTF8.self)
      return text.byBytes == name?.byBytes ? nil : (isFound ? "found " : "") + text
    }
    return texts.joined(separator: ", ")
  }
}
