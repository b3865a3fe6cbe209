/// Encodes resources as JSON in UTF-8, members in the order of the definitions.
///
/// Decoded content is written value for value: the digits of decimals, the precision and zone of dates, extensions of
/// primitives, contained resources, comments, and members that could not be read.
///
/// ```swift
/// let compact = FHIREncoder().encode(patient)
/// let pretty = FHIREncoder([.pretty, .sorted]).encode(patient)
/// print(String(decoding: pretty, as: UTF8.self))
/// ```
public struct FHIREncoder: Sendable {
  /// The layout of the JSON. Values are the same in every layout.
  public struct Options: OptionSet, Hashable, Sendable {
    /// The bits of the options.
    public let rawValue: UInt8

    /// Makes options from bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// One member or item on a line, indented by two spaces a level.
    public static let pretty = Options(rawValue: 1)
    /// The members of each object in the order of their names' bytes, so that two records can be compared line by line.
    public static let sorted = Options(rawValue: 2)
  }

  /// The layout of the JSON; by default one line in the order of the definitions.
  public var options: Options

  /// Makes an encoder.
  public init(_ options: Options = []) { self.options = options }

  /// The JSON of a resource.
  public func encode(_ resource: some FHIRResource) -> [UInt8] { encode(resource.asAnyResource) }

  /// The JSON of a resource of any type.
  ///
  /// A resource nested deeper than ``FHIRDecoder`` can read is written on one line and unsorted, whatever the options.
  public func encode<A: AnyFHIRResource>(_ resource: A) -> [UInt8] {
    var writer = ElementWriter()
    A.Release.tables.write(resource, &writer)
    return writer.withBytes { options.isEmpty ? Array($0) : JSONLayout.lay($0, options) ?? Array($0) }
  }
}
