package import FHIRDiagnostics
import FHIRSchema
import FHIRTape
import FHIRView

extension Rule {
  /// Reports an extension whose url is not absolute, or a URN.
  package static let relativeExtensionURL = Rule(
    "extension/relative-url", .error, .extension,
    summary: "the url of an extension is not an absolute URL",
    explanation: Explanation(
      checks: """
        The `url` of an extension begins with the scheme of a URL, such as `http:`, and is not a URN. An extension \
        inside of another extension may have a relative one: it is a part of what the outer one defines. DSTU2 does \
        not demand this.
        """,
      matters: """
        The url is the address of the definition. A relative one has no address to start from, so that two systems \
        may mean different things by the same word.
        """,
      bad: """
        {
          "resourceType": "Patient",
          "text": { "status": "generated", "div": "<div xmlns=\\"http://www.w3.org/1999/xhtml\\">Ann</div>" },
          "extension": [{ "url": "religion", "valueString": "Lutheran" }]
        }
        """,
      good: """
        {
          "resourceType": "Patient",
          "text": { "status": "generated", "div": "<div xmlns=\\"http://www.w3.org/1999/xhtml\\">Ann</div>" },
          "extension": [{
            "url": "http://example.org/religion",
            "extension": [{ "url": "denomination", "valueString": "Lutheran" }]
          }]
        }
        """,
      specification: "https://hl7.org/fhir/R4/extensibility.html"))
}

extension StructureJudge {
  /// Judges the url of an extension that is no part of another one.
  @inline(__always)
  mutating func checkExtensionURL(_ object: Int, _ cursor: inout RecordCursor) {
    // Nearly always the first member, and an address of the web.
    let value = object &+ 3
    if cursor.tape.tag(value) == .string, cursor.tape.length(value) > 7, cursor.tape.length(value - 1) == 3 {
      let text = cursor.tape.lexeme(value)
      if text[0] == UInt8(ascii: "h"), text[4] == UInt8(ascii: ":") || text[5] == UInt8(ascii: ":") { return }
    }
    checkOddExtensionURL(object, &cursor)
  }

  @inline(never)
  private mutating func checkOddExtensionURL(_ object: Int, _ cursor: inout RecordCursor) {
    guard cursor.path.depth > 0, cursor.path.last != cursor.roles.extensionNested.member else { return }
    let name = cursor.schema.nameBytes(of: cursor.roles.extensionURL.member)
    let end = cursor.tape.next(object)
    var key = object + 2
    while key < end {
      let value = key + 1
      if cursor.tape.string(key, equals: name.baseAddress!, name.count) { return checkURL(value, &cursor) }
      key = cursor.tape.next(value)
    }
  }

  private mutating func checkURL(_ value: Int, _ cursor: inout RecordCursor) {
    // Another rule reports what is no text, or an empty one.
    guard cursor.tape.tag(value) == .string || cursor.tape.tag(value) == .escapedString,
      cursor.tape.length(value) > 0
    else { return }
    let text = cursor.decode(value)
    let bytes = UnsafeBufferPointer(start: text.bytes, count: text.count)
    let scheme = bytes.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "#") }
    let hasScheme = scheme.count > 0 && scheme.count < bytes.count && bytes[scheme.count] == UInt8(ascii: ":")
    if hasScheme, !scheme.lazy.map({ $0 | 0x20 }).elementsEqual("urn".utf8) { return }
    cursor.report(
      .relativeExtensionURL, at: cursor.tape.range(value), path: .member(cursor.roles.extensionURL.member),
      "expected an absolute URL\(hasScheme ? ", and no URN" : ""), found \(cursor.tape.excerpt(value))")
  }
}
