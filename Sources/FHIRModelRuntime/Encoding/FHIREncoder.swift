import FHIRJSON

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

/// Changes the layout of JSON; names, strings and numbers stay as written.
struct JSONLayout {
  private let tape: Tape
  private let options: FHIREncoder.Options
  private var bytes: [UInt8] = []

  /// The JSON in another layout, `nil` if it is nested too deeply to be read.
  static func lay(_ json: UnsafeBufferPointer<UInt8>, _ options: FHIREncoder.Options) -> [UInt8]? {
    Document.withTape(json, failure: { _ in nil }) { tape in
      var layout = JSONLayout(tape: tape, options: options)
      layout.bytes.reserveCapacity(json.count * (options.contains(.pretty) ? 2 : 1))
      layout.value(.root, depth: 0)
      return layout.bytes
    }
  }

  private mutating func value(_ index: TapeIndex, depth: Int) {
    switch tape.tag(index) {
    case .object:
      list(keys(of: index), "{", "}", depth: depth) { layout, key in
        layout.raw(key)
        layout.bytes.append(UInt8(ascii: ":"))
        if layout.options.contains(.pretty) { layout.bytes.append(UInt8(ascii: " ")) }
        layout.value(key.value, depth: depth + 1)
      }
    case .array: list(Array(tape.items(of: index)), "[", "]", depth: depth) { $0.value($1, depth: depth + 1) }
    default: raw(index)
    }
  }

  private mutating func list(
    _ indices: [TapeIndex], _ open: Unicode.Scalar, _ close: Unicode.Scalar, depth: Int,
    _ write: (inout JSONLayout, TapeIndex) -> Void
  ) {
    bytes.append(UInt8(ascii: open))
    for (number, index) in indices.enumerated() {
      if number > 0 { bytes.append(UInt8(ascii: ",")) }
      breakLine(depth: depth + 1)
      write(&self, index)
    }
    if !indices.isEmpty { breakLine(depth: depth) }
    bytes.append(UInt8(ascii: close))
  }

  private mutating func breakLine(depth: Int) {
    guard options.contains(.pretty) else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
  }

  private func keys(of object: TapeIndex) -> [TapeIndex] {
    guard options.contains(.sorted) else { return Array(tape.keys(of: object)) }
    // Members with equal names keep their order, because the first counts.
    return tape.keys(of: object).sorted { a, b in
      let (first, second) = (lexeme(a), lexeme(b))
      if first.elementsEqual(second) { return a < b }
      return first.lexicographicallyPrecedes(second)
    }
  }

  private func lexeme(_ key: TapeIndex) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: tape.lexeme(key), count: tape.length(key))
  }

  private mutating func raw(_ index: TapeIndex) {
    let range = tape.range(index)
    bytes.append(contentsOf: UnsafeBufferPointer(start: tape.bytes + range.lowerBound, count: range.count))
  }
}
