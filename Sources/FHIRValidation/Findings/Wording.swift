import FHIRSchema

/// The message of a finding, written like any interpolated text and assembled as bytes.
///
/// Real exports repeat the same few faults in every record, so wording them takes a good part of a run. A `String`
/// makes a call into the standard library for each piece, which checks its storage and its encoding again; here the
/// pieces are copied into one buffer, which becomes text once.
struct Wording: ExpressibleByStringInterpolation {
  let text: String

  init(stringLiteral text: StaticString) { self.text = text.description }

  init(stringInterpolation: StringInterpolation) { text = String(decoding: stringInterpolation.bytes, as: UTF8.self) }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var bytes: [UInt8] = []

    init(literalCapacity: Int, interpolationCount: Int) {
      // Interpolated values are names and excerpts, hardly ever longer than an excerpt.
      bytes.reserveCapacity(literalCapacity + interpolationCount * 64)
    }

    mutating func appendLiteral(_ literal: StaticString) {
      bytes.append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    mutating func appendInterpolation(_ text: StaticString) { appendLiteral(text) }

    mutating func appendInterpolation(_ text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func appendInterpolation(_ name: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: name) }

    mutating func appendInterpolation(_ number: Int) { bytes.append(contentsOf: String(number).utf8) }
  }
}

extension FHIRRelease {
  /// The name with its article: `a DSTU2`, `an R4`.
  var withArticle: String {
    guard let first = rawValue.utf8.first else { return rawValue }
    return "\("AEFHILMNORSX".utf8.contains(first) ? "an" : "a") \(rawValue)"
  }
}

/// Suggests the intended name for a name that the release does not have.
enum NameHint {
  static func resource(_ name: String, in schema: SchemaTable) -> String? {
    if let foreign = schema.foreignResource(name) { return sentence(foreign, in: schema) }
    let names = schema.memberIndices(of: schema.resourceDirectory).map(schema.name)
    return Spelling.nearest(to: name, among: names).map { "the nearest is '\($0)'" }
  }

  static func element(_ name: String, of type: TypeID, in schema: SchemaTable) -> String? {
    let isSibling = name.utf8.first == UInt8(ascii: "_")
    let plain = isSibling ? String(decoding: name.utf8.dropFirst(), as: UTF8.self) : name
    if let foreign = schema.foreignName(plain, of: schema.typeNames[type]) { return sentence(foreign, in: schema) }
    let names = schema.memberIndices(of: type).filter { schema.members[$0].kind != .comments }.map(schema.name)
    guard let nearest = Spelling.nearest(to: plain, among: names) else { return nil }
    return "the nearest is '\(isSibling ? "_" : "")\(nearest)'"
  }

  private static func sentence(_ foreign: ForeignName, in schema: SchemaTable) -> String {
    let release = schema.release.rawValue
    let origin = "it is a name of \(foreign.release)"
    guard let counterpart = foreign.counterpart else { return "\(origin), and \(release) has none for it" }
    return "\(origin); \(release) calls it '\(counterpart)'"
  }
}
