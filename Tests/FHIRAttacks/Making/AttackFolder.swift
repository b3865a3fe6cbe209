#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A folder that an attack writes its inputs to.
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

  /// Makes a folder, unless it is there.
  func folder(_ name: String) { mkdir(path + "/" + name, 0o700) }

  func path(of name: String) -> String { path + "/" + name }
}

/// Why an attack cannot be made or run.
public struct AttackError: Error, CustomStringConvertible {
  /// The reason, in a few words.
  public let description: String
}

/// A file that is written piece by piece. Little is held: the memory of a process counts for those that it starts.
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

  /// Writes a text so many times.
  func put(_ text: String, times: Int) {
    let batch = max(1, min(times, 65_536 / max(1, text.utf8.count)))
    let many = String(repeating: text, count: batch)
    for _ in 0..<times / batch { put(many) }
    put(String(repeating: text, count: times % batch))
  }
}

/// The text of a gzip file, which is small.
final class GzipText {
  fileprivate(set) var text = ""

  func put(_ text: String) { self.text += text }
}
