import FHIRFindings
import Foundation
import Testing

@testable import ClinicalSources

/// An issuer with a key of its own, for cards with any fault.
struct CardIssuer {
  static let address = "https://example.org/issuer"
  static let now = 1_790_000_000.0
  private let secret: UInt256
  let key: SignatureKey

  private static let known = ["issuer", "other"].reduce(into: [:]) { $0[$1] = CardIssuer(making: $1) }

  /// Those of these names are made once, since that takes long in a build for debugging.
  init(_ name: String = "issuer") { self = Self.known[name] ?? CardIssuer(making: name) }

  private init(making name: String) {
    var secret = UInt256(SHA256.digest(of: name.utf8))
    secret.d >>= 1
    self.secret = secret
    let (x, y) = Self.affine(CurvePoint.sum(secret, .zero, times: .base))
    key = SignatureKey(x: x, y: y)!
  }

  private static func affine(_ point: CurvePoint) -> (x: [UInt8], y: [UInt8]) {
    let field = CurvePoint.field
    let inverse = field.inverse(point.z)
    let square = field.product(inverse, inverse)
    return (
      bytes(field.number(field.product(point.x, square))),
      bytes(field.number(field.product(point.y, field.product(square, inverse))))
    )
  }

  static func bytes(_ number: UInt256) -> [UInt8] {
    [number.d, number.c, number.b, number.a].flatMap { word in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
    }
  }

  func signature(of message: [UInt8]) -> [UInt8] {
    let (order, digest) = (CurvePoint.order, SHA256.digest(of: message))
    var nonce = UInt256(SHA256.digest(of: digest))
    nonce.d >>= 1
    var (r, e) = (UInt256(Self.affine(CurvePoint.sum(nonce, .zero, times: .base)).x), UInt256(digest))
    if !(r < order.value) { _ = r.subtract(order.value) }
    if !(e < order.value) { _ = e.subtract(order.value) }
    let sum = order.sum(order.form(e), order.product(order.form(r), order.form(secret)))
    return Self.bytes(r) + Self.bytes(order.number(order.product(order.inverse(order.form(nonce)), sum)))
  }

  private var x: String { Base64URL.text(of: key.x) }
  private var y: String { Base64URL.text(of: key.y) }

  var kid: String {
    Base64URL.text(of: SHA256.digest(of: #"{"crv":"P-256","kty":"EC","x":"\#(x)","y":"\#(y)"}"#.utf8))
  }

  /// Its key, with other members in the place of those that it has.
  func jwk(_ changes: [String: Any] = [:]) -> String {
    let members: [String: Any] = [
      "kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "x": x, "y": y, "kid": kid,
    ]
    let all = members.merging(changes) { $1 }.filter { !($0.value is NSNull) }
    let texts = all.sorted { $0.key < $1.key }.map {
      "\"\($0.key)\":" + ($0.value is Int ? "\($0.value)" : "\"\($0.value)\"")
    }
    return "{" + texts.joined(separator: ",") + "}"
  }

  func keySet(of issuer: String? = CardIssuer.address, _ changes: [String: Any] = [:]) -> String {
    let member = issuer.map { #""issuer":"\#($0)","# } ?? ""
    return #"{\#(member)"keys":[\#(jwk(changes))]}"#
  }

  var header: String { #"{"zip":"DEF","alg":"ES256","kid":"\#(kid)"}"# }

  func card(header: String? = nil, packed: [UInt8]) -> String {
    let text = Base64URL.text(of: Array((header ?? self.header).utf8)) + "." + Base64URL.text(of: packed)
    return text + "." + Base64URL.text(of: signature(of: Array(text.utf8)))
  }

  func card(header: String? = nil, payload: String) -> String {
    card(header: header, packed: Self.deflated(Array(payload.utf8)))
  }

  /// The texts of several QR codes of a card.
  static func parts(of card: String, count: Int) -> [String] {
    let length = (card.utf8.count + count - 1) / count
    return (0..<count).map { number in
      "shc:/\(number + 1)/\(count)/"
        + card.utf8.dropFirst(number * length).prefix(length).map { $0 < 55 ? "0\($0 - 45)" : "\($0 - 45)" }.joined()
    }
  }

  /// A deflate stream of blocks that are not compressed.
  static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var (stream, rest) = ([UInt8](), bytes[...])
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(65_535)
      let count = block.count
      stream += [rest.isEmpty ? 1 : 0, UInt8(count & 255), UInt8(count >> 8), ~UInt8(count & 255), ~UInt8(count >> 8)]
      stream += block
    } while !rest.isEmpty
    return stream
  }

  static let bundle =
    #"{"resourceType":"Bundle","type":"collection","entry":[{"fullUrl":"resource:0","resource":"#
    + #"{"resourceType":"Patient","name":[{"family":"Anyperson","given":["John"]}],"birthDate":"1951-01-20"}}]}"#

  /// A payload; changes are texts of JSON values, or "" for no such member.
  static func payload(
    _ changes: [String: String] = [:], credential: [String: String] = [:], subject: [String: String] = [:]
  ) -> String {
    func object(_ members: [(String, String)], _ changes: [String: String]) -> String {
      let names = members.map(\.0)
      let all = members + changes.filter { !names.contains($0.key) }.sorted { $0.key < $1.key }
      let texts = all.map { ($0.0, changes[$0.0] ?? $0.1) }.filter { $0.1 != "" }
      return "{" + texts.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }
    let inner = object([("fhirVersion", #""4.0.1""#), ("fhirBundle", bundle)], subject)
    let types = #"["https://smarthealth.cards#health-card","https://smarthealth.cards#immunization"]"#
    let vc = object([("type", types), ("credentialSubject", inner)], credential)
    return object([("iss", "\"\(address)\""), ("nbf", "1617976270.189"), ("vc", vc)], changes)
  }
}

/// Reads a text with the keys of some files.
func cards(in text: String, keys files: [String] = [CardIssuer().keySet()]) -> HealthCardFile {
  var keys = CardKeys()
  for file in files { #expect(keys.add(Array(file.utf8), folder: []) == nil) }
  return Array(text.utf8).withUnsafeBytes { CardReader(keys: keys, now: CardIssuer.now).read($0) }
}

/// The standing of the only card of a text, and its findings as `rule path message`.
func expectCard(
  _ text: String, keys: [String] = [CardIssuer().keySet()], _ standing: HealthCard.Standing, _ findings: [String],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let file = cards(in: text, keys: keys)
  #expect(file.cards.count == 1, sourceLocation: sourceLocation)
  #expect(file.cards.first?.standing == standing, sourceLocation: sourceLocation)
  let found = file.cards.flatMap(\.findings)
  #expect(found.map { "\($0.rule) \($0.path) \($0.message)" } == findings, sourceLocation: sourceLocation)
}

extension UInt256 {
  static let one = UInt256(a: 1, b: 0, c: 0, d: 0)
}

extension Modulus {
  /// The number that Montgomery's form stands for.
  func number(_ x: UInt256) -> UInt256 { product(x, .one) }
}
