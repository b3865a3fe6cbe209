import FHIRFindings

/// Reads the binary format `bplist00`.
///
/// ```text
/// offset  bytes
/// 0       "bplist00"
/// 8       objects, each a marker byte and its content
/// ...     the offset table: where each object begins, big-endian, offsetSize bytes an entry
/// -32     the trailer: 6 bytes unused, offsetSize, referenceSize, and as 8 bytes each the number of objects, the
///         object at the top, and where the offset table begins
/// ```
///
/// A dictionary `D2` is followed by two references to keys and two to values, as numbers of objects. So several
/// references to an object are possible, even from within it. Each reference to a value counts against the limit; a
/// text is decoded once, and all texts together may not take more bytes than the file has; an object within itself is a
/// fault. So the work is bounded whatever the references are.
struct BinaryPropertyListReader {
  private static let headerSize = 8

  private let bytes: [UInt8]
  private let offsetSize, referenceSize, objectCount, offsetTable, top: Int
  private var budget: ReadingBudget
  /// The objects that contain the current one.
  private var open: [Int] = []
  private var texts: [Int: String] = [:]
  /// How many bytes of texts may still be decoded, and how many may still be referred to.
  private var textBytes, referredBytes: Int

  static func read(_ bytes: [UInt8], limits: PropertyListLimits) throws(PropertyListFault) -> PropertyList {
    var reader = try BinaryPropertyListReader(bytes, limits)
    return try reader.value(of: reader.top)
  }

  private init(_ bytes: [UInt8], _ limits: PropertyListLimits) throws(PropertyListFault) {
    let (header, trailer) = (Self.headerSize, bytes.count - 32)
    guard bytes.starts(with: "bplist00".utf8) else {
      throw PropertyListFault(
        0..<min(bytes.count, header), "expected version 00 of binary property lists, found another")
    }
    guard trailer > header else {
      throw PropertyListFault(bytes.count..<bytes.count, "expected a trailer of 32 bytes, found the end of the file")
    }
    (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
      throw PropertyListFault(
        trailer + 6..<trailer + 8,
        "expected offsets and references of 1 to 8 bytes, found \(offsetSize) and \(referenceSize)")
    }
    let count = Self.integer(bytes, trailer + 8..<trailer + 16)
    let top = Self.integer(bytes, trailer + 16..<trailer + 24)
    let table = Self.integer(bytes, trailer + 24..<trailer + 32)
    guard table > UInt64(header), table < UInt64(trailer) else {
      throw PropertyListFault(
        trailer + 24..<trailer + 32, "expected the offset table inside the file, found it at \(table)")
    }
    guard count > 0, count <= UInt64(trailer - Int(table)) / UInt64(offsetSize) else {
      throw PropertyListFault(
        trailer + 8..<trailer + 16, "expected as many objects as the offset table has room for, found \(count)")
    }
    guard top < count else {
      throw PropertyListFault(
        trailer + 16..<trailer + 24, "expected one of \(count) objects at the top, found number \(top)")
    }
    (objectCount, offsetTable, self.top) = (Int(count), Int(table), Int(top))
    (self.bytes, budget) = (bytes, ReadingBudget(limits: limits))
    (textBytes, referredBytes) = (bytes.count, 4 * limits.maximumBytes)
  }

  // MARK: - Objects

  private mutating func value(of object: Int) throws(PropertyListFault) -> PropertyList {
    let start = try offset(of: object)
    let marker = bytes[start]
    let low = Int(marker & 15)
    try budget.take(depth: open.count + 1, at: SourceRange(start: start, end: start + 1))
    switch marker >> 4 {
    case 0x0:
      let constants: [UInt8: PropertyList.Content] = [0x00: .null, 0x08: .boolean(false), 0x09: .boolean(true)]
      guard let content = constants[marker] else { break }
      return list(content, start, start..<start + 1)
    case 0x1:
      guard low <= 4 else { break }
      let range = try content(at: start, size: 1 << low)
      let bits = Self.integer(bytes, range.suffix(8))
      // Eight bytes are signed, fewer are unsigned; of sixteen bytes only the lower half is used.
      return list(.number(low == 3 ? "\(Int64(bitPattern: bits))" : "\(bits)"), start, range)
    case 0x2:
      guard low == 2 || low == 3 else { break }
      let range = try content(at: start, size: 1 << low)
      let bits = Self.integer(bytes, range)
      let number = low == 2 ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
      return list(.number("\(number)"), start, range)
    case 0x3:
      guard low == 3 else { break }
      return list(.date, start, try content(at: start, size: 8))
    case 0x4: return list(.data, start, try counted(at: start, size: 1).range)
    case 0x5, 0x6:
      let (range, _) = try counted(at: start, size: marker >> 4 == 5 ? 1 : 2)
      return list(.string(try text(object, range, isWide: marker >> 4 == 6)), start, range)
    case 0x8: return list(.uid, start, try content(at: start, size: low + 1))
    case 0xA, 0xC, 0xD: return try container(object, at: start, isDictionary: marker >> 4 == 0xD)
    default: break
    }
    let digits = String(0x100 | Int(marker), radix: 16, uppercase: true).dropFirst()
    throw PropertyListFault(start..<start + 1, "expected the marker of an object, found \(digits)")
  }

