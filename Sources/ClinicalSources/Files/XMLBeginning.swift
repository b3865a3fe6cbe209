import FHIRTape

/// The kind of an XML file, from its first tag.
enum XMLBeginning {
  /// Examines bytes that begin with `<`. If the first tag is not among them, the result is XML of an unknown kind.
  static func kind(of bytes: UnsafeRawBufferPointer) -> ContentKind {
    var rest = bytes[...]
    while rest.first == UInt8(ascii: "<") {
      guard let second = rest.dropFirst().first else { return .xml }
      if second == UInt8(ascii: "?") {
        rest = skip(rest, to: "?>")
      } else if rest.starts(with: "<!--".utf8) {
        rest = skip(rest.dropFirst(4), to: "-->")
      } else if second == UInt8(ascii: "!") {
        if isHTMLType(rest) { return .html }
        rest = skipDeclaration(rest)
      } else {
        return kind(ofTag: rest.dropFirst())
      }
      rest = rest.drop { Bytes.isWhitespace($0) }
    }
    return .xml
  }

  private static func kind(ofTag tag: Slice<UnsafeRawBufferPointer>) -> ContentKind {
    let tag = tag.prefix { $0 != UInt8(ascii: ">") }
    let name = tag.prefix { !Bytes.isWhitespace($0) && $0 != UInt8(ascii: "/") }
    let local = name.lastIndex(of: UInt8(ascii: ":")).map { name[name.index(after: $0)...] } ?? name
    if isSame(local, "html") { return .html }
    if local.elementsEqual("ClinicalDocument".utf8) { return .cda }
    return names(tag, #""http://hl7.org/fhir""#) || names(tag, "'http://hl7.org/fhir'") ? .fhirXML : .xml
  }

  /// Whether this is the document type declaration of a web page.
  private static func isHTMLType(_ rest: Slice<UnsafeRawBufferPointer>) -> Bool {
    let start = rest.dropFirst(2)
    guard isSame(start.prefix(7), "doctype") else { return false }
    return isSame(start.dropFirst(7).drop { Bytes.isWhitespace($0) }.prefix(4), "html")
  }

  /// A document type declaration may contain others in brackets, and these any character in quotes.
  private static func skipDeclaration(_ rest: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
    let end = rest.firstIndex { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "[") }
    guard let end else { return rest[rest.endIndex...] }
    if rest[end] == UInt8(ascii: ">") { return rest[(end + 1)...] }
    return skip(skip(rest[end...], to: "]"), to: ">")
  }

  /// The rest after a text; empty if the text does not occur.
  private static func skip(
    _ rest: Slice<UnsafeRawBufferPointer>, to end: StaticString
  ) -> Slice<UnsafeRawBufferPointer> {
    guard let place = place(of: end, in: rest) else { return rest[rest.endIndex...] }
    return rest[(place + end.utf8CodeUnitCount)...]
  }

  private static func names(_ tag: Slice<UnsafeRawBufferPointer>, _ value: StaticString) -> Bool {
    place(of: value, in: tag) != nil
  }

  private static func place(of text: StaticString, in rest: Slice<UnsafeRawBufferPointer>) -> Int? {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    var place = rest.startIndex
    while place + wanted.count <= rest.endIndex {
      if rest[place] == wanted[0], rest[place..<place + wanted.count].elementsEqual(wanted) { return place }
      place += 1
    }
    return nil
  }

  /// Whether a name equals a lower-case name, regardless of case.
  private static func isSame(_ name: Slice<UnsafeRawBufferPointer>, _ lower: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: lower.utf8Start, count: lower.utf8CodeUnitCount)
    return name.count == wanted.count && zip(name, wanted).allSatisfy { $0 | 0x20 == $1 }
  }
}
