package import FHIRFindings
import FHIRPrimitives
import FHIRTape
import FHIRSchema

extension Rule {
  package static let relativeExtensionURL = Rule(
    "extension/relative-url", .error, .extension, summary: "the url of an extension is not an absolute URL",
    checks: """
      The `url` of an extension begins with the scheme of a URL, such as `http:`, and is not a URN. A nested extension \
      may have a relative url, because the definition of the outer extension includes it. DSTU2 does not require this.
      """,
    matters: """
      The url is the address of the definition. A relative url has no base address, so two systems may use the same \
      word with different meanings.
      """,
    form: .resource("Patient"),
    bad: #"""
      "text": { "status": "generated", "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">Ann</div>" },
      "extension": [{ "url": "religion", "valueString": "Lutheran" }]
      """#,
    good: #"""
      "text": { "status": "generated", "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">Ann</div>" },
      "extension": [{
        "url": "http://example.org/religion",
        "extension": [{ "url": "denomination", "valueString": "Lutheran" }]
      }]
      """#,
    specification: "https://hl7.org/fhir/R4/extensibility.html")
}

extension StructureJudge {
  @inline(__always)
  mutating func checkExtensionURL(_ object: TapeIndex, _ cursor: inout RecordCursor) {
    // Nearly always the first member, and an http address.
    let value = object.value.content
    if cursor.tape.tag(value) == .string, cursor.tape.length(value) > 7, cursor.tape.length(value.key) == 3 {
      let text = cursor.tape.lexeme(value)
      if text[0] == UInt8(ascii: "h"), text[4] == UInt8(ascii: ":") || text[5] == UInt8(ascii: ":") { return }
    }
    checkOddExtensionURL(object, &cursor)
  }

  @inline(never)
  private mutating func checkOddExtensionURL(_ object: TapeIndex, _ cursor: inout RecordCursor) {
    guard cursor.path.depth > 0, cursor.path.last != cursor.roles.extensionNested.member else { return }
    // Another rule reports a value that is not a string, or is empty.
    guard let value = cursor.value(of: cursor.roles.extensionURL.member, in: object), cursor.isText(value),
      cursor.tape.length(value) > 0
    else { return }
    let text = cursor.decode(value)
    let isURN = text.buffer.prefix(4).lazy.map { $0 | 0x20 }.elementsEqual("urn:".utf8)
    // The walk reports a text that is no URI.
    if text.hasScheme && !isURN || !URIGrammar.check(text.bytes, text.count).isNone { return }
    cursor.report(
      .relativeExtensionURL, at: cursor.tape.range(value), path: .member(cursor.roles.extensionURL.member),
      "expected an absolute URL\(isURN ? ", and no URN" : ""), found \(cursor.tape.excerpt(value))")
  }
}
