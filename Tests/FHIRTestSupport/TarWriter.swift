/// Writes tar archives for tests, including invalid ones.
package struct TarWriter {
  /// The archive so far.
  package private(set) var bytes: [UInt8] = []

  /// An archive without files.
  package init() {}

  /// Adds a file.
  ///
  /// - Parameters:
  ///   - kind: the type flag: `0` a file, `2` a link, `x` a pax header.
  ///   - size: the size in the header; if `nil`, that of the content.
  package mutating func add(_ name: String, _ content: String = "", kind: Character = "0", size: Int? = nil) {
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at place: Int) {
      for (index, byte) in text.utf8.enumerated() { header[place + index] = byte }
    }
    func octal(_ number: Int, _ digits: Int) -> String {
      let text = String(number, radix: 8)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    put(String(name.prefix(100)), at: 0)
    put(octal(size ?? content.utf8.count, 11), at: 124)
    put("        ", at: 148)
    put(String(kind), at: 156)
    put("ustar", at: 257)
    put(octal(header.reduce(0) { $0 + Int($1) }, 6) + "\0", at: 148)
    bytes += header + Array(content.utf8)
    bytes += [UInt8](repeating: 0, count: (512 - content.utf8.count % 512) % 512)
  }

  /// The archive with its end.
  package var ended: [UInt8] { bytes + [UInt8](repeating: 0, count: 1024) }
  /// The archive with its end, compressed.
  package var gzipped: [UInt8] { Deflate.gzip(ended) }

  /// Adds a header in the form of pax with a fact about the next entry.
  package mutating func add(pax fact: String) {
    // The length counts its own digits.
    let rest = " \(fact)\n".utf8.count
    let count = rest + "\(rest + 3)".utf8.count
    add("pax", "\(count) \(fact)\n", kind: "x")
  }
}
