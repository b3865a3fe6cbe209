import FHIRFindings
import FHIRSupport
import FHIRTape

/// Reads the XML of property lists, and no other: <https://www.apple.com/DTDs/PropertyList-1.0.dtd>.
struct XMLPropertyListReader {
  private var scanner: XMLScanner
  private var budget: ReadingBudget
  private var isBeyondLimit = false

  static func read(_ bytes: [UInt8], limits: PropertyListLimits) throws(PropertyListFault) -> PropertyList {
    var reader = XMLPropertyListReader(scanner: XMLScanner(bytes), budget: ReadingBudget(limits: limits))
    do { return try reader.document() } catch {
      throw PropertyListFault(reader.isBeyondLimit ? .limit : .malformed, range: error.range, message: error.message)
    }
  }

  private mutating func document() throws(XMLFault) -> PropertyList {
    try scanner.skipProlog()
    guard let root = try scanner.tag(), root.name.byBytes == "plist", !root.isClosing else {
      throw scanner.fault("expected the element 'plist', found something else")
    }
    guard !root.isEmpty else { throw scanner.fault(root.range, "expected a value in 'plist', found none") }
    try scanner.skipMisc()
    guard let first = try scanner.tag() else { throw scanner.fault("expected a value in 'plist', found none") }
    let value = try value(first, depth: 1)
    try scanner.skipMisc()
    try expectEnd(of: root)
    try scanner.skipMisc()
    guard scanner.isAtEnd else { throw scanner.fault("expected the end of the file after 'plist', found more") }
    return value
  }

  private mutating func value(_ open: XMLScanner.Tag, depth: Int) throws(XMLFault) -> PropertyList {
    guard !open.isClosing else {
      throw scanner.fault(open.range, "expected a value, found '</\(open.name.clippedName)>'")
    }
    do { try budget.take(depth: depth, at: open.range) } catch {
      isBeyondLimit = true
      throw XMLFault(range: error.range, message: error.message)
    }
    let content: PropertyList.Content
    switch open.name.byBytes {
    case "dict": content = .dictionary(open.isEmpty ? [] : try entries(of: open, depth: depth))
    case "array": content = .array(open.isEmpty ? [] : try elements(of: open, depth: depth))
    case "string": content = .string(try text(of: open))
    case "true", "false":
      guard try text(of: open).isEmpty else {
        throw scanner.fault(open.range, "expected '\(open.name)' to be empty, found text in it")
      }
      content = .boolean(open.name.byBytes == "true")
    case "integer", "real":
      // Without white space around it.
      let rest = try text(of: open).utf8.drop(while: Bytes.isWhitespace).reversed().drop(while: Bytes.isWhitespace)
      content = .number(String(decoding: rest.reversed(), as: UTF8.self))
    case "date", "data":
      _ = try text(of: open)
      content = open.name.byBytes == "date" ? .date : .data
    case "key": throw scanner.fault(open.range, "expected a value, found a key")
    default: throw scanner.fault(open.range, "expected an element of property lists, found '\(open.name.clippedName)'")
    }
    let range = SourceRange(open.range.start..<scanner.position)
    let isContainer = open.name.byBytes == "dict" || open.name.byBytes == "array"
    return PropertyList(content, range: range, head: isContainer ? open.range : range)
  }

  private mutating func entries(of open: XMLScanner.Tag, depth: Int) throws(XMLFault) -> [PropertyList.Entry] {
    var entries: [PropertyList.Entry] = []
    while let tag = try next(in: open) {
      guard tag.name.byBytes == "key", !tag.isClosing else {
        throw scanner.fault(tag.range, "expected a key or the end of 'dict', found '\(tag.name.clippedName)'")
      }
      let key = try text(of: tag)
      let keyRange = SourceRange(tag.range.start..<scanner.position)
      guard let first = try next(in: open) else {
        throw scanner.fault(keyRange, "expected a value after the key '\(key.clippedName)', found the end of 'dict'")
      }
      let value = try value(first, depth: depth + 1)
      entries.append(PropertyList.Entry(key: key, keyRange: keyRange, value: value))
    }
    return entries
  }

  private mutating func elements(of open: XMLScanner.Tag, depth: Int) throws(XMLFault) -> [PropertyList] {
    var elements: [PropertyList] = []
    while let tag = try next(in: open) { elements.append(try value(tag, depth: depth + 1)) }
    return elements
  }

  /// The next tag in a dictionary or an array; `nil` at its end.
  private mutating func next(in open: XMLScanner.Tag) throws(XMLFault) -> XMLScanner.Tag? {
    try scanner.skipMisc()
    return try tag(in: open)
  }

  private mutating func tag(in open: XMLScanner.Tag) throws(XMLFault) -> XMLScanner.Tag? {
    guard let tag = try scanner.tag() else {
      throw scanner.fault("expected '</\(open.name)>', found \(scanner.isAtEnd ? "the end of the file" : "text")")
    }
    return tag.isClosing && tag.name.byBytes == open.name.byBytes ? nil : tag
  }

  private mutating func text(of open: XMLScanner.Tag) throws(XMLFault) -> String {
    if open.isEmpty { return "" }
    let text = try scanner.text(in: open.name)
    try expectEnd(of: open)
    return text
  }

  private mutating func expectEnd(of open: XMLScanner.Tag) throws(XMLFault) {
    let start = scanner.position
    if let tag = try tag(in: open) {
      throw scanner.fault(start..<tag.range.end, "expected '</\(open.name)>', found another tag")
    }
  }
}
