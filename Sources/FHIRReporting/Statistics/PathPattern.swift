import FHIRSupport

/// A path without the parts that differ from record to record.
///
/// ```text
/// Bundle.entry[3].resource.component[0].value.ofType(Quantity).system   of an Observation
/// Observation.component.valueQuantity.system
/// ```
package enum PathPattern {
  /// The largest size of a pattern in bytes; an input may choose the names in a path.
  static let longest = 256

  /// The pattern of a path.
  ///
  /// - Parameter type: the type of the record that the path begins in.
  static func bytes(of path: String, type: String?) -> [UInt8] {
    let path = Array(path.utf8)
    var (pattern, place): ([UInt8], Int) = ([], 0)
    if let type, type.byBytes != "Bundle", case let start = endOfEntries(path), start > 0 {
      (pattern, place) = (Array(type.utf8), start)
    }
    while place < path.count, pattern.count < longest {
      if let end = endOfIndex(path, place) {
        place = end
      } else if let name = choice(path, place) {
        // `value.ofType(dateTime)` is `valueDateTime` in JSON, the form that readers know.
        pattern.append(path[name.lowerBound] & ~0x20)
        pattern += path[(name.lowerBound + 1)..<name.upperBound]
        place = name.upperBound + 1
      } else {
        pattern.append(path[place])
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
