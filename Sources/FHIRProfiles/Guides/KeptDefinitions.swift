import FHIRSupport
import FHIRTape
import Synchronization

/// Built-in definitions: a text with one line for each, whose lines are found, and each parsed, on first use.
///
/// ```text
/// guide us-core r4 3.1.1
/// package hl7.fhir.us.core http://hl7.org/fhir/us/core
/// map Patient http://hl7.org/fhir/us/core/StructureDefinition/us-core-patient
/// definition http://hl7.org/fhir/us/core/StructureDefinition/us-core-patient {"resourceType":"StructureDefinition",...}
/// ```
///
/// With `like NAME` in its head, a line that ends after the address stands for that definition of the other text, in the
/// version of this one.
final class KeptDefinitions: Sendable {
  /// The lines before the first definition.
  let head: [String]
  let name: String
  /// The package that they are, or a part of.
  let package: PackageFacts
  private let number: Int
  var release: String { package.release }
  private let text: StaticString
  private let state = Mutex<State?>(nil)

  private struct State {
    /// The places of the JSON for a URL; one URL may have several definitions.
    var places: [ByteText: [Range<Int>]]
    var read: [ByteText: ProfileLibrary] = [:]
  }

  private static let lineStart = Array("definition ".utf8)

  init(_ text: StaticString, number: Int) {
    (self.text, self.number) = (text, number)
    head = text.withUTF8Buffer { bytes in
      Self.lines(of: bytes).prefix { !$0.starts(with: Self.lineStart) }.map { String(decoding: $0, as: UTF8.self) }
    }
    let words = Self.words(of: head.first ?? "")
    name = words.count == 4 ? words[1] : ""
    package = PackageFacts(head: head)
  }

  /// What is between the spaces of a line of the head.
  static func words(of line: String) -> [String] {
    // By bytes: splitting all maps by characters takes 20 million instructions.
    line.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
  }

  private static func lines(of bytes: UnsafeBufferPointer<UInt8>) -> some Sequence<Slice<UnsafeBufferPointer<UInt8>>> {
    sequence(state: 0) { start in
      guard start < bytes.count, let first = bytes.baseAddress else { return nil }
      let end = Bytes.first(Bytes.newline, from: first + start, to: first + bytes.count) - first
      defer { start = end + 1 }
      return bytes[start..<end]
    }
  }

  private static func places(in bytes: UnsafeBufferPointer<UInt8>) -> [ByteText: [Range<Int>]] {
    var places: [ByteText: [Range<Int>]] = [:]
    for line in lines(of: bytes) where line.starts(with: lineStart) {
      let address = line.dropFirst(lineStart.count).prefix { $0 != UInt8(ascii: " ") }
      let json = min(address.endIndex + 1, line.endIndex)..<line.endIndex
      places[ByteText(String(decoding: address, as: UTF8.self)), default: []].append(json)
    }
    return places
  }

  /// Lends the state to `body`; the lines are found now if they were not needed before.
  private func withState<Result>(_ body: (inout State) -> Result) -> Result {
    state.withLock { state in
      if state == nil { state = text.withUTF8Buffer { State(places: Self.places(in: $0)) } }
      return body(&state!)
    }
  }

  /// A library of the definitions with a URL; `nil` if there are none.
  func definitions(_ address: ByteText) -> ProfileLibrary? {
    withState { state in
      guard let places = state.places[address] else { return nil }
      if let known = state.read[address] { return known }
      var library = ProfileLibrary()
      library.package = number
      if places.contains(where: \.isEmpty), let like {
        like.add(like.withState { $0.places[address] } ?? [], to: &library)
        library = library.restated(like.package.version, as: package.version)
      }
      add(places, to: &library)
      state.read[address] = library
      return library
    }
  }

  private func add(_ places: [Range<Int>], to library: inout ProfileLibrary) {
    text.withUTF8Buffer { bytes in
      for place in places where !place.isEmpty {
        library.add(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[place]), source: nil)
      }
    }
  }

  /// Those that have what these share with them.
  private var like: KeptDefinitions? {
    let line = head.first { $0.utf8.starts(with: "like ".utf8) }
    return line.flatMap { line in Self.ofReleases.first { $0.name.utf8.elementsEqual(line.utf8.dropFirst(5)) } }
  }

  var structures: [StructureFacts] {
    withState { Array($0.places.keys) }.flatMap { definitions($0)?.ownStructures ?? [] }
  }

  static let ofGuides: [KeptDefinitions] = GeneratedGuides.guides.enumerated().map { KeptDefinitions($1, number: $0) }

  static let ofReleases: [KeptDefinitions] = GeneratedGuides.ofReleases.enumerated().map {
    KeptDefinitions($1, number: ofGuides.count + $0)
  }

  static let packages: [PackageFacts] = (ofGuides + ofReleases).map(\.package)

  /// The numbers of those that releases define.
  static let numbersOfReleases: Range<Int> = ofGuides.count..<packages.count

  static func maps(ofRelease name: String) -> [GuideMap] {
    ofReleases.filter { $0.release == name }.flatMap(\.head).compactMap { GuideMap($0) }
  }

  /// The names of the releases that apply profiles themselves: asked in every walk.
  static let applyingReleases: Set<String> = Set(
    ofReleases.filter { $0.head.contains(where: GuideMap.isMap) }.map(\.release))
}
