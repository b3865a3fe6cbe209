import FHIRPrimitives
import FHIRSchema
import FHIRTape

enum HTTPVerb: String, CaseIterable {
  case get = "GET"
  case post = "POST"
  case put = "PUT"
  case delete = "DELETE"
  /// Not a method that the release lists; another rule reports it.
  case other = "request"

  init(_ tape: Tape, _ value: TapeIndex) { self = HTTPVerb(named: tape.string(value)) ?? .other }

  var expectedURL: String {
    switch self {
    case .post: "[type] or an operation"
    case .put, .delete: "[type]/[id] or [type]?[query]"
    case .get, .other: "a read, a search, a history or an operation"
    }
  }
}

struct RequestURL {
  enum Kind {
    /// `Patient`, `Patient?_format=json`
    case type
    /// `Patient/1`, `Patient/1?_format=json`
    case instance
    /// `Patient?identifier=a`
    case query
    /// `$validate`, `Patient/$validate`, `Patient/_search`, `Patient/1/_history/2`, `Patient/1?name=a`
    case operation
    /// `metadata`, `_history`, `?name=a`
    case system
    case unknown
  }

  private(set) var kind = Kind.unknown
  /// The row of the type, `.none` if there is none.
  private(set) var type = TypeID.none
  /// Where the path begins: published examples have a slash before it.
  private(set) var start = 0
  private(set) var isAbsolute = false
  /// Whether it is that of one version of a resource: `Patient/1/_history/2`.
  private(set) var namesVersion = false
  private(set) var idStart = 0
  private(set) var idEnd = 0

  init(_ text: TextBytes, rows: SchemaRows) { kind = read(text, rows) }

  private mutating func read(_ text: TextBytes, _ rows: SchemaRows) -> Kind {
    let p = text.bytes
    func segmentEnd(from start: Int) -> Int {
      var i = start
      while i < text.count, p[i] != UInt8(ascii: "/"), p[i] != UInt8(ascii: "?") { i += 1 }
      return i
    }
    if text.count > 1, p[0] == UInt8(ascii: "/") { start = 1 }
    let end = segmentEnd(from: start)
    type = end < 128 ? rows.resource(named: p + start, length: end - start) : TypeID.none
    guard type.exists else {
      isAbsolute = start == 0 && end > 0 && p[end - 1] == UInt8(ascii: ":")
      if end == start, end < text.count, p[end] == UInt8(ascii: "?") { return .system }
      if Self.isOperation(text, start, end, among: ["_search"]) { return .operation }
      return Self.isOperation(text, start, end, among: ["metadata", "_history"]) ? .system : .unknown
    }
    guard end < text.count else { return .type }
    guard p[end] == UInt8(ascii: "/") else {
      guard end + 1 < text.count else { return .unknown }
      return Self.isFormat(text, from: end + 1) ? .type : .query
    }
    idStart = end + 1
    idEnd = segmentEnd(from: idStart)
    if Self.isOperation(text, idStart, idEnd, among: ["_history", "_search"]) { return .operation }
    guard IDGrammar.check(p + idStart, idEnd - idStart).isNone else { return .unknown }
    guard idEnd < text.count else { return .instance }
    if p[idEnd] == UInt8(ascii: "?") { return Self.isFormat(text, from: idEnd + 1) ? .instance : .operation }
    // [type]/[id]/$everything, /_history, /_history/[version], or a search in the compartment of the instance.
    let start = idEnd + 1
    let last = segmentEnd(from: start)
    let isCompartment = last - start < 128 && rows.resource(named: p + start, length: last - start).exists
    guard isCompartment || Self.isOperation(text, start, last, among: ["_history", "*"]) else { return .unknown }
    if last == text.count || p[last] == UInt8(ascii: "?") { return .operation }
    // After `_history/[version]` a query or an operation may follow.
    let version = last + 1
    let versionEnd = segmentEnd(from: version)
    guard p[start] == UInt8(ascii: "_"), IDGrammar.check(p + version, versionEnd - version).isNone
    else { return .unknown }
    namesVersion = versionEnd == text.count || p[versionEnd] == UInt8(ascii: "?")
    return namesVersion || Self.isOperation(text, versionEnd + 1, segmentEnd(from: versionEnd + 1), among: [])
      ? .operation : .unknown
  }

  /// Whether a query only states the format of the answer, which any request may do.
  private static func isFormat(_ text: TextBytes, from start: Int) -> Bool {
    let query = UnsafeBufferPointer(start: text.bytes + start, count: text.count - start)
    return query.starts(with: "_format=".utf8) && !query.contains(UInt8(ascii: "&"))
  }

  private static func isOperation(_ text: TextBytes, _ start: Int, _ end: Int, among names: [String]) -> Bool {
    let segment = UnsafeBufferPointer(start: text.bytes + start, count: end - start)
    if segment.first == UInt8(ascii: "$") { return segment.count > 1 }
    return names.contains { $0.utf8.elementsEqual(segment) }
  }