  private mutating func text(_ object: Int, _ range: Range<Int>, isWide: Bool) throws(PropertyListFault) -> String {
    // Later passes read the text again for each reference.
    guard range.count <= referredBytes else {
      throw PropertyListFault(range, "expected fewer references to long strings, found too many", .limit)
    }
    referredBytes -= range.count
    if let text = texts[object] { return text }
    guard range.count <= textBytes else {
      throw PropertyListFault(
        range, "expected strings that do not overlap, found more text than the file has bytes", .limit)
    }
    textBytes -= range.count
    let text: String?
    if isWide {
      let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).map {
        UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      }
      text = String(validating: units, as: UTF16.self)
    } else {
      text = bytes[range].allSatisfy { $0 < 0x80 } ? String(decoding: bytes[range], as: UTF8.self) : nil
    }
    guard let text else {
      throw PropertyListFault(range, "expected \(isWide ? "UTF-16" : "ASCII"), found units that are not")
    }
    texts[object] = text
    return text
  }

  private mutating func container(
    _ object: Int, at start: Int, isDictionary: Bool
  ) throws(PropertyListFault) -> PropertyList {
    let (range, count) = try counted(at: start, size: isDictionary ? 2 * referenceSize : referenceSize)
    guard !open.contains(object) else {
      throw PropertyListFault(start..<start + 1, "expected no object inside itself, found object \(object) in itself")
    }
    open.append(object)
    defer { open.removeLast() }
    var (elements, entries): ([PropertyList], [PropertyList.Entry]) = ([], [])
    for place in stride(from: range.lowerBound, to: range.lowerBound + count * referenceSize, by: referenceSize) {
      let element = try value(of: try reference(at: place))
      guard isDictionary else {
        elements.append(element)
        continue
      }
      guard case .string(let name) = element.content else {
        throw PropertyListFault(
          place..<place + referenceSize, "expected a string as the key of a dictionary, found \(element.kind)")
      }
      let value = try value(of: try reference(at: place + count * referenceSize))
      entries.append(PropertyList.Entry(key: name, keyRange: element.range, value: value))
    }
    return list(isDictionary ? .dictionary(entries) : .array(elements), start, range, isContainer: true)
  }

  // MARK: - Places

  private func offset(of object: Int) throws(PropertyListFault) -> Int {
    let entry = offsetTable + object * offsetSize
    let offset = Self.integer(bytes, entry..<entry + offsetSize)
    guard offset >= UInt64(Self.headerSize), offset < UInt64(offsetTable) else {
      throw PropertyListFault(
        entry..<entry + offsetSize, "expected object \(object) before the offset table, found it at \(offset)")
    }
    return Int(offset)
  }

  private func reference(at place: Int) throws(PropertyListFault) -> Int {
    let number = Self.integer(bytes, place..<place + referenceSize)
    guard number < UInt64(objectCount) else {
      throw PropertyListFault(
        place..<place + referenceSize, "expected one of \(objectCount) objects, found a reference to number \(number)")
    }
    return Int(number)
  }

  private func content(at start: Int, size: Int) throws(PropertyListFault) -> Range<Int> {
    guard size <= offsetTable - start - 1 else {
      throw PropertyListFault(start..<start + 1, "expected an object of \(size) bytes, found the end of the objects")
    }
    return start + 1..<start + 1 + size
  }

  /// The items after a marker whose lower half, or a number after it, is their count.
  private func counted(at start: Int, size: Int) throws(PropertyListFault) -> (range: Range<Int>, count: Int) {
    var first = start + 1
    var count = UInt64(bytes[start] & 15)
    if count == 15 {
      guard first < offsetTable, bytes[first] >> 4 == 1, bytes[first] & 15 <= 3 else {
        throw PropertyListFault(start..<start + 1, "expected a count after the marker, found none")
      }
      let range = try content(at: first, size: 1 << Int(bytes[first] & 15))
      (count, first) = (Self.integer(bytes, range), range.upperBound)
    }
    guard count <= UInt64(offsetTable - first) / UInt64(size) else {
      throw PropertyListFault(
        start..<start + 1, "expected \(count) items, found the end of the objects after \((offsetTable - first) / size)"
      )
    }
    return (first..<first + Int(count) * size, Int(count))
  }

  private func list(
    _ content: PropertyList.Content, _ start: Int, _ range: Range<Int>, isContainer: Bool = false
  ) -> PropertyList {
    PropertyList(
      content, range: SourceRange(start..<range.upperBound), head: isContainer ? SourceRange(start..<start + 1) : nil)
  }

  private static func integer(_ bytes: [UInt8], _ range: Range<Int>) -> UInt64 {
    bytes[range].reduce(0) { $0 << 8 | UInt64($1) }
  }
}
