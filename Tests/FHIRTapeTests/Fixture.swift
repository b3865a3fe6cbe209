import Foundation
import Testing

/// A file of `Fixtures`: bytes and the expected result.
struct Fixture: CustomTestStringConvertible, Sendable {
  let name: String
  let bytes: [UInt8]
  /// The lines of the `.expected` file; none in `accept`.
  let expected: [String]

  var testDescription: String { name }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

  /// Every fixture of a folder, by name.
  static func all(in kind: String) -> [Fixture] {
    let folder = folder.appending(path: kind)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted().map { name in
      let file = folder.appending(path: name)
      let note = try? String(
        contentsOf: file.deletingPathExtension().appendingPathExtension("expected"), encoding: .utf8)
      return Fixture(
        name: String(name.dropLast(".json".count)),
        bytes: (try? Data(contentsOf: file)).map(Array.init) ?? [],
        expected: note?.split(separator: "\n").map(String.init) ?? [])
    }
  }
}

extension Reader.Outcome {
  /// Parses `code offset`, the form of `.expected` files.
  init?(refusal: some StringProtocol) {
    let words = refusal.split(separator: " ")
    guard words.count == 2, let offset = Int(words[1]) else { return nil }
    self = .refused(code: String(words[0]), offset: offset)
  }
}
