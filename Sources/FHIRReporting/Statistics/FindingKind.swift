package import FHIRFindings

/// What findings of a kind share: rule, severity, pattern of the path, and the value if it is a code or a system.
package struct FindingKind: Sendable {
  /// A number for the kind; it depends only on the finding.
  package let key: UInt64
  /// A number for rule, severity and pattern.
  let pathKey: UInt64
  /// A number for rule, severity and value; `nil` without a value.
  let valueKey: UInt64?

  package init(of finding: Finding) {
    let (pattern, value) = Self.bytes(of: finding)
    let rule = Digest.of(finding.rule.rawValue, from: UInt64(finding.severity.rawValue))
    pathKey = Digest.mix(pattern.withUnsafeBytes { Digest.of($0, from: rule) })
    valueKey = value.isEmpty ? nil : Digest.mix(value.withUnsafeBytes { Digest.of($0, from: rule ^ 1) })
    key = valueKey.map { [pathKey] in Digest.mix(pathKey ^ $0 &* 3) } ?? pathKey
  }

  /// A number for rule and severity alone.
  package static func ruleKey(of finding: Finding) -> UInt64 {
    Digest.mix(Digest.of(finding.rule.rawValue, from: UInt64(finding.severity.rawValue)))
  }

  /// A number for rule, severity, value, the words of the message, and the pattern of the path below the type: what a
  /// writer does wrong, it does in records of all types.
  static func keyBelowType(of finding: Finding) -> UInt64 {
    var (pattern, value) = bytes(of: finding)
    if let record = finding.record, pattern.elementsEqual(record.resourceType.utf8) { pattern = [] }
    if let dot = pattern.firstIndex(of: UInt8(ascii: ".")) { pattern.removeFirst(dot) }
    let key = pattern.withUnsafeBytes { Digest.of($0, from: wordsKey(of: finding)) }
    return Digest.mix(value.withUnsafeBytes { Digest.of($0, from: key) })
  }

  /// A number for rule, severity and the words of the message.
  static func wordsKey(of finding: Finding) -> UInt64 {
    Digest.mix(MessageParts(finding.message).key(from: ruleKey(of: finding)))
  }

  /// The pattern of a finding's path, and the value if it is a code or a system.
  static func texts(of finding: Finding) -> (pattern: String, value: String) {
    let (pattern, value) = bytes(of: finding)
    return (String(decoding: pattern, as: UTF8.self), String(decoding: value, as: UTF8.self))
  }

  private static func bytes(of finding: Finding) -> (pattern: [UInt8], value: [UInt8]) {
    let pattern = PathPattern.bytes(of: finding.path, type: finding.record?.resourceType)
    // Whether the finding is about a code or a system.
    let isCoded =
      finding.rule.rawValue.utf8.starts(with: "code/".utf8)
      || [".system", ".code"].contains {
        pattern.count > $0.utf8.count && pattern.suffix($0.utf8.count).elementsEqual($0.utf8)
      }
    return (pattern, isCoded ? value(in: Array(finding.message.utf8)) : [])
  }

  /// The code or the system in a message, which ends with the found value: the text in quotes after the last `found `.
  private static func value(in message: [UInt8]) -> [UInt8] {
    let found = Array("found ".utf8)
    let places = message.indices.dropLast(found.count)
    guard let place = places.last(where: { message[$0] == found[0] && message[$0...].starts(with: found) }) else {
      return []
    }
    let quote = message[place + found.count]
    let rest = message[(place + found.count + 1)...].prefix(PathPattern.longest)
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"), let end = rest.firstIndex(of: quote) else {
      return []
    }
    return Array(rest[..<end])
  }
}

