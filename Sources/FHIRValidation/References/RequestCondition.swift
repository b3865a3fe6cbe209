import FHIRText

/// A condition under which a request is carried out: a header of HTTP, and the methods that it goes with.
///
/// <https://hl7.org/fhir/DSTU2/http.html>, and RFC 7232 for what FHIR adds nothing to.
struct RequestCondition {
  let name: StaticString
  private let first: HTTPVerb
  private let second: HTTPVerb?
  /// Whether it names versions of a resource.
  let isEtag: Bool

  static let all = [
    RequestCondition(name: "ifNoneExist", first: .post, second: nil, isEtag: false),
    RequestCondition(name: "ifModifiedSince", first: .get, second: nil, isEtag: false),
    // With a PUT: write only what is not there yet.
    RequestCondition(name: "ifNoneMatch", first: .get, second: .put, isEtag: true),
    RequestCondition(name: "ifMatch", first: .put, second: .delete, isEtag: true),
  ]

  func fits(_ verb: HTTPVerb) -> Bool { verb == first || verb == second }

  /// The methods that it goes with, in words.
  var verbs: String { second.map { "\(first) or a \($0)" } ?? "\(first)" }
}

/// An entity tag, as the headers of HTTP write it: <https://www.rfc-editor.org/rfc/rfc7232#section-2.3>.
struct EntityTag {
  /// What stands between the quotes; the whole where there are none.
  let version: ByteText
  let isQuoted: Bool

  init(_ tag: String) {
    var tag = tag.utf8[...]
    if tag.starts(with: "W/".utf8) { tag = tag.dropFirst(2) }
    isQuoted = tag.count > 1 && tag.first == 0x22 && tag.last == 0x22
    version = String(decoding: isQuoted ? tag.dropFirst().dropLast() : tag, as: UTF8.self).byBytes
  }
}
