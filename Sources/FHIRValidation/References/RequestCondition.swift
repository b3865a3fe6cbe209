import FHIRSupport

/// A condition of a request: an HTTP header, and the methods that it applies to.
///
/// <https://hl7.org/fhir/DSTU2/http.html>, and RFC 7232 for what FHIR does not define.
struct RequestCondition {
  let name: StaticString
  private let first: HTTPVerb
  private let second: HTTPVerb?
  /// Whether it names versions of a resource.
  let isEtag: Bool

  static let all = [
    RequestCondition(name: "ifNoneExist", first: .post, second: nil, isEtag: false),
    RequestCondition(name: "ifModifiedSince", first: .get, second: nil, isEtag: false),
    // With a PUT: create the resource only if it does not exist.
    RequestCondition(name: "ifNoneMatch", first: .get, second: .put, isEtag: true),
    RequestCondition(name: "ifMatch", first: .put, second: .delete, isEtag: true),
  ]

  func fits(_ verb: HTTPVerb) -> Bool { verb == first || verb == second }

  /// The methods that it applies to, in words.
  var verbs: String { second.map { "\(first) or a \($0)" } ?? "\(first)" }
}

/// An entity tag as in HTTP headers: <https://www.rfc-editor.org/rfc/rfc7232#section-2.3>.
struct EntityTag {
  /// The text between the quotes; the whole text if there are none.
  let version: ByteText
  let isQuoted: Bool

  init(_ tag: String) {
    var tag = tag.utf8[...]
    if tag.starts(with: "W/".utf8) { tag = tag.dropFirst(2) }
    isQuoted = tag.count > 1 && tag.first == 0x22 && tag.last == 0x22
    version = String(decoding: isQuoted ? tag.dropFirst().dropLast() : tag, as: UTF8.self).byBytes
  }
}
