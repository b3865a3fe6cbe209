import FHIRPrimitives
import FHIRSupport

/// A path as the system sees it: bytes, not text. So a file whose name is not UTF-8 can be opened.
package struct FilePath: Hashable, Sendable {
  /// The bytes, with the final zero that system calls need.
  private let terminated: [UInt8]

  /// Makes a path from text that a person typed.
  package init(_ text: String) { self.init(Array(text.utf8)) }

  package init(_ bytes: [UInt8]) { terminated = bytes + [0] }

  package static let standardInput = FilePath("-")

  package var isEmpty: Bool { terminated.count == 1 }

  package func appending(_ name: [UInt8]) -> FilePath {
    var path = Array(terminated.dropLast())
    // A file in the current folder needs only its name.
    if path == [UInt8(ascii: ".")] {
      path = []
    } else if path.last != UInt8(ascii: "/") {
      path.append(UInt8(ascii: "/"))
    }
    return FilePath(path + name)
  }

  package var folder: FilePath {
    guard let slash = terminated.lastIndex(of: UInt8(ascii: "/")) else { return FilePath(".") }
    return FilePath(Array(terminated[..<max(slash, 1)]))
  }

  package var name: ArraySlice<UInt8> {
    terminated.dropLast()[((terminated.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...]
  }

  /// Whether the name indicates JSON, compressed or not.
  package var isNamedLikeJSON: Bool {
    var end = terminated.dropLast().suffix(10).map(ASCII.lowercase)
    if end.suffix(3).elementsEqual(".gz".utf8) { end.removeLast(3) }
    end = end.suffix(7)
    return FilePath.endings.contains { end.count > $0.count && end.suffix($0.count).elementsEqual($0) }
      || end.elementsEqual(FilePath.endings[1])
  }

  /// Whether the name indicates JSON or health cards, so that another content is a mistake.
  package var isNamedLikeRecords: Bool { isNamedLikeJSON || text.byBytes.hasSuffix(".smart-health-card") }

  private static let endings: [[UInt8]] = [Array(".json".utf8), Array(".ndjson".utf8), Array(".jsonl".utf8)]

  /// The part of the path below a folder to which it was appended, as text; see ``text``.
  func text(below folder: FilePath) -> String {
    // Appending a name shows the length of the folder's own part.
    let start = folder.appending([]).terminated.count - 1
    return FilePath.text(terminated.dropLast().dropFirst(start))
  }

  /// The path as text; bytes that are not UTF-8 are shown as `\xFF`, so two names never look the same.
  package var text: String { FilePath.text(terminated.dropLast()) }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = ""
    var rest = bytes
    while let first = rest.first {
      // A scalar has at most four bytes.
      let scalar = (1...4).lazy.compactMap { String(validating: rest.prefix($0), as: UTF8.self) }.first
      if let scalar {
        text += scalar
        rest = rest.dropFirst(scalar.utf8.count)
      } else {
        text += "\\x" + (first < 16 ? "0" : "") + String(first, radix: 16, uppercase: true)
        rest = rest.dropFirst()
      }
    }
    return text
  }

  package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    terminated.withUnsafeBufferPointer { bytes in bytes.withMemoryRebound(to: CChar.self) { body($0.baseAddress!) } }
  }
}