  func isAllowed(for verb: HTTPVerb) -> Bool {
    switch verb {
    case .post: kind == .type || kind == .operation || kind == .system
    case .put, .delete: kind == .instance || kind == .query
    case .get, .other: kind != .unknown
    }
  }
}

/// A condition of a request: an HTTP header, and the methods that it applies to.
///
/// <https://hl7.org/fhir/DSTU2/http.html>, and RFC 7232 for what FHIR does not define.
struct RequestCondition {
  let name: StaticString
  let verbs: [HTTPVerb]
  /// Whether it names versions of a resource.
  let isEtag: Bool

  static let all = [
    RequestCondition(name: "ifNoneExist", verbs: [.post], isEtag: false),
    RequestCondition(name: "ifModifiedSince", verbs: [.get], isEtag: false),
    // With a PUT: create the resource only if it does not exist.
    RequestCondition(name: "ifNoneMatch", verbs: [.get, .put], isEtag: true),
    RequestCondition(name: "ifMatch", verbs: [.put, .delete], isEtag: true),
  ]
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

/// The name of a link: <https://www.iana.org/assignments/link-relations/link-relations.xhtml>.
struct LinkRelation {
  let isRegistered: Bool
  /// A bit for each relation that may occur only once, 0 for others.
  let uniqueBit: Int

  init(_ name: UnsafeBufferPointer<UInt8>) {
    let place = Self.unique.firstIndex { $0.utf8.elementsEqual(name) }
    // `prev` and `previous` are synonyms.
    uniqueBit = place.map { 1 << min($0, Self.unique.count - 2) } ?? 0
    let text = String(decoding: name.prefix(80), as: UTF8.self).lowercased()
    isRegistered = text.utf8.contains(UInt8(ascii: ":")) || Self.registered.contains(text.byBytes)
  }

  private static let unique = ["self", "next", "first", "last", "prev", "previous"]

  /// The registry, and `fhir-base`, which DSTU1 used. A custom relation is named by a URI.
  private static let registered: Set<ByteText> = Set(
    """
    about acl alternate amphtml api-catalog appendix apple-touch-icon apple-touch-startup-image archives author
    blocked-by bookmark c2pa-manifest canonical chapter cite-as collection compression-dictionary contents convertedfrom
    copyright create-form current deprecation describedby describes disclosure dns-prefetch duplicate edit edit-form
    edit-media enclosure external fhir-base first geofeed glossary help hosts hub ice-server icon index intervalafter
    intervalbefore intervalcontains intervaldisjoint intervalduring intervalequals intervalfinishedby intervalfinishes
    intervalin intervalmeets intervalmetby intervaloverlappedby intervaloverlaps intervalstartedby intervalstarts item
    last latest-version license linkset lrdd manifest mask-icon me media-feed memento micropub modulepreload monitor
    monitor-group next next-archive nofollow noopener noreferrer opener openid2.local_provider openid2.provider original
    p3pv1 payment pingback preconnect predecessor-version prefetch preload prerender prev prev-archive preview previous
    privacy-policy profile publication rdap-active rdap-bottom rdap-down rdap-top rdap-up related replies restconf
    ruleinput search section self service service-desc service-doc service-meta sip-trunking-capability sponsored start
    status stylesheet subsection successor-version sunset tag terms-of-service timegate timemap type ugc up
    version-history via webmention working-copy working-copy-of
    """.split { $0 == " " || $0 == "\n" }.map(\.byBytes))
}

/// The members of a Bundle's entry, as tape indices; `.none` for absent ones.
struct EntryMembers {
  var fullURL = TapeIndex.none
  var resource = TapeIndex.none
  var search = TapeIndex.none
  var request = TapeIndex.none
  var response = TapeIndex.none
  var link = TapeIndex.none

  /// The members of a value that is not an object: none.
  init() {}

  init(_ tape: Tape, _ entry: TapeIndex) {
    for key in tape.keys(of: entry) {
      // The first of two equal keys counts, as in the walk.
      switch KeyWord.of(tape, key) {
      case KeyWord.fullURL where !fullURL.exists: fullURL = key.value
      case KeyWord.resource where !resource.exists: resource = key.value
      case KeyWord.search where !search.exists: search = key.value
      case KeyWord.request where !request.exists: request = key.value
      case KeyWord.response where !response.exists: response = key.value
      case KeyWord.link where !link.exists: link = key.value
      default: break
      }
    }
  }
}

/// An address that names a version: `[address]/_history/[version]`.
struct VersionedAddress {
  let addressLength: Int
  let version: UnsafeBufferPointer<UInt8>

  init?(_ text: TextBytes) {
    let mark: StaticString = "/_history/"
    let length = mark.utf8CodeUnitCount
    let i = Bytes.last(UInt8(ascii: "/"), of: text.bytes, before: text.count) + 1
    guard i >= length, Bytes.isEqual(text.bytes + (i - length), mark.utf8Start, length) else { return nil }
    addressLength = i - length
    version = UnsafeBufferPointer(start: text.bytes + i, count: text.count - i)
  }
}
