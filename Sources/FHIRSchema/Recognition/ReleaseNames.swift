import Synchronization

/// The names by which records show their release: resource types, members by name and JSON form, profiles, code systems.
/// All of it comes from the definitions of the releases, as the text that `JointText` describes.
package final class ReleaseNames: Sendable {
  /// All releases, the oldest first; those with names come before those that are known by their version only.
  package let releases: [FHIRRelease]
  package let all: ReleaseSet
  /// All releases, with those that are known by their version only.
  package let known: ReleaseSet
  private let near: [ReleaseSet]
  /// The releases by rank: where several are shown equally, the first of them is chosen.
  package let ranks: [ReleaseNumber]
  /// Parts of the URLs of profiles, behind their scheme.
  package let profiles: ReleaseMarks
  package let systems: ReleaseMarks
  /// The versions of what a release publishes itself.
  package let versions: ReleaseMarks
  /// The members for comments, and the bits of their names: see ``JointType/bit(_:_:)``.
  package let comments: ReleaseMarks
  package let commentBits: UInt64
  /// The types whose entries are records.
  package let bundleTypes: [String]
  private let types: JointTypes
  private let reading: Mutex<TypesWithin>

  /// - Parameters:
  ///   - text: what the releases have together, which is never freed.
  ///   - others: releases that are known by their version only.
  package init(_ text: UnsafeBufferPointer<UInt8>, others: [FHIRRelease] = []) {
    var (releases, ranks, bundles, types) = ([FHIRRelease](), [ReleaseNumber](), [String](), JointTypes())
    var (profiles, systems, versions) = (ReleaseMarks(), ReleaseMarks(), ReleaseMarks())
    var (comments, commentBits): (ReleaseMarks, UInt64) = (ReleaseMarks(), 0)
    var start = 0
    while case let end = text.endOfLine(from: start), end > start {
      let (word, fact) = text.slice(start, end).cutAtSpace()
      switch word {
      case "type": types.insert(fact)
      case "profile": profiles.insert(fact)
      case "system": systems.insert(fact)
      case "version": versions.insert(fact)
      case "comments":
        comments.insert(fact)
        commentBits |= JointType.bit(fact[3], fact.count - 3)
      case "bundle": bundles.append(fact.text)
      case "rank": ranks.append(ReleaseNumber(fact.number(from: 0, base: 10)))
      case "release":
        let (name, version) = fact.cutAtSpace()
        releases.append(FHIRRelease(name: name, version: version.text))
      default: break
      }
      start = end + 1
    }
    all = ReleaseSet(first: releases.count)
    releases += others
    known = ReleaseSet(first: releases.count)
    let majors = releases.enumerated().map { (Self.parts($1.version)?.0, ReleaseSet(ReleaseNumber($0))) }
    near = majors.map { major in ReleaseSet(majors.filter { $0.0 == major.0 }.map(\.1)) }
    (self.releases, self.ranks, bundleTypes) = (releases, ranks, bundles)
    (self.profiles, self.systems, self.versions) = (profiles, systems, versions)
    (self.comments, self.commentBits) = (comments, commentBits)
    self.types = types
    reading = Mutex(TypesWithin(text: text.slice(min(start + 1, text.count), text.count)))
  }

  package static let published = ReleaseNames(
    UnsafeBufferPointer(start: GeneratedSchema.names.utf8Start, count: GeneratedSchema.names.utf8CodeUnitCount),
    others: FHIRRelease.named)

  package func number(of release: FHIRRelease) -> ReleaseNumber? {
    releases.firstIndex(of: release).map(ReleaseNumber.init)
  }

  /// What the releases have in resources of a type; `nil` if no release has the type.
  package func type(named name: UnsafeBufferPointer<UInt8>) -> JointType.Pointer? { types[name] }

  /// The releases that have a resource type; empty for another name.
  package func releases(ofType name: String) -> ReleaseSet {
    // Names are compared eight bytes at once.
    (Array(name.utf8) + [UInt8](repeating: 0, count: 8)).withUnsafeBufferPointer {
      type(named: $0.slice(0, $0.count - 8))?.pointee.releases ?? []
    }
  }

  @inline(__always)
  package func prepare(_ type: JointType.Pointer) { if !type.pointee.isRead { reading.withLock { $0.read(type) } } }

  /// The release of a version, such as `3.0.1`, or of a draft that led to it; `nil` for none.
  package func release(ofVersion version: String) -> ReleaseNumber? {
    let own = Array(version.utf8).withUnsafeBufferPointer { versions.releases(having: $0) }
    if own.count == 1 { return ReleaseNumber(own.rawValue.trailingZeroBitCount) }
    guard let wanted = Self.parts(version) else { return nil }
    let later = releases.indices.compactMap { number in
      Self.parts(releases[number].version).flatMap { $0 >= wanted ? (number, $0) : nil }
    }
    return later.min { $0.1 < $1.1 }.map { ReleaseNumber($0.0) }
  }

  /// The releases that publish a profile; empty for one that shows none.
  package func releases(ofProfile url: UnsafeBufferPointer<UInt8>) -> ReleaseSet {
    let parts = url.slice(url.firstPlace(of: UInt8(ascii: ":"), from: 0), url.count)
    let bar = parts.firstPlace(of: UInt8(ascii: "|"), from: 0)
    let name = parts.slice(0, bar)
    if let path = name.after("://hl7.org/fhir") {
      // The specification's own profiles, with a version, or in the folder of a release.
      let end = path.indices.first { path.slice($0, path.count).hasKeyword("/StructureDefinition/") }
      let start = path.firstIndex { $0 != UInt8(ascii: "/") }
      if let end, let start, case let folder = path.slice(min(start, end), end) {
        if folder.isEmpty, bar + 1 < parts.count {
          return release(ofVersion: parts.slice(bar + 1, parts.count).text).map { ReleaseSet($0) } ?? []
        }
        let own = releases.firstIndex { $0.name.uppercased() == folder.text || $0.version.hasPrefix(folder.text + ".") }
        if !folder.isEmpty, let own { return ReleaseSet(ReleaseNumber(own)) }
      }
    }
    return profiles.releases(having: name)
  }

  package func areNear(_ some: ReleaseSet) -> Bool { near.contains { some.isSubset(of: $0) } }

  package func near(_ number: ReleaseNumber) -> ReleaseSet { near.first { $0.contains(number) } ?? [] }

  private static func parts(_ version: String) -> (Int, Int)? {
    let parts = version.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let major = Int(parts[0]), major >= 0, let minor = Int(parts[1].prefix { $0.isNumber })
    else { return nil }
    return (major, minor)
  }
}

