package import FHIRSchema
import FHIRView
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
    self.source = source
    self.resourceType = resourceType
    self.id = id
  }

  /// Whether all parts have the same bytes.
  public static func == (one: RecordIdentity, other: RecordIdentity) -> Bool {
    one.id.utf8.elementsEqual(other.id.utf8) && one.resourceType.utf8.elementsEqual(other.resourceType.utf8)
      && one.source.utf8.elementsEqual(other.source.utf8)
  }

  /// Feeds the bytes of all parts into the hasher.
  public func hash(into hasher: inout Hasher) {
    for part in [source, resourceType, id] {
      hasher.combine(part.utf8.count)
      for byte in part.utf8 { hasher.combine(byte) }
    }
  }
}

/// The parts of a record that form its identity and version, as tape indices; -1 for absent parts.
struct IdentityParts {
  let tape: Tape
  /// The tape index of the resource.
  let resource: Int
  private(set) var type = -1
  private(set) var id = -1
  private(set) var versionId = -1
  private(set) var lastUpdated = -1
  private(set) var metaSource = -1
  private(set) var fullUrl = -1
  /// The Bundle entry that holds the resource.
  private let entry: Int

  /// - Parameter entry: the tape index of the Bundle entry that holds the resource, -1 if there is none.
  init(_ tape: Tape, resource: Int, entry: Int) {
    self.tape = tape
    self.resource = resource
    self.entry = entry
    guard tape.tag(resource) == .object else { return }
    let end = tape.next(resource)
    var meta = -1
    var i = resource + 2
    while i < end {
      // The names differ in length, and the padding allows a load of eight bytes anywhere. A key with escapes may be
      // any of them.
      if tape.tag(i) == .key {
        switch tape.length(i) {
        case 2: if id < 0, Bytes.load(tape.lexeme(i)) & 0xFFFF == 0x6469 { takeID(i + 1) }
        case 4: if meta < 0, Bytes.load(tape.lexeme(i)) & 0xFFFF_FFFF == 0x6174_656D { meta = i + 1 }
        case 12: if type < 0, ResourceView.isTypeKey(i, of: tape), tape.isString(i + 1) { type = i + 1 }
        default: break
        }
      } else {
        takeEscaped(i, &meta)
      }
      i = tape.next(i + 1)
    }
    if meta >= 0, tape.tag(meta) == .object { readMeta(meta) }
    if entry >= 0 { fullUrl = string("fullUrl", of: entry) }
  }

  private mutating func readMeta(_ meta: Int) {
    let end = tape.next(meta)
    var (hasVersion, hasUpdate, hasSource) = (false, false, false)
    var i = meta + 2
    while i < end {
      // If a key occurs twice, the first counts, whatever its value is.
      let value = tape.isString(i + 1) ? i + 1 : -1
      let length = tape.tag(i) == .key ? tape.length(i) : 0
      if length == 0 || length == 6 || length == 9 || length == 11 {
        if !hasVersion, tape.string(i, equals: "versionId") {
          (hasVersion, versionId) = (true, value)
        } else if !hasUpdate, tape.string(i, equals: "lastUpdated") {
          (hasUpdate, lastUpdated) = (true, value)
        } else if !hasSource, tape.string(i, equals: "source") {
          (hasSource, metaSource) = (true, value)
        }
      }
      i = tape.next(i + 1)
    }
  }

  private mutating func takeID(_ value: Int) {
    if tape.isString(value), tape.length(value) > 0 { id = value }
  }

  @inline(never)
  private mutating func takeEscaped(_ key: Int, _ meta: inout Int) {
    // If a key occurs twice, the first counts.
    if id < 0, tape.string(key, equals: "id") {
      takeID(key + 1)
    } else if meta < 0, tape.string(key, equals: "meta") {
      meta = key + 1
    } else if type < 0, tape.string(key, equals: "resourceType"), tape.isString(key + 1) {
      type = key + 1
    }
  }

  private func string(_ name: StaticString, of object: Int) -> Int {
    guard let index = tape.member(name, of: object), tape.isString(index) else { return -1 }
    return index
  }

  /// Bundle and Parameters contain records and are not records.
  var isCarrier: Bool {
    type >= 0
      && (tape.string(type, equals: "Parameters")
        || Self.bundles._withUnsafeGuaranteedRef { $0.contains(type, of: tape) })
  }

