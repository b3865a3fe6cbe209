/// Limits on reading an export.xml, so that no file can exhaust the memory.
public struct ExportLimits: Hashable, Sendable {
  /// The largest number of stubs that are kept; real exports have up to some ten thousand.
  public var maximumStubs = 100_000
  /// The largest size of a stub's tag, in bytes.
  public var maximumStubBytes = 64 << 10
  /// The largest number of findings that are kept for one export.xml.
  public var maximumFindings = 10_000

  /// How many bytes are read at a time. Tests set a small value, so that every construct crosses a window's end.
  package var windowBytes = 256 << 10

  /// Makes the default limits.
  public init() {}
}
