import FHIRSupport
import Synchronization

/// Built-in definitions: a text with one line for each, which is parsed on first use.
///
/// ```text
/// guide us-core r4 3.1.1
/// map Patient http://hl7.org/fhir/us/core/StructureDefinition/us-core-patient
/// definition http://hl7.org/fhir/us/core/StructureDefinition/us-core-patient {"resourceType":"StructureDefinition",...}
/// ```
final class KeptDefinitions: Sendable {
  /// The lines before the first definition.
  let head: [String]
  /// The name of the release that they are for.
  let release: String
  /// The places of the JSON for a URL; one URL may have definitions for several releases.
  private let places: [ByteText: [Range<Int>]]
  private let text: StaticString
  private let read = Mutex<[ByteText: ProfileLibrary]>([:])

  init(_ text: StaticString) {
    self.text = text
    var (head, places): ([String], [ByteText: [Range<Int>]]) = ([], [:])
    text.withUTF8Buffer { bytes in
      let key = Array("definition ".utf8)
      var start = 0
      while start < bytes.count {
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
        let line = bytes[start..<end]
        if line.starts(with: key) {
          let address = line.dropFirst(key.count).prefix { $0 != UInt8(ascii: " ") }
          places[ByteText(String(decoding: address, as: UTF8.self)), default: []].append(address.endIndex + 1..<end)
        } else {
          head.append(String(decoding: line, as: UTF8.self))
        }
        start = end + 1
      }
    }
    (self.head, self.places) = (head, places)
    release = head.first.map { String($0.split(separator: " ").dropFirst(2).first ?? "") } ?? ""
  }

  /// A library of the definitions with a URL; `nil` if there are none.
  func definitions(_ address: ByteText) -> ProfileLibrary? {
    guard let places = places[address] else { return nil }
    return read.withLock { read in
      if let known = read[address] { return known }
      var library = ProfileLibrary()
      text.withUTF8Buffer { bytes in
        for place in places {
          library.add(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[place]), source: nil)
        }
      }
      read[address] = library
      return library
    }
  }

  /// All profiles and extensions.
  var structures: [StructureFacts] { places.keys.flatMap { definitions($0)?.ownStructures ?? [] } }

  /// The extensions and profiles that releases themselves define.
  static let ofReleases = GeneratedGuides.ofReleases.map { KeptDefinitions($0) }
}
