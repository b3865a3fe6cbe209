import ClinicalSources

/// An argument as the system gives it: bytes, not text. So an argument can name a file whose name is not UTF-8.
public struct CommandArgument: Hashable, Sendable {
  /// The argument as a path.
  let path: FilePath

  /// An argument that is text.
  public init(_ text: String) {
    path = FilePath(text)
  }

  /// An argument of any bytes except zero.
  public init(bytes: [UInt8]) {
    path = FilePath(bytes)
  }

  /// The argument as text; bytes that are not UTF-8 are shown as `\xFF`.
  var text: String { path.text }
}