/// Digests of texts, the same on every machine and in every run.
package enum Digest {
  /// The digest of some bytes, continuing from `start`.
  package static func of(_ bytes: UnsafeRawBufferPointer, from start: UInt64 = 0) -> UInt64 {
    // Includes the length, so that two successive texts have another digest than two others of equal concatenation.
    var hash = mix(start ^ 0xCBF2_9CE4_8422_2325 ^ UInt64(bytes.count))
    var index = 0
    while index &+ 8 <= bytes.count {
      hash = mix(hash ^ UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
      index &+= 8
    }
    var rest: UInt64 = 0
    while index < bytes.count {
      rest = rest << 8 | UInt64(bytes[index])
      index &+= 1
    }
    return mix(hash ^ rest)
  }

  package static func of(_ number: Int, from start: UInt64) -> UInt64 { mix(start ^ UInt64(bitPattern: Int64(number))) }

  package static func of(_ text: String, from start: UInt64 = 0) -> UInt64 {
    var text = text
    return text.withUTF8 { of(UnsafeRawBufferPointer($0), from: start) }
  }

  /// Spreads a number over all its bits.
  package static func mix(_ number: UInt64) -> UInt64 {
    let hash = (number ^ number >> 32) &* 0x9E37_79B9_7F4A_7C15
    return hash ^ hash >> 29
  }
}

/// A path without the parts that differ from record to record.
///
/// ```text
/// Bundle.entry[3].resource.component[0].value.ofType(Quantity).system   of an Observation
/// Observation.component.valueQuantity.system
/// ```
package enum PathPattern {
  /// The largest size of a pattern in bytes; an input may choose the names in a path.
  static let longest = 256

  /// The pattern of a path that begins in a record of a type.
  static func bytes(of path: String, type: String?) -> [UInt8] {
    let path = Array(path.utf8)
    var (pattern, place): ([UInt8], Int) = ([], 0)
    pattern.reserveCapacity(path.count)
    if let type, type.byBytes != "Bundle", case let start = endOfEntries(path), start > 0 {
      (pattern, place) = (Array(type.utf8), start)
    }
    while place < path.count, pattern.count < longest {
      let byte = path[place]
      if byte == UInt8(ascii: "["), let end = endOfIndex(path, place) {
        place = end
      } else if byte == UInt8(ascii: "."), let name = choice(path, place) {
        // `value.ofType(dateTime)` is `valueDateTime` in JSON, the form that readers know.
        pattern.append(path[name.lowerBound] & ~0x20)
        pattern += path[(name.lowerBound + 1)..<name.upperBound]
        place = name.upperBound + 1
      } else {
        pattern.append(byte)
        place += 1
      }
    }
    return pattern
  }

  /// The path without the entries of a Bundle, whose indices vary: `component[0].code` of an Observation.
  package static func belowEntries(_ path: String) -> String {
    let bytes = Array(path.utf8)
    let end = endOfEntries(bytes)
    if end > 0 { return String(decoding: bytes[end...], as: UTF8.self) }
    // The path is about the entry itself.
    guard bytes.starts(with: "Bundle.entry".utf8), let index = endOfIndex(bytes, 12) else { return path }
    return "Bundle.entry" + String(decoding: bytes[index...], as: UTF8.self)
  }

  /// The end of the leading `Bundle.entry[3].resource` of a path, which may be repeated; 0 without any.
  private static func endOfEntries(_ path: [UInt8]) -> Int {
    guard path.starts(with: "Bundle.entry".utf8) else { return 0 }
    var (end, place) = (0, 6)
    while path[place...].starts(with: ".entry".utf8), let index = endOfIndex(path, place + 6),
      path[index...].starts(with: ".resource".utf8)
    {
      place = index + 9
      end = place
    }
    return end
  }

  /// The place after `[3]`.
  static func endOfIndex(_ path: [UInt8], _ place: Int) -> Int? {
    guard place < path.count, path[place] == UInt8(ascii: "[") else { return nil }
    let end = path[(place + 1)...].firstIndex { $0 &- 0x30 >= 10 } ?? path.endIndex
    return end > place + 1 && end < path.count && path[end] == UInt8(ascii: "]") ? end + 1 : nil
  }

  /// The range of the type's name in `.ofType(Quantity)`.
  private static func choice(_ path: [UInt8], _ place: Int) -> Range<Int>? {
    guard path[place] == UInt8(ascii: "."), path[place...].starts(with: ".ofType(".utf8) else { return nil }
    let start = place + 8
    guard let end = path[start...].firstIndex(of: UInt8(ascii: ")")), end > start else { return nil }
    return start..<end
  }
}
