public import FHIRJSON
import FHIRSupport

/// A code of a required value set, which can also hold codes that the set does not list.
///
/// The specification allows only the listed codes. But real records have others, so ``FHIRDecoder`` reports an unlisted
/// code as a fault and keeps it.
public protocol RequiredCode: Hashable, Sendable, Codable, CustomStringConvertible {
  /// A code that the value set does not list.
  static func unlisted(_ code: String) -> Self
  /// The codes of the value set, in its order.
  static var listed: [Self] { get }
  /// The code as written in JSON.
  var code: String { get }
}

extension RequiredCode {
  /// The listed code with this text, else an unlisted one.
  public init(_ code: String) { self = Self.listed.first { $0.code.byBytes == code.byBytes } ?? .unlisted(code) }

  /// Whether the value set lists the code.
  public var isListed: Bool { Self.listed.contains(self) }

  /// The code as written in JSON.
  public var description: String { code }

  /// Whether both are the same code.
  public static func == (a: Self, b: Self) -> Bool { a.code.byBytes == b.code.byBytes }

  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code.byBytes) }

  /// Reads the code from a string.
  public init(from decoder: any Decoder) throws { self.init(try decoder.singleValueContainer().decode(String.self)) }

  /// Writes the code as a string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(code)
  }
}

/// The additional requirements of decoding for a generated code.
@usableFromInline package protocol CodeSet: RequiredCode, TapeValue {
  /// The texts of the codes, numbered as in ``RequiredCode/listed``.
  static var codes: MemberTable { get }
}

extension CodeSet {
  @inlinable package static func read(_ index: TapeIndex, _ reader: inout TapeReader) -> Self? {
    if reader.tape.tag(index) == .string {
      let number = codes.number(reader.tape.lexeme(index), reader.tape.length(index))
      if number >= 0 { return listed[number] }
    }
    guard let text = String.read(index, &reader) else { return nil }
    let code = Self(text)
    if !code.isListed { reader.fault(.notInValueSet, at: index, "a code of its value set") }
    return code
  }

  @usableFromInline package func write(to writer: inout ElementWriter) { writer.string(code) }
}
