/// Encodes resources as JSON in UTF-8, on one line, members in the order of the definitions.
///
/// What was decoded comes back value for value: the digits of decimals, the precision and zone of dates, extensions of
/// primitives, contained resources, comments, and what could not be read.
public struct FHIREncoder: Sendable {
  /// Makes an encoder.
  public init() {}

  /// The JSON of a resource.
  public func encode(_ resource: some FHIRResource) -> [UInt8] { encode(resource.asAnyResource) }

  /// The JSON of a resource of any type.
  public func encode<A: AnyFHIRResource>(_ resource: A) -> [UInt8] {
    var writer = ElementWriter()
    A.Release.tables.write(resource, &writer)
    return writer.withBytes { Array($0) }
  }
}
