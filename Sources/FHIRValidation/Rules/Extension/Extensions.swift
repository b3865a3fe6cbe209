package import FHIRFindings
import FHIRPrimitives
import FHIRSchema
import FHIRTape

/// The rules of extensions: one check judges an extension as a whole, and so one table.
extension Rule {
  package static let missingUrl = Rule(
    "extension/missing-url", .error, .extension, summary: "an extension does not say what it means",
    checks: """
      Every extension has a `url`, the name of its definition, also inside another extension and in \
      `modifierExtension`. This is reported here and not as a missing element.
      """,
    matters: """
      The url says what an extension means. Without it a reader cannot interpret the value, and in a \
      `modifierExtension` cannot tell how it changes the element.
      """,
    form: .resource("Patient"), bad: #""extension": [{ "valueString": "Lutheran" }]"#,
    good: #""extension": [{ "url": "http://example.org/religion", "valueString": "Lutheran" }]"#,
    specification: "https://hl7.org/fhir/DSTU2/extensibility.html")

  package static let missingValue = Rule(
    "extension/missing-value", .error, .extension, summary: "an extension has neither a value nor extensions",
    checks: """
      An extension has a `value[x]` or nested extensions. A value may be present by its `_` sibling alone. In R4 this \
      is the constraint ext-1, which is reported instead.
      """,
    matters: """
      An extension with only a url has no content. A flag needs a `valueBoolean`, as a missing value does not mean true.
      """,
    form: .resource("Patient"), bad: #""extension": [{ "url": "http://example.org/religion" }]"#,
    good: #""extension": [{ "url": "http://example.org/religion", "valueString": "Lutheran" }]"#,
    specification: "https://hl7.org/fhir/DSTU2/extensibility.html")

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
    example: #"""
      "text": { "status": "generated", "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">Ann</div>" },
      "extension": [~]
      """#,
    bad: #"{ "url": "religion", "valueString": "Lutheran" }"#,
    good: """
      {
        "url": "http://example.org/religion",
        "extension": [{ "url": "denomination", "valueString": "Lutheran" }]
      }
      """,
    specification: "https://hl7.org/fhir/R4/extensibility.html")

  package static let valueAndExtensions = Rule(
    "extension/value-and-extensions", .error, .extension, summary: "an extension has both a value and extensions",
    checks: """
      An extension has either a `value[x]` or nested extensions, never both. To qualify a primitive value, extensions \
      go into the `_` sibling of that value; to qualify a complex value, into the value itself. In R4 this is the \
      constraint ext-1, which is reported instead.
      """,
    matters: "Readers treat an extension as simple or as complex, and read only the value or only the extensions.",
    form: .resource("Patient"),
    bad: """
      "extension": [
        {
          "url": "http://example.org/religion",
          "valueString": "Lutheran",
          "extension": [{ "url": "http://example.org/since", "valueDate": "1990" }]
        }
      ]
      """,
    good: """
      "extension": [
        {
          "url": "http://example.org/religion",
          "extension": [
            { "url": "http://example.org/name", "valueString": "Lutheran" },
            { "url": "http://example.org/since", "valueDate": "1990" }
          ]
        }
      ]
      """,
    specification: "https://hl7.org/fhir/DSTU2/extensibility.html")

  package static let valueType = Rule(
    "extension/value-type", .error, .extension, summary: "the type of an extension's value is not allowed",
    checks: """
      The type at the end of `value[x]` in an extension is one of the data types that the record's release allows \
      there. DSTU2 has none of R4's url, canonical and Dosage, and leaves uuid out of the list; R4 allows all four.
      """,
    matters: """
      A reader of that release cannot decode the value and drops the extension or the whole record. For a URL in DSTU2 \
      use `valueUri`.
      """,
    form: .resource("Patient"),
    bad: #""extension": [{ "url": "http://example.org/homepage", "valueUrl": "http://example.org/ann" }]"#,
    good: #""extension": [{ "url": "http://example.org/homepage", "valueUri": "http://example.org/ann" }]"#,
    specification: "https://hl7.org/fhir/DSTU2/extensibility.html")
}

extension RecordCursor {
  @inline(never) fileprivate mutating func reportContent(_ rule: Rule, of object: TapeIndex, found: StaticString) {
    report(rule, or: .extensionContent, inInput: inputRange(headRange(object)), path: .element) {
      "expected a \($0.schema.elements[$0.roles.extensionValue.element].name) or nested extensions, found \(found)"
    }
  }
}

extension StructureJudge {
  /// Judges an Extension as a whole, by three rules that involve several of its elements.
  mutating func checkExtension(_ object: TapeIndex, seen: UInt64, _ cursor: inout RecordCursor) {
    cursor.counts.extensions &+= 1
    if cursor.schema.hasAbsoluteExtensionURLs { checkExtensionURL(object, &cursor) }
    let hasValue = seen & cursor.roles.extensionValue.bit != 0
    let hasNested = seen & cursor.roles.extensionNested.bit != 0
    if hasValue != hasNested, seen & cursor.roles.extensionURL.bit != 0 { return }
    checkOddExtension(
      object, hasURL: seen & cursor.roles.extensionURL.bit != 0, hasValue: hasValue, hasNested: hasNested, &cursor)
  }

  @inline(never) private mutating func checkOddExtension(
    _ object: TapeIndex, hasURL: Bool, hasValue: Bool, hasNested: Bool, _ cursor: inout RecordCursor
  ) {
    if !hasURL {
      cursor.report(
        .missingUrl, at: cursor.headRange(object), path: .element,
        "expected a 'url' that says what the extension means, found none")
    }
    if hasValue, hasNested {
      cursor.reportContent(.valueAndExtensions, of: object, found: "both")
    } else if !hasValue, !hasNested, !hasUnjudgedValue(object, &cursor) {
      cursor.reportContent(.missingValue, of: object, found: "neither")
    }
  }

  /// Whether some key looks like a value: a sibling of a variant, or a variant that was reported already.
  private func hasUnjudgedValue(_ object: TapeIndex, _ cursor: inout RecordCursor) -> Bool {
    let (tape, value) = (cursor.tape, cursor.schema.elements[cursor.roles.extensionValue.element].baseName.byBytes)
    return tape.keys(of: object).contains { key in
      let name = tape.string(key)
      return name.byBytes.hasPrefix(value) || name.hasPrefix("_") && String(name.dropFirst()).byBytes.hasPrefix(value)
    }
  }

  @inline(__always) mutating func checkExtensionURL(_ object: TapeIndex, _ cursor: inout RecordCursor) {
    // Nearly always the first member, and an http address.
    let value = object.value.content
    if cursor.tape.tag(value) == .string, cursor.tape.length(value) > 7, cursor.tape.length(value.key) == 3 {
      let text = cursor.tape.lexeme(value)
      if text[0] == UInt8(ascii: "h"), text[4] == UInt8(ascii: ":") || text[5] == UInt8(ascii: ":") { return }
    }
    checkOddExtensionURL(object, &cursor)
  }

  @inline(never) private mutating func checkOddExtensionURL(_ object: TapeIndex, _ cursor: inout RecordCursor) {
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
