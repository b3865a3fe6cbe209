package import FHIRSupport
import Synchronization

package final class CompleteSystem: Sendable {
  package let url: String
  package let version: String?
  /// Its codes, in the order of the definition.
  package let codes: [ByteText]
  package let ignoresCase: Bool
  /// The codes, in small letters where case does not matter.
  private let members: Set<ByteText>

  package init(url: String, version: String?, codes: [ByteText], ignoresCase: Bool) {
    (self.url, self.version, self.codes, self.ignoresCase) = (url, version, codes, ignoresCase)
    members = Set(ignoresCase ? codes.map { $0.string.lowercased().byBytes } : codes)
  }

  package func has(_ code: String) -> Bool { members.contains((ignoresCase ? code.lowercased() : code).byBytes) }
}

/// The code systems that a release defines with all their codes.
///
/// A release has a thousand of them, and a record uses a few: each is read on first use.
package final class DefinedSystems: Sendable {
  // Never changed and never freed.
  private nonisolated(unsafe) let text: UnsafeBufferPointer<UInt8>
  /// Where the line of each system begins, by URL.
  private let lines: NameDirectory
  private let read = Mutex<[Int: CompleteSystem]>([:])

  private static let published = OncePerRelease<DefinedSystems>()

  /// Those of a published release, `nil` for another one.
  package static func of(_ release: FHIRRelease) -> DefinedSystems? {
    GeneratedSchema.releases.first { $0.release == release }.map { generated in
      published.value(of: release) { DefinedSystems(generated.wholeCodeSystems) }
    }
  }

  /// - Parameter bytes: a line `URL VERSION`, or `URL VERSION nocase`, for each, and its codes behind two spaces each.
  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var lines = NameDirectory(capacity: 1_000)
    var start = 0
    while start < bytes.count {
      let name = bytes.word(from: start)
      lines.insert(bytes.slice(name.lowerBound, name.upperBound), start)
      start = bytes.endOfLine(from: start) + 1
    }
    (text, self.lines) = (bytes, lines)
  }

  /// The system with a URL, `nil` if the release does not define it with all its codes.
  package subscript(url: UnsafeBufferPointer<UInt8>) -> CompleteSystem? {
    guard let start = lines[url] else { return nil }
    return read.withLock { read in
      if let known = read[start] { return known }
      let new = CompleteSystem(line: text.slice(start, text.endOfLine(from: start)))
      read[start] = new
      return new
    }
  }
}

extension CompleteSystem {
  fileprivate convenience init(line: UnsafeBufferPointer<UInt8>) {
    var parts: [String] = []
    var (start, place) = (0, 0)
    while start < line.count {
      place = line.firstPlace(of: UInt8(ascii: " "), from: place)
      if place < line.count, line[place + 1] != UInt8(ascii: " ") {
        place += 1
        continue
      }
      parts.append(line.slice(start, place).text)
      (start, place) = (place + 2, place + 2)
    }
    let head = parts[0].split(separator: " ").map(String.init)
    self.init(
      url: head[0], version: head[1] == "-" ? nil : head[1], codes: parts.dropFirst().map(\.byBytes),
      ignoresCase: head.count > 2)
  }
}