/// Texts that only some releases have.
package struct ReleaseMarks: @unchecked Sendable {
  // @unchecked: the texts never change.
  private var whole = NameDirectory(capacity: 128)
  /// Texts that end with a slash or a hyphen, and so are the beginning of others.
  private var parts: [(start: UnsafeBufferPointer<UInt8>, releases: ReleaseSet)] = []

  fileprivate mutating func insert(_ fact: UnsafeBufferPointer<UInt8>) {
    let (releases, text) = (fact.number(from: 0, base: 16), fact.slice(3, fact.count))
    if text.last == UInt8(ascii: "/") || text.last == UInt8(ascii: "-") {
      parts.append((text, ReleaseSet(rawValue: UInt8(releases))))
    } else {
      whole.insert(text, releases)
    }
  }

  /// The releases that have a text; empty if it shows none.
  package func releases(having text: UnsafeBufferPointer<UInt8>) -> ReleaseSet {
    var found = ReleaseSet(rawValue: UInt8(whole[text] ?? 0))
    for part in parts where text.count >= part.start.count {
      if text.slice(0, part.start.count).isSame(as: part.start) { found.formUnion(part.releases) }
    }
    return found
  }
}

private struct JointTypes: @unchecked Sendable {
  // @unchecked: the names never change, and a type is read under a lock.
  private var places = NameDirectory(capacity: 400)
  private var all: [JointType.Pointer] = []

  mutating func insert(_ fact: UnsafeBufferPointer<UInt8>) {
    let name = fact.word(from: 3)
    let type = JointType.Pointer.allocate(capacity: 1)
    type.initialize(
      to: JointType(
        releases: ReleaseSet(rawValue: UInt8(fact.number(from: 0, base: 16))),
        place: fact.number(from: name.upperBound + 1, base: 10)))
    places.insert(fact.slice(3, name.upperBound), all.count)
    all.append(type)
  }

  subscript(name: UnsafeBufferPointer<UInt8>) -> JointType.Pointer? { places[name].map { all[$0] } }
}

/// The types of values, which are made when a type that has such values is read.
private struct TypesWithin: @unchecked Sendable {
  // @unchecked: the text never changes.
  let text: UnsafeBufferPointer<UInt8>
  private var types: [Int: JointType.Pointer] = [:]
  private var count = 0

  init(text: UnsafeBufferPointer<UInt8>) { self.text = text }

  mutating func read(_ type: JointType.Pointer) {
    if type.pointee.isRead { return }
    let read = type.pointee.read(text, first: count) { place in
      let type = types[place] ?? .allocate(capacity: 1)
      if types.updateValue(type, forKey: place) == nil { type.initialize(to: JointType(releases: [], place: place)) }
      return type
    }
    count += read
  }
}
