import FHIRPrimitives
import Testing

@Suite("uri, oid and uuid")
struct URIGrammarTests {
  private let uri: PrimitiveCheck = { URIGrammar.check($0, $1) }
  private let oid: PrimitiveCheck = { OIDGrammar.check($0, $1) }
  private let uuid: PrimitiveCheck = { UUIDGrammar.check($0, $1) }

  private let goodUUID = "urn:uuid:53fefa32-fcbb-4ff8-8a92-55ee120877b7"

  @Test("absolute URIs and relative references")
  func uris() {
    expect(
      .none,
      for: [
        "http://hl7.org/fhir", "https://example.org/a?b=c&d=(e)*;f,g!'$#frag", "urn:ietf:rfc:3986",
        "urn:isbn:0451450523",
        "mailto:a@example.org", "#p1", "Patient/1", "Patient/1/_history/2", "/a", "?q", "local", "a.b_c~d",
        "tel:+1-555",
        "http://example.org/%7Euser/%e2%82%AC", "http://[::1]:80/", "http://example.org/ä/日本", "a/b:c", "x#a:b", "0",
        goodUUID, goodUUID + "#part", "urn:oid:2.16.840.1.113883.6.96", "urn:oid:1.2.3?=x", "urn:", "URN:OID:01",
        "urn:oi",
        "http://", "https://", "Patient?identifier=http://example.org/ids|12", "?a|b",
        "http://terminology.hl7.org/CodeSystem/v2-0360|2.7", "http://example.org/valueset|1",
        "urn:iso:std:iso:3166|2020",
        "http://snomed.info/sct|http://snomed.info/sct/731000124108",
      ], uri)
  }

  @Test("texts that a URI must not contain")
  func refusedURIs() {
    expect(.empty, for: [""], uri)
    expect(
      .uriWhiteSpace,
      for: [
        " ", "http://a.org/ b", " http://a.org", "http://a.org ", "http://a.org\n", "a\tb", "http://a.org/\u{A0}",
        "http://a.org/\u{200B}", "\u{FEFF}http://a.org", "a\u{3000}b", "a\u{2028}", "a\u{85}",
      ], uri)
    expect(.controlCharacter, for: ["a\u{0}", "http://a.org/\u{1F}", "a\u{7F}b", "a\u{9F}b"], uri)
    expect(
      .uriCharacter,
      for: [
        "<a>", "http://a.org/{id}", "a|b", "a\\b", "a^b", "a`b", "say\"a\"", "http://a.org/12345678}",
        "http://a.org/a|b?c|d", "http://a.org/a|", "http://a.org/a|b", "valueset|1", "http://a.org/a|1|2",
        "http://a.org/|1{",
        "a#b|c", "?a={b}",
      ], uri)
    expect(.uriPercentEscape, for: ["%", "a%2", "http://a.org/100%", "a%zz", "a%2g", "%%20", "http://a.org/%"], uri)
    expect(.uriScheme, for: [":a", "1a:b", "a_b:c", "2.16.840:1", "ä:b", "::", "a%41:b"], uri)
    expect(.uriFragment, for: ["a#b#c", "##", "http://a.org/#a/#b"], uri)
  }

  @Test("every byte in every lane of a URI")
  func uriLanes() {
    let allowed = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/?#[]@!$&'()*+,;=".utf8)
    for byte in UInt8.min..<0x80 {
      for position in 0..<11 {
        var bytes = Array("http://ghijklmnopqrs".utf8)  // no letter here completes a percent escape
        bytes[7 + position] = byte
        #expect((fault(uri, bytes) == .none) == allowed.contains(byte), "\(byte) at \(position)")
      }
    }
  }

  @Test("an OID or a UUID inside a uri must be valid")
  func namesInside() {
    expect(.oidArc, for: ["urn:oid:", "urn:oid:1..2", "urn:oid:1.2 ", "urn:oid:1.02", "urn:oid:1.2.x#a"], uri)
    expect(.oidRoot, for: ["urn:oid:3.1"], uri)
    expect(.uuidMalformed, for: ["urn:uuid:", "urn:uuid:1", goodUUID + "0", goodUUID + " "], uri)
    expect(.uuidUpperCase, for: ["urn:uuid:53FEFA32-fcbb-4ff8-8a92-55ee120877b7"], uri)
    expect(.uriWhiteSpace, for: [goodUUID + "#a b"], uri)
  }

  @Test("OIDs")
  func oids() {
    expect(
      .none,
      for: [
        "urn:oid:2.16.840.1.113883.6.96", "urn:oid:1.2.3", "urn:oid:0.1.0", "urn:oid:2", "urn:oid:2.999",
        "urn:oid:1.39",
        "urn:oid:2.25.329800735698586629295641978511506172918",
      ], oid)
    expect(.empty, for: [""], oid)
    expect(.oidPrefix, for: ["1.2.3", "urn:oid", "oid:1.2.3", "URN:OID:1.2", "urn:uuid:1.2", " urn:oid:1.2"], oid)
    expect(
      .oidArc,
      for: [
        "urn:oid:", "urn:oid:.", "urn:oid:1.", "urn:oid:.1", "urn:oid:1..2", "urn:oid:01.2", "urn:oid:1.02",
        "urn:oid:1.2a",
        "urn:oid:1.2.3 ", "urn:oid:00", "urn:oid:-1",
      ], oid)
    expect(
      .oidRoot, for: ["urn:oid:3", "urn:oid:9.8.7", "urn:oid:10.1", "urn:oid:1.40", "urn:oid:0.100", "urn:oid:0.99"],
      oid)
  }

  @Test("UUIDs")
  func uuids() {
    expect(.none, for: [goodUUID, "urn:uuid:00000000-0000-0000-0000-000000000000"], uuid)
    expect(.empty, for: [""], uuid)
    expect(.uuidPrefix, for: ["53fefa32-fcbb-4ff8-8a92-55ee120877b7", "urn:uuid", "urn:oid:1.2", "uuid:5"], uuid)
    expect(
      .uuidMalformed,
      for: [
        "urn:uuid:", "urn:uuid:53fefa32fcbb4ff88a9255ee120877b7", "urn:uuid:53fefa32-fcbb-4ff8-8a92-55ee120877b",
        "urn:uuid:53fefa32-fcbb-4ff8-8a92-55ee120877b77", "urn:uuid:53fefa32-fcbb-4ff8-8a92-55ee120877bg",
        "urn:uuid:-3fefa32-fcbb-4ff8-8a92-55ee120877b7", "urn:uuid:53fefa320fcbb-4ff8-8a92-55ee120877b7",
        "urn:uuid:{3fefa32-fcbb-4ff8-8a92-55ee120877b}",
      ], uuid)
    expect(.uuidUpperCase, for: [goodUUID.replacing("fefa", with: "FeFa"), goodUUID.replacing("b7", with: "B7")], uuid)
  }
}
