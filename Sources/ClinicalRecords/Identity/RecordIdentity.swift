package import FHIRSchema
import FHIRRecognition
import FHIRPrimitives
import FHIRSupport
package import FHIRTape

/// The identity of a record: its source, its resource type and its id, together.
///
/// An id is unique only among the records of one type from one source: AllergyIntolerance `2` of two institutions is
/// two records. The source is the first of these that exists:
///
/// 1. the name that came with the input: the `sourceName` of an export's stub, or the caller's `--source`;
/// 2. in R4 `meta.source`, up to its `#`: the fragment names the message, which changes with each update;
/// 3. the service base of the entry's `fullUrl`, if that is an absolute http or https URL that ends in the record's own
///    `/[type]/[id]`, with or without `/_history/[version]`;
/// 4. none: all records without a source are of one anonymous source.
///
/// Sources are compared byte by byte, as written.
public struct RecordIdentity: Hashable, Sendable {
  /// The source; empty for the anonymous one.
  public var source: String
  /// The resource type.
  public var resourceType: String
  /// The id.
  public var id: String

  /// Makes an identity of its parts.
  public init(source: String, resourceType: String, id: String) {
    (self.source, self.resourceType, self.id) = (source, resourceType, id)
  }

  /// Whether all parts have the same bytes.
  public static func == (one: RecordIdentity, other: RecordIdentity) -> Bool { one.parts == other.parts }

  /// Feeds the bytes of all parts into the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(parts) }

  private var parts: [ByteText] { [id.byBytes, resourceType.byBytes, source.byBytes] }

  /// The source of a record on the tape, with or without an id; empty for the anonymous source.
  package static func source(
    of resource: TapeIndex, on tape: Tape, entry: TapeIndex, givenSource: String?, release: FHIRRelease
  ) -> String {
    // The source that came with the input makes reading the record unnecessary.
    if let givenSource, !givenSource.isEmpty { return givenSource }
    return IdentityParts(tape, resource: resource, entry: entry).sourceText(given: nil, release)
  }

  /// The identity of a record on the tape; `nil` if it has no id.
  package init?(
    _ tape: Tape, resource: TapeIndex, entry: TapeIndex = .none, givenSource: String? = nil, release: FHIRRelease
  ) {
    let parts = IdentityParts(tape, resource: resource, entry: entry)
    guard parts.id.exists else { return nil }
    self.init(
      source: parts.sourceText(given: givenSource, release),
      resourceType: parts.type.exists ? tape.string(parts.type) : "", id: tape.string(parts.id))
  }
}

/// The parts of a record that form its identity and version, as tape indices; -1 for absent parts.
struct IdentityParts {
  let tape: Tape
  let resource: TapeIndex
  private(set) var (type, id, metaKey, fullUrl) = (TapeIndex.none, TapeIndex.none, TapeIndex.none, TapeIndex.none)
  private(set) var (versionId, lastUpdated, metaSource) = (TapeIndex.none, TapeIndex.none, TapeIndex.none)
  /// What the response in its entry says of its version, if the record itself has none.
  private(set) var (etag, lastModified) = (TapeIndex.none, TapeIndex.none)
  /// Whether it says that it lacks elements of the record: the copies in a search for some elements do.
  private(set) var isSubset = false
  /// Whether its entry is one of a history, with a request and its response, and nothing there names its version.
  private(set) var isUnnamedVersion = false
  private let entry: TapeIndex

  init(_ tape: Tape, resource: TapeIndex, entry: TapeIndex) {
    (self.tape, self.resource, self.entry) = (tape, resource, entry)
    guard tape.tag(resource) == .object else { return }
    for i in tape.keys(of: resource) {
      // If a key occurs twice, the first counts.
      if !id.exists, tape.isKey(i, "id") {
        if tape.isString(i.value), tape.length(i.value) > 0 { id = i.value }
      } else if !metaKey.exists, tape.isKey(i, "meta") {
        metaKey = i
      } else if !type.exists, tape.isKey(i, "resourceType"), tape.isString(i.value) {
        type = i.value
      }
    }
    if metaKey.exists, tape.tag(metaKey.value) == .object { readMeta(metaKey.value) }
    guard entry.exists else { return }
    fullUrl = string("fullUrl", of: entry)
    if versionId.exists || lastUpdated.exists { return }
    if let response = tape.member("response", of: entry), tape.tag(response) == .object {
      (etag, lastModified) = (string("etag", of: response), string("lastModified", of: response))
      isUnnamedVersion = !hasVersion && tape.member("request", of: entry) != nil
    }
  }

