/// How much of an export.xml is read, so that no file can fill the memory.
public struct ExportLimits: Hashable, Sendable {
  /// The most stubs that are kept; real exports have up to some ten thousand.
  public var maximumStubs = 100_000
  /// The longest tag of a stub, in bytes.
  public var maximumStubBytes = 64 << 10
  /// The most findings that are kept of one export.xml.
  public var maximumFindings = 10_000

  /// The bytes that are read at a time; small for tests, so that everything lies across an end.
  package var windowBytes = 256 << 10

  /// The defaults.
  public init() {}
}
