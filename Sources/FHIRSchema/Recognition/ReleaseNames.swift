import Synchronization

/// The names by which records show their release: resource types, members by name and JSON form, profiles, code systems.
///
/// All of it comes from the schema texts of the releases; all releases are treated alike.
package final class ReleaseNames: Sendable {
  /// All releases, the oldest first; those with names come before those that are known by their version only.
  package let releases: [FHIRRelease]
  /// All releases with names.
  package let all: ReleaseSet
  /// All releases, with those that are known by their version only.
  package let known: ReleaseSet
  /// The releases of each major version.
  private let near: [ReleaseSet]
  /// The releases by rank: where several are shown equally, the first of them is chosen.
  package let ranks: [ReleaseNumber]
  /// Parts of the URLs of profiles, behind their scheme.
  package let profiles: ReleaseMarks
  package let systems: ReleaseMarks
  /// The versions of what a release publishes itself.
  package let versions: ReleaseMarks
  /// The types whose entries are records.
  package let bundleTypes: [String]
  /// The bits of the names of types that not all releases have.
  package let partialTypes: UInt64
  private let typeNames: TypeNames
  /// The types of resources, by the place of their name.
  private let types: [JointType?]
  private let unretained: [Unmanaged<JointType>?]
  private let joint: Mutex<JointTypes>

  /// - Parameters:
  ///   - texts: the schema texts of releases, which are never freed.
  ///   - others: releases that are known by their version only.
  package init(_ texts: [(release: FHIRRelease, text: UnsafeBufferPointer<UInt8>)], others: [FHIRRelease] = []) {
    var names = TypeNames()
    let outlines = texts.enumerated().map { ReleaseOutline($1.release, $1.text, &names, $0) }
    releases = outlines.map(\.release) + others
    all = ReleaseSet(first: outlines.count)
    known = ReleaseSet(first: releases.count)
    let majors = releases.enumerated().map { (Self.parts($1.version)?.0, ReleaseSet(ReleaseNumber($0))) }
    near = majors.map { major in ReleaseSet(majors.filter { $0.0 == major.0 }.map(\.1)) }
    ranks = outlines.indices.sorted { (outlines[$0].rank, -$0) < (outlines[$1].rank, -$1) }.map(ReleaseNumber.init)
    profiles = ReleaseMarks(outlines, .profile)
    systems = ReleaseMarks(outlines, .system)
    versions = ReleaseMarks(outlines, .version)
    bundleTypes = Set(outlines.map(\.roles.bundle).filter { !$0.isEmpty }.map(\.text)).sorted()
    types = names.all.map { name in
      var structures = name.structures
      for number in outlines.indices where structures[number] >= 0 {
        if !outlines[number].structures[Int(structures[number])].isResource { structures[number] = -1 }
      }
      return structures.max() < 0 ? nil : JointType(structures)
    }
    unretained = types.map { $0.map(Unmanaged.passUnretained) }
    let all = all
    partialTypes = zip(names.all, types).reduce(0) { bits, type in
      type.1.map { $0.releases == all } ?? true ? bits : bits | JointType.bit(type.0.name[0], type.0.name.count)
    }
    typeNames = names
    joint = Mutex(JointTypes(outlines, names))
  }

  /// The names of the published releases.
  package static let published = ReleaseNames(
    (GeneratedSchema.releases + GeneratedSchema.told).map { ($0.release, $0.types) }, others: FHIRRelease.named)

  /// The number of a release; `nil` if it is not one of these.
  package func number(of release: FHIRRelease) -> ReleaseNumber? {
    releases.firstIndex(of: release).map(ReleaseNumber.init)
  }

  /// What the releases have in resources of a type; `nil` if no release has the type.
  ///
  /// Not retained for each record: these names keep it alive.
  package func type(named name: UnsafeBufferPointer<UInt8>) -> Unmanaged<JointType>? {
    typeNames.place(of: name).flatMap { unretained[$0] }
  }

  /// Prepares a type, at least to a stage.
  @inline(__always)
  package func prepare(_ type: JointType, _ stage: JointType.Stage) {
    if type.stage < stage { joint.withLock { $0.prepare(type, stage) } }
  }

  /// The release of a version, such as `3.0.1` or a draft before it; `nil` for none.
  ///
  /// A draft belongs to the release that it led to.
  package func release(ofVersion version: String) -> ReleaseNumber? {
    let own = Array(version.utf8).withUnsafeBufferPointer { versions.releases(having: $0) }
    if own.count == 1 { return ReleaseNumber(own.rawValue.trailingZeroBitCount) }
    guard let wanted = Self.parts(version) else { return nil }
    let later = releases.indices.compactMap { number in
      Self.parts(releases[number].version).flatMap { $0 >= wanted ? (number, $0) : nil }
    }
    return later.min { $0.1 < $1.1 }.map { ReleaseNumber($0.0) }
  }

  /// Whether releases have the same major version.
  package func areNear(_ some: ReleaseSet) -> Bool {
    near.contains { some.isSubset(of: $0) }
  }

  /// The first two numbers of a version.
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
  private var marks: [(sign: ReleaseOutline.Sign, releases: ReleaseSet)] = []
  /// Names of code systems before they were moved.
  private var moved = NameDirectory(capacity: 128)

  fileprivate init(_ outlines: [ReleaseOutline], _ kind: ReleaseOutline.Sign.Kind) {
    for (number, outline) in outlines.enumerated() {
      marks += outline.signs.filter { $0.kind == kind }.map { ($0, ReleaseSet(ReleaseNumber(number))) }
      guard kind == .system else { continue }
      for system in outline.movedSystems where moved[system] == nil {
        // Until the release that moved them.
        moved.insert(system, number)
        let start = ReleaseOutline.Sign(kind: .system, start: system, rest: system.slice(0, 0))
        if start.isPart { marks.append((start, ReleaseSet(first: number))) }
      }
    }
  }

  /// The releases that have a text; empty if it shows none.
  package func releases(having text: UnsafeBufferPointer<UInt8>) -> ReleaseSet {
    var found = moved[text].map { ReleaseSet(first: $0) } ?? []
    for mark in marks where mark.sign.matches(text) { found.formUnion(mark.releases) }
    return found
  }
}

extension ReleaseOutline.Sign {
  /// Whether more may follow: a whole text ends with a letter or a digit.
  fileprivate var isPart: Bool { rest.isEmpty && (start.last == UInt8(ascii: "/") || start.last == UInt8(ascii: "-")) }

  fileprivate func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let count = start.count + rest.count
    guard text.count == count || text.count > count && isPart else { return false }
    return text.slice(0, start.count).isSame(as: start) && text.slice(start.count, count).isSame(as: rest)
  }
}
