import FHIRPrimitives
import FHIRSchema
import FHIRRecognition
import FHIRTape

/// The url of an entry's request, split into parts.
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
  /// Whether it has a scheme.
  private(set) var isAbsolute = false
  private(set) var idStart = 0
  private(set) var idEnd = 0

  init(_ text: TextBytes, rows: SchemaRows) {
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
      let segment = UnsafeBufferPointer(start: p + start, count: end - start)
      isAbsolute = start == 0 && segment.last == UInt8(ascii: ":")
      kind = Self.isSystem(segment, hasQuery: end < text.count && segment.isEmpty && p[end] == UInt8(ascii: "?"))
      return
    }
    guard end < text.count else {
      kind = .type
      return
    }
    guard p[end] == UInt8(ascii: "/") else {
      if end + 1 < text.count { kind = Self.isFormat(text, from: end + 1) ? .type : .query }
      return
    }
    idStart = end + 1
    idEnd = segmentEnd(from: idStart)
    if Self.isOperation(text, idStart, idEnd, among: ["_history", "_search"]) {
      kind = .operation
    } else if IDGrammar.check(p + idStart, idEnd - idStart).isNone {
      guard idEnd < text.count else {
        kind = .instance
        return
      }
      if p[idEnd] == UInt8(ascii: "?") {
        kind = Self.isFormat(text, from: idEnd + 1) ? .instance : .operation
        return
      }
      // [type]/[id]/$everything, /_history, /_history/[version], or a search in the compartment of the instance.
      let start = idEnd + 1
      let last = segmentEnd(from: start)
      let isCompartment = last - start < 128 && rows.resource(named: p + start, length: last - start).exists
      guard isCompartment || Self.isOperation(text, start, last, among: ["_history", "*"]) else { return }
      if last == text.count || p[last] == UInt8(ascii: "?") {
        kind = .operation
        return
      }
      // After `_history/[version]` a query or an operation may follow.
      let version = last + 1
      let versionEnd = segmentEnd(from: version)
      guard p[start] == UInt8(ascii: "_"), IDGrammar.check(p + version, versionEnd - version).isNone else { return }
      let isEnd = versionEnd == text.count || p[versionEnd] == UInt8(ascii: "?")
      if isEnd || Self.isOperation(text, versionEnd + 1, segmentEnd(from: versionEnd + 1), among: []) {
        kind = .operation
      }
    }
  }

  /// Whether a query only states the format of the answer, which any request may do.
  private static func isFormat(_ text: TextBytes, from start: Int) -> Bool {
    let query = UnsafeBufferPointer(start: text.bytes + start, count: text.count - start)
    return query.starts(with: "_format=".utf8) && !query.contains(UInt8(ascii: "&"))
  }

  /// Whether a segment is `$` and a name, or one of `names`.
  private static func isOperation(_ text: TextBytes, _ start: Int, _ end: Int, among names: [StaticString]) -> Bool {
    let segment = UnsafeBufferPointer(start: text.bytes + start, count: end - start)
    if segment.first == UInt8(ascii: "$") { return segment.count > 1 }
    return isOneOf(names, segment)
  }

  private static func isOneOf(_ names: [StaticString], _ segment: UnsafeBufferPointer<UInt8>) -> Bool {
    names.contains { name in
      segment.count == name.utf8CodeUnitCount && segment.indices.allSatisfy { segment[$0] == name.utf8Start[$0] }
    }
  }

  private static func isSystem(_ segment: UnsafeBufferPointer<UInt8>, hasQuery: Bool) -> Kind {
    if segment.first == UInt8(ascii: "$") { return segment.count > 1 ? .operation : .unknown }
    if hasQuery { return .system }
    return isOneOf(["metadata", "_history", "_search"], segment) ? .system : .unknown
  }

  func isAllowed(for verb: HTTPVerb) -> Bool {
    switch verb {
    case .post: kind == .type || kind == .operation || kind == .system
    case .put, .delete: kind == .instance || kind == .query
    case .get, .other: kind != .unknown
    }
  }
}
