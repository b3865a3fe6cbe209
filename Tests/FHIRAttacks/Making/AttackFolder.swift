#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The folder for the inputs of an attack.
public struct AttackFolder: Sendable {
  let path: String

  /// Writes a file piece by piece.
  func write(_ name: String, _ body: (borrowing FileWriter) -> Void) throws {
    let file = try FileWriter(path(of: name))
    body(file)
  }

  /// Writes a file.
  func write(_ name: String, _ text: String) throws {
    try write(name) { $0.put(text) }
  }

  /// Writes a gzip file.
  func gzip(_ name: String, _ body: (GzipText) -> Void) throws {
    let content = GzipText()
    body(content)
    try write(name) { $0.put(PackedText(content.text, isGzip: true).bytes) }
  }

  /// Creates a folder, unless it exists.
  func folder(_ name: String) { mkdir(path + "/" + name, 0o700) }

  func path(of name: String) -> String { path + "/" + name }
}

/// Why an attack cannot be prepared or run.
public struct AttackError: Error, CustomStringConvertible {
  /// The reason, in a few words.
  public let description: String
}

/// A file that is written piece by piece. It holds little, because the memory of this process would count for its
/// children.
struct FileWriter: ~Copyable {
  private let file: UnsafeMutablePointer<FILE>

  init(_ path: String) throws {
    guard let file = fopen(path, "w") else { throw AttackError(description: "\(path) cannot be written") }
    self.file = file
  }

  deinit { fclose(file) }

  func put(_ text: String) {
    var text = text
    text.withUTF8 { _ = fwrite($0.baseAddress, 1, $0.count, file) }
  }

  func put(_ bytes: [UInt8]) { fwrite(bytes, 1, bytes.count, file) }

  /// Writes a text a number of times.
  func put(_ text: String, times: Int) {
    let batch = max(1, min(times, 65_536 / max(1, text.utf8.count)))
    let many = String(repeating: text, count: batch)
    for _ in 0..<times / batch { put(many) }
    put(String(repeating: text, count: times % batch))
  }
}

/// The compressed text, which is small.
final class GzipText {
  fileprivate(set) var text = ""

  func put(_ text: String) { self.text += text }
}