  /// Not retained for each record: threads that count references of one object wait for each other.
  private static let bundles = Unmanaged.passRetained(BundleTypes.published)

  /// Whether a version distinguishes this state of the record from others.
  var hasVersion: Bool { versionId >= 0 || lastUpdated >= 0 }

  /// Whether the entry asks a server to create the record: a POST, or a PUT to the match of a search.
  var isToBeCreated: Bool {
    guard entry >= 0, let request = tape.member("request", of: entry), tape.tag(request) == .object,
      case let method = string("method", of: request), method >= 0
    else { return false }
    if tape.string(method, equals: "POST") { return true }
    guard tape.string(method, equals: "PUT") else { return false }
    let url = string("url", of: request)
    return url >= 0 && text(url).contains(UInt8(ascii: "?"))
  }

  /// The value of a part as bytes, empty if it is absent.
  func text(_ index: Int) -> [UInt8] { index < 0 ? [] : tape.text(index) }

  /// Calls `body` with the bytes of the source.
  ///
  /// - Parameters:
  ///   - given: the name that came with the input.
  ///   - hasMetaSource: whether the record's release defines `meta.source`.
  func withSource<Result>(
    given: String?, hasMetaSource: Bool, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    if var given, !given.isEmpty { return given.withUTF8(body) }
    if hasMetaSource, metaSource >= 0 {
      let source = text(metaSource).prefix { $0 != UInt8(ascii: "#") }
      if !source.isEmpty { return Array(source).withUnsafeBufferPointer(body) }
    }
    guard fullUrl >= 0 else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
    if tape.tag(fullUrl) == .string, type >= 0, tape.tag(type) == .string {
      let url = UnsafeBufferPointer(start: tape.lexeme(fullUrl), count: tape.length(fullUrl))
      let name = UnsafeBufferPointer(start: tape.lexeme(type), count: tape.length(type))
      return body(UnsafeBufferPointer(rebasing: url.prefix(ServiceBase.length(of: url, type: name))))
    }
    return text(fullUrl).withUnsafeBufferPointer { url in
      text(type).withUnsafeBufferPointer { name in
        body(UnsafeBufferPointer(rebasing: url.prefix(ServiceBase.length(of: url, type: name))))
      }
    }
  }

  /// The identity as strings; `nil` if the record has no id.
  func identity(given: String?, hasMetaSource: Bool) -> RecordIdentity? {
    guard id >= 0 else { return nil }
    return RecordIdentity(
      source: withSource(given: given, hasMetaSource: hasMetaSource) { String(decoding: $0, as: UTF8.self) },
      resourceType: String(decoding: text(type), as: UTF8.self), id: String(decoding: text(id), as: UTF8.self))
  }
}

extension RecordIdentity {
  /// The source of a record on the tape, with or without an id; empty for the anonymous source.
  ///
  /// - Parameters: as in ``init(_:resource:entry:givenSource:release:)``.
  package static func source(
    of resource: Int, on tape: Tape, entry: Int, givenSource: String?, release: FHIRRelease
  ) -> String {
    // The source that came with the input makes reading the record unnecessary.
    if let givenSource, !givenSource.isEmpty { return givenSource }
    return IdentityParts(tape, resource: resource, entry: entry).withSource(
      given: nil, hasMetaSource: release.hasMetaSource
    ) { String(decoding: $0, as: UTF8.self) }
  }

  /// The identity of a record on the tape; `nil` if it has no id.
  ///
  /// - Parameters:
  ///   - entry: the tape index of the Bundle entry that holds the resource, -1 if there is none.
  ///   - givenSource: the name that came with the input.
  package init?(
    _ tape: Tape, resource: Int, entry: Int = -1, givenSource: String? = nil, release: FHIRRelease
  ) {
    guard
      let identity = IdentityParts(tape, resource: resource, entry: entry).identity(
        given: givenSource, hasMetaSource: release.hasMetaSource)
    else { return nil }
    self = identity
  }
}

extension FHIRRelease {
  /// Whether the release defines `meta.source`, which was added in R4.
  var hasMetaSource: Bool { self != .dstu2 }
}
