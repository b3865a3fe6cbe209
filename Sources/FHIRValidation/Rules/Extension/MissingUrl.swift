package import FHIRFindings
import FHIRTape
import FHIRSchema

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

  @inline(never)
  private mutating func checkOddExtension(
    _ object: TapeIndex, hasURL: Bool, hasValue: Bool, hasNested: Bool, _ cursor: inout RecordCursor
  ) {
    if !hasURL {
      cursor.report(
        .missingUrl, at: cursor.headRange(object), path: .element,
        "expected a 'url' that says what the extension means, found none")
    }
    if hasValue, hasNested {
      cursor.reportValueAndExtensions(object)
    } else if !hasValue, !hasNested, !hasUnjudgedValue(object, &cursor) {
      cursor.reportMissingValue(object)
    }
  }

  /// Whether some key looks like a value: a sibling of a variant, or a variant that was reported already.
  private func hasUnjudgedValue(_ object: TapeIndex, _ cursor: inout RecordCursor) -> Bool {
    let value = cursor.schema.elements[cursor.roles.extensionValue.element].baseName.byBytes
    for key in cursor.tape.keys(of: object) {
      let name = cursor.tape.string(key)
      if name.byBytes.hasPrefix(value) || name.hasPrefix("_") && String(name.dropFirst()).byBytes.hasPrefix(value) {
        return true
      }
    }
    return false
  }
}
