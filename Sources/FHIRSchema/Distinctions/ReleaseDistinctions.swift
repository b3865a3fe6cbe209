/// What tells the releases apart: names of resource types, names and JSON forms of members, profiles, code systems.
///
/// Made from `Schemas/releases.txt` and `Schemas/distinctions.txt`, whose comments describe the form. No release has a
/// place of its own here but the first one, which is assumed where nothing tells.
package final class ReleaseDistinctions: @unchecked Sendable {
  // @unchecked: written once, while it is made, and only read from then on.

  /// A text that only something of one release begins with, or holds behind the scheme of a URL.
  package struct Mark: Sendable {
    package let text: [UInt8]
    package let release: ReleaseNumber
  }

  /// The releases, the assumed one first.
  package let releases: [FHIRRelease]
  /// The names of the releases for people, such as `R4`.
  package let titles: [String]
  /// For each release those that are alike as far as is known: itself, and releases without definitions.
  package let families: [ReleaseSet]
  package let profiles: [Mark]
  package let systems: [Mark]
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private let rows: UnsafeMutableBufferPointer<DistinctionRow>
  /// Rows plus one, 0 for an empty place; at least twice as many as rows.
  private let places: UnsafeMutableBufferPointer<UInt16>

  /// The resource types are the members of this type.
  package static let resourceTypes: UInt16 = 0

  init(_ draft: DistinctionDraft) {
    releases = draft.releases
    titles = draft.titles
    families = draft.families
    profiles = draft.profiles
    systems = draft.systems
    bytes = .allocate(capacity: draft.names.count + 8)
    bytes.initialize(repeating: 0)
    _ = bytes.update(fromContentsOf: draft.names)
    rows = .allocate(capacity: draft.rows.count)
    _ = rows.initialize(fromContentsOf: draft.rows)
    var size = 16
    while size < 2 * draft.rows.count { size *= 2 }
    places = .allocate(capacity: size)
    places.initialize(repeating: 0)
    for (number, row) in draft.rows.enumerated() {
      var place = Self.hash(row.head, Int(row.nameLength), row.holder) & (size - 1)
      while places[place] != 0 { place = (place + 1) & (size - 1) }
      places[place] = UInt16(truncatingIfNeeded: number + 1)
    }
  }

  deinit {
    bytes.deallocate()
    rows.deallocate()
    places.deallocate()
  }

  /// What a name tells among those of a type, `nil` for nothing.
  ///
  /// - Parameters:
  ///   - name: at least eight readable bytes, whatever the length.
  ///   - holder: ``resourceTypes``, or the ``Distinction/content`` of another name.
  package func find(_ name: UnsafePointer<UInt8>, _ length: Int, of holder: UInt16) -> Distinction? {
    let head = NameHash.head(name, length)
    var place = Self.hash(head, length, holder) & (places.count &- 1)
    while true {
      let number = Int(places[place])
      if number == 0 { return nil }
      let row = rows[number &- 1]
      if row.head == head, row.holder == holder, Int(row.nameLength) == length, isRest(name, length, of: row) {
        return Distinction(row)
      }
      place = (place &+ 1) & (places.count &- 1)
    }
  }

  private func isRest(_ name: UnsafePointer<UInt8>, _ length: Int, of row: DistinctionRow) -> Bool {
    if length <= 8 { return true }
    guard row.tail == NameHash.tail(name, length) else { return false }
    guard length > 16, let names = bytes.baseAddress else { return true }
    return SchemaRows.isEqual(UnsafePointer(names) + Int(row.nameOffset), name, from: 8, to: length &- 8)
  }

  private static func hash(_ head: UInt64, _ length: Int, _ holder: UInt16) -> Int {
    let seed: UInt64 = 0x9E37_79B9_7F4A_7C15
    return NameHash.hash(head ^ (UInt64(holder) &* 0xD6E8_FEB8_6659_FD93), length, seed: seed)
  }
}

extension ReleaseDistinctions {
  /// Those of the published releases, decoded when they are first used.
  package static let published: ReleaseDistinctions = {
    do {
      return try ReleaseDistinctions(text: GeneratedSchema.distinctions)
    } catch {
      // The text is generated and its freshness tested; without it no record could be told from another.
      preconditionFailure("the generated distinctions of the releases cannot be read: \(error)")
    }
  }()

  package convenience init(text: StaticString) throws(SchemaText.FormatError) {
    self.init(try DistinctionDraft(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)))
  }

  package convenience init(text: [UInt8]) throws(SchemaText.FormatError) {
    let draft = text.withUnsafeBufferPointer { bytes in
      Result { () throws(SchemaText.FormatError) in try DistinctionDraft(bytes) }
    }
    self.init(try draft.get())
  }

  /// The number of a release; `nil` for one that the table does not know.
  package func number(of release: FHIRRelease) -> ReleaseNumber? {
    releases.firstIndex(of: release).map { ReleaseNumber(rawValue: UInt8($0)) }
  }
}

extension ReleaseDistinctions {
  /// All releases.
  package var all: ReleaseSet { ReleaseSet(rawValue: UInt8(truncatingIfNeeded: (1 << releases.count) - 1)) }

  /// The release that stands for this one and those that are like it.
  package func family(of release: ReleaseNumber) -> ReleaseNumber {
    let bit = ReleaseSet(release)
    for (number, family) in families.enumerated() where family.contains(bit) {
      return ReleaseNumber(rawValue: UInt8(truncatingIfNeeded: number))
    }
    return release
  }
}

extension ReleaseSet {
  /// The first of them where all are alike as far as is known; `nil` for none, and for such that differ.
  package func common(in distinctions: ReleaseDistinctions) -> ReleaseNumber? {
    guard let first, distinctions.families[Int(first.rawValue)].isSuperset(of: self) else { return nil }
    return first
  }
}
