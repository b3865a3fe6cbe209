/// A path without the parts that differ from record to record.
///
/// ```text
/// Bundle.entry[3].resource.component[0].value.ofType(Quantity).system   of an Observation
/// Observation.component.valueQuantity.system
/// ```
package enum PathPattern {
  /// The largest size of a pattern in bytes; an input may choose the names in a path.
  static let longest = 256

  /// Appends the pattern of a path.
  ///
  /// - Parameter type: the type of the record that the path begins in.
  static func append(_ path: String, type: String?, to pattern: inout [UInt8]) {
    var path = path
    path.withUTF8 { append($0, type: type, to: &pattern) }
  }

  /// The path without the entries of a Bundle, whose indices vary: `component[0].code` of an Observation.
  package static func belowEntries(_ path: String) -> String {
    var path = path
    return path.withUTF8 { bytes in
      let end = endOfEntries(bytes)
      if end > 0 { return String(decoding: bytes[end...], as: UTF8.self) }
      // The path is about the entry itself.
      guard starts(bytes, 0, "Bundle.entry"), let index = endOfIndex(bytes, 12) else {
        return String(decoding: bytes, as: UTF8.self)
      }
      return "Bundle.entry" + String(decoding: bytes[index...], as: UTF8.self)
    }
  }

  private static func append(_ path: UnsafeBufferPointer<UInt8>, type: String?, to pattern: inout [UInt8]) {
    let limit = pattern.count + longest
    var place = 0
    if let type, !type.utf8.elementsEqual("Bundle".utf8), case let start = endOfEntries(path), start > 0 {
      pattern.append(contentsOf: type.utf8)
      place = start
    }
    while place < path.count, pattern.count < limit {
      if path[place] == UInt8(ascii: "["), let end = endOfIndex(path, place) {
        place = end
      } else if path[place] == UInt8(ascii: "."), let name = choice(path, place) {
        // `value.ofType(dateTime)` is `valueDateTime` in JSON, the form that readers know.
        pattern.append(path[name.lowerBound] & ~0x20)
        pattern.append(contentsOf: path[(name.lowerBound + 1)..<name.upperBound])
        place = name.upperBound + 1
      } else {
        pattern.append(path[place])
        place += 1
      }
    }
  }

  /// The end of the leading `Bundle.entry[3].resource` of a path, which may be repeated; 0 without any.
  private static func endOfEntries(_ path: UnsafeBufferPointer<UInt8>) -> Int {
    guard starts(path, 0, "Bundle.entry") else { return 0 }
    var (end, place) = (0, 6)
    while starts(path, place, ".entry"), let index = endOfIndex(path, place + 6), starts(path, index, ".resource") {
      place = index + 9
      end = place
    }
    return end
  }

  /// The place after `[3]`.
  private static func endOfIndex(_ path: UnsafeBufferPointer<UInt8>, _ place: Int) -> Int? {
    guard place < path.count, path[place] == UInt8(ascii: "[") else { return nil }
    var end = place + 1
    while end < path.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(path[end]) { end += 1 }
    return end > place + 1 && end < path.count && path[end] == UInt8(ascii: "]") ? end + 1 : nil
  }

  /// The range of the type's name in `.ofType(Quantity)`.
  private static func choice(_ path: UnsafeBufferPointer<UInt8>, _ place: Int) -> Range<Int>? {
    guard starts(path, place, ".ofType(") else { return nil }
    let start = place + 8
    guard let end = path[start...].firstIndex(of: UInt8(ascii: ")")), end > start else { return nil }
    return start..<end
  }

  private static func starts(_ path: UnsafeBufferPointer<UInt8>, _ place: Int, _ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard place + count <= path.count else { return false }
    for offset in 0..<count where path[place + offset] != text.utf8Start[offset] { return false }
    return true
  }
}