  private mutating func readMeta(_ meta: TapeIndex) {
    var (hasVersion, hasUpdate, hasSource) = (false, false, false)
    for i in tape.keys(of: meta) {
      // If a key occurs twice, the first counts, whatever its value is.
      let value = tape.isString(i.value) ? i.value : TapeIndex.none
      if !hasVersion, tape.isKey(i, "versionId") {
        (hasVersion, versionId) = (true, value)
      } else if !hasUpdate, tape.isKey(i, "lastUpdated") {
        (hasUpdate, lastUpdated) = (true, value)
      } else if !hasSource, tape.isKey(i, "source") {
        (hasSource, metaSource) = (true, value)
      } else if tape.isKey(i, "tag"), tape.tag(i.value) == .array {
        isSubset = tape.items(of: i.value).contains { tag in
          tape.tag(tag) == .object && tape.member("code", of: tag).map { tape.string($0, equals: "SUBSETTED") } ?? false
        }
      }
    }
  }

  private func string(_ name: StaticString, of object: TapeIndex) -> TapeIndex {
    guard let index = tape.member(name, of: object), tape.isString(index) else { return .none }
    return index
  }

  /// Bundle and Parameters contain records and are not records.
  var isCarrier: Bool {
    type.exists
      && (tape.string(type, equals: "Parameters")
        || Self.bundles._withUnsafeGuaranteedRef { $0.contains(type, of: tape) })
  }

  /// Not retained for each record: threads that count references of one object wait for each other.
  private static let bundles = Unmanaged.passRetained(BundleTypes.published)

  /// Whether a version distinguishes this state of the record from others.
  var hasVersion: Bool { versionId.exists || lastUpdated.exists || etag.exists || lastModified.exists }

  /// Whether the entry asks a server to create the record: a POST, or a PUT to the match of a search.
  var isToBeCreated: Bool {
    guard entry.exists, let request = tape.member("request", of: entry), tape.tag(request) == .object,
      case let method = string("method", of: request), method.exists
    else { return false }
    if tape.string(method, equals: "POST") { return true }
    guard tape.string(method, equals: "PUT") else { return false }
    let url = string("url", of: request)
    return url.exists && text(url).contains(UInt8(ascii: "?"))
  }

  func text(_ index: TapeIndex) -> [UInt8] { index.exists ? tape.textBytes(index) : [] }

  /// Calls `body` with the bytes of the source.
  func withSource<Result>(
    given: String?, hasMetaSource: Bool, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    if var given, !given.isEmpty { return given.withUTF8(body) }
    if hasMetaSource, metaSource.exists {
      let source = text(metaSource).prefix { $0 != UInt8(ascii: "#") }
      if !source.isEmpty { return Array(source).withUnsafeBufferPointer(body) }
    }
    let found =
      !fullUrl.exists || !type.exists
      ? nil
      : tape.withText(fullUrl) { url in
        tape.withText(type) { body(UnsafeBufferPointer(rebasing: url.prefix(ServiceBase.length(of: url, type: $0)))) }
      }
    return found?.flatMap(\.self) ?? body(UnsafeBufferPointer(start: nil, count: 0))
  }

  func sourceText(given: String?, _ release: FHIRRelease) -> String {
    withSource(given: given, hasMetaSource: release.hasMetaSource) { String(decoding: $0, as: UTF8.self) }
  }
}

extension FHIRRelease {
  /// Whether the release defines `meta.source`, which was added in R4.
  var hasMetaSource: Bool { self != .dstu2 && self != .stu3 }
}

/// The service base in the address of a resource: the part before `/[type]/[id]`.
enum ServiceBase {
  /// How many bytes of an absolute http or https address are its service base; 0 if it has none.
  static func length(of url: UnsafeBufferPointer<UInt8>, type: UnsafeBufferPointer<UInt8>) -> Int {
    let scheme = schemeLength(url)
    guard scheme > 0, let start = url.baseAddress else { return 0 }
    func lastSlash(before end: Int) -> Int { Bytes.last(UInt8(ascii: "/"), of: start, before: end) }
    var slash = lastSlash(before: url.count)
    guard slash > scheme else { return 0 }
    // `[type]/[id]/_history/[version]`
    let beforeLast = lastSlash(before: slash)
    if beforeLast > scheme, url[(beforeLast + 1)..<slash].elementsEqual("_history".utf8) {
      slash = lastSlash(before: beforeLast)
      guard slash > scheme else { return 0 }
    }
    guard slash + 1 < url.count else { return 0 }
    let typeStart = lastSlash(before: slash)
    guard typeStart > scheme, !type.isEmpty, url[(typeStart + 1)..<slash].elementsEqual(type) else { return 0 }
    return typeStart
  }

  /// The bytes of `http://` or `https://`, in any case; 0 for anything else.
  private static func schemeLength(_ url: UnsafeBufferPointer<UInt8>) -> Int {
    for scheme in ["http://", "https://"] as [StaticString] where url.count > scheme.utf8CodeUnitCount {
      let count = scheme.utf8CodeUnitCount
      if (0..<count).allSatisfy({ ASCII.lowercase(url[$0]) == scheme.utf8Start[$0] }) { return count }
    }
    return 0
  }
}
