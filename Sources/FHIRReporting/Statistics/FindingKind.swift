package import FHIRDiagnostics

/// What findings have in common that are the same to a reader: the rule, the severity, the pattern of the path, and the
/// value if it is a code or a system.
package struct FindingKind: Sendable {
  /// A number for the kind; it depends only on the finding.
  package let key: UInt64
  /// A number for rule, severity and pattern.
  let pathKey: UInt64
  /// A number for rule, severity and value; `nil` without a value.
  let valueKey: UInt64?
}

/// Determines the kinds of many findings, and reuses its memory.
package struct FindingKindReader: Sendable {
  private var bytes: [UInt8] = []
  private var value: [UInt8] = []

  package init() {}

  /// The kind of a finding.
  package mutating func kind(of diagnostic: Diagnostic) -> FindingKind {
    read(diagnostic)
    let rule = Digest.of(diagnostic.rule.rawValue, from: UInt64(diagnostic.severity.rawValue))
    let pathKey = Digest.mix(bytes.withUnsafeBytes { Digest.of($0, from: rule) })
    let valueKey = value.isEmpty ? nil : Digest.mix(value.withUnsafeBytes { Digest.of($0, from: rule ^ 1) })
    let key = valueKey.map { Digest.mix(pathKey ^ $0 &* 3) } ?? pathKey
    return FindingKind(key: key, pathKey: pathKey, valueKey: valueKey)
  }

  /// The pattern of a finding's path, and the value if it is a code or a system.
  static func texts(of diagnostic: Diagnostic) -> (pattern: String, value: String) {
    var reader = FindingKindReader()
    reader.read(diagnostic)
    return (String(decoding: reader.bytes, as: UTF8.self), String(decoding: reader.value, as: UTF8.self))
  }

  private mutating func read(_ diagnostic: Diagnostic) {
    bytes.removeAll(keepingCapacity: true)
    PathPattern.append(diagnostic.path, type: diagnostic.record?.resourceType, to: &bytes)
    readValue(diagnostic)
  }

  /// Finds the code or the system in the message, which ends with the found value.
  private mutating func readValue(_ diagnostic: Diagnostic) {
    value.removeAll(keepingCapacity: true)
    guard isCoded(diagnostic.rule) else { return }
    var message = diagnostic.message
    message.withUTF8 { message in
      guard let start = Self.startOfValue(message) else { return }
      let quote = message[start]
      let rest = message[(start + 1)...].prefix(PathPattern.longest)
      guard let end = rest.firstIndex(of: quote), end > start + 1 else { return }
      value.append(contentsOf: message[(start + 1)..<end])
    }
  }

  /// Whether the finding is about a code or a system.
  private func isCoded(_ rule: RuleID) -> Bool {
    rule.rawValue.utf8.starts(with: "code/".utf8) || endsPattern(".system") || endsPattern(".code")
  }

  private func endsPattern(_ name: StaticString) -> Bool {
    let count = name.utf8CodeUnitCount
    return bytes.count > count
      && bytes.suffix(count).elementsEqual(UnsafeBufferPointer(start: name.utf8Start, count: count))
  }

  /// The offset of the quote that follows the last `found `; `nil` if there is none.
  private static func startOfValue(_ message: UnsafeBufferPointer<UInt8>) -> Int? {
    let word: StaticString = "found "
    let count = word.utf8CodeUnitCount
    var place = message.count - count - 1
    while place >= 0 {
      if message[place] == word.utf8Start[0],
        message[place..<place + count].elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: count))
      {
        let quote = message[place + count]
        return quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") ? place + count : nil
      }
      place -= 1
    }
    return nil
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

  /// The digest of a number, continuing from `start`.
  package static func of(_ number: Int, from start: UInt64) -> UInt64 { mix(start ^ UInt64(bitPattern: Int64(number))) }

  /// The digest of a text, continuing from `start`.
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
