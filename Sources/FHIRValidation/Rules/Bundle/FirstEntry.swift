package import FHIRFindings
import FHIRSchema
import FHIRTape

extension Rule {
  package static let firstEntry = Rule(
    "bundle/first-entry", .error, .structure, summary: "a document or message does not begin with its header",
    checks: """
      The first entry of a Bundle of type `document` is a Composition, the first entry of a `message` a MessageHeader. \
      A Bundle without entries is reported, too. In R4 these are the constraints bdl-11 and bdl-12, which are reported \
      instead.
      """,
    matters: """
      The header gives the subject and author of a document, or the event and receiver of a message. Receivers read it \
      first and refuse a Bundle without it.
      """,
    form: .patientBundle, example: #""type": ~"#, bad: #""document""#, good: #""collection""#,
    specification: "https://hl7.org/fhir/DSTU2/documents.html")
}

extension ReferenceJudge {
  /// Judges the first entry of a document or a message, after all entries; the path is at the Bundle.
  mutating func checkFirstEntry(_ index: TapeIndex, type: BundleType, _ cursor: inout RecordCursor) {
    let expected =
      type.traits.contains(.document)
      ? cursor.roles.composition : type.traits.contains(.message) ? cursor.roles.messageHeader : nil
    guard let expected, bundle.first?.type != expected else { return }
    // Another rule reports an entry of an unknown type.
    if let first = bundle.first, !first.type.exists, first.isResource { return }
    cursor.reportFirstEntry(index, bundle.first, type: type.name, expected: expected)
  }
}

extension RecordCursor {
  @inline(never) fileprivate mutating func reportFirstEntry(
    _ index: TapeIndex, _ first: BundleState.FirstEntry?, type: ByteText, expected: TypeID
  ) {
    let name = schema.typeNames[expected]
    let native: NativeInvariant = expected == roles.composition ? .firstComposition : .firstMessageHeader
    let (schema, range) = (schema, first?.range ?? inputRange(headRange(index)))
    let found = first.map { $0.type.exists ? "'\(schema.typeNames[$0.type])'" : "no resource" } ?? "no entries"
    let path = first.map { FindingPath.below($0.isResource ? "entry[0].resource" : "entry[0]") } ?? .element
    report(.firstEntry, or: native, inInput: range, path: path) { _ in
      "expected a \(name) as the first entry of a \(type.string.clipped), found \(found)"
    }
  }
}
