public import FHIRModelRuntime
public import Foundation

// `FHIRDecoder` accepts any sequence of bytes, and so also `Data`.

extension FHIREncoder {
  /// The JSON of a resource.
  @_disfavoredOverload  // If the context does not decide, the overload for arrays is used.
  public func encode(_ resource: some FHIRResource) -> Data {
    let bytes: [UInt8] = encode(resource)
    return Data(bytes)
  }

  /// The JSON of a resource of any type.
  @_disfavoredOverload  // If the context does not decide, the overload for arrays is used.
  public func encode<A: AnyFHIRResource>(_ resource: A) -> Data {
    let bytes: [UInt8] = encode(resource)
    return Data(bytes)
  }
}

extension FHIRDecoder {
  /// Decodes a resource of a type from a file.
  ///
  /// - Throws: the first `FHIRFault`, or the error if the file cannot be read.
  public func decode<R: FHIRResource>(_ type: R.Type = R.self, contentsOf url: URL) throws -> R {
    try decode(type, from: try Data(contentsOf: url))
  }

  /// Decodes a resource of any type from a file.
  ///
  /// - Throws: the first `FHIRFault`, or the error if the file cannot be read.
  public func decode<A: AnyFHIRResource>(_ type: A.Type = A.self, contentsOf url: URL) throws -> A {
    try decode(type, from: try Data(contentsOf: url))
  }
}

extension RawJSON {
  /// The text of the value in UTF-8.
  public var data: Data { Data(text.utf8) }
}
