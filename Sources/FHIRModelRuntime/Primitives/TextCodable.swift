/// A value that other formats represent by its text.
public protocol TextCodable: Codable, LosslessStringConvertible {}

extension TextCodable {
  /// Reads the value from a string.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Self(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is no \(Self.self)")
    }
    self = value
  }

  /// Writes the value as a string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension FHIRDate: TextCodable {}
extension FHIRTime: TextCodable {}
extension FHIRDateTime: TextCodable {}
extension FHIRInstant: TextCodable {}
