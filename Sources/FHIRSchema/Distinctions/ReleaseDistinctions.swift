/// The facts that distinguish releases: names of resource types, names and JSON forms of members, profiles, code
/// systems.
///
/// Made from `Schemas/releases.txt` and `Schemas/distinctions.txt`, whose comments describe the format. All releases
/// are treated alike, except that the first one is assumed if there is no evidence.
@usableFromInline
package final class ReleaseDistinctions: @unchecked Sendable {
  // @unchecked: written during initialisation, and read-only afterwards.

  /// A prefix that only texts of one release have, at the start or after the scheme of a URL.
  package struct Mark: Sendable {
    package let text: [UInt8]
    package let release: ReleaseNumber
    private let count: Int
    /// Its last eight bytes, or all of a shorter one, and where they begin: most marks differ in these.
    private let (tail, tailOffset, tailMask): (UInt64, Int, UInt64)

    init(text: [UInt8], release: ReleaseNumber) {
      (self.text, self.release, count) = (text, release, text.count)
      tailOffset = max(0, text.count - 8)
      tail = text.suffix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
      tailMask = text.isEmpty ? 0 : ~0 >> UInt64(64 - 8 * min(text.count, 8))
    }

    /// Whether a text, with at least eight readable bytes whatever the length, begins with the mark.
    @inline(__always)
    fileprivate func isStart(of start: UnsafePointer<UInt8>, _ length: Int) -> Bool {
      guard count <= length,
        (UnsafeRawPointer(start + tailOffset).loadUnaligned(as: UInt64.self).littleEndian ^ tail) & tailMask == 0
      else { return false }
      return text.withUnsafeBufferPointer { mark in
        mark.baseAddress.map { SchemaRows.isEqual($0, start, from: 0, to: tailOffset) } ?? true
      }
    }
  }

  /// Profiles that only some releases publish, by their names behind the same beginning of a URL.
  package struct NamedProfiles: Sendable {
    /// What the URLs have in common, after the scheme.
    package let base: [UInt8]
    package let names: [[UInt8]]
    package let releases: ReleaseSet
  }

  /// The releases, the assumed one first.
  package let releases: [FHIRRelease]
  /// The names of the releases for people, such as `R4`.
  package let titles: [String]
  /// For each release, the releases that the table cannot distinguish from it: itself, and releases without
  /// definitions.
  package let families: [ReleaseSet]
  package let profiles: [Mark]
  package let namedProfiles: [NamedProfiles]
  package let systems: [Mark]
  /// The Bundle types of the releases.
  package let bundleTypes: [String]
  package let rows: DistinctionRows
  private let sparse: (codes: [SparseSign], needs: [SparseSign], entry: [SparseSign])
  private let memory:
    (
      bytes: UnsafeMutablePointer<UInt8>, rows: UnsafeMutablePointer<DistinctionRow>,
      places: UnsafeMutablePointer<UInt16>, filters: UnsafeMutablePointer<UInt64>, signs: UnsafeMutablePointer<UInt64>,
      fields: UnsafeMutablePointer<DistinctionRows.Fields>
    )

  /// The holder of the resource types' names.
  @inlinable package static var resourceTypes: UInt16 { 0 }

  /// The holder of the names of members, of any type, whose values are resources.
  @inlinable package static var resourceMembers: UInt16 { 1 }

  init(_ draft: DistinctionDraft) {
    releases = draft.releases
    titles = draft.titles
    families = draft.families
    profiles = draft.profiles
    namedProfiles = draft.namedProfiles
    systems = draft.systems
    bundleTypes = draft.bundleTypes
    sparse = (draft.sparse(.codes), draft.sparse(.needs), draft.sparse(.entry))
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: draft.names.count + 8)
    bytes.initialize(repeating: 0, count: draft.names.count + 8)
    if let start = draft.names.baseAddress { bytes.update(from: start, count: draft.names.count) }
    let rows = UnsafeMutablePointer<DistinctionRow>.allocate(capacity: draft.rows.count)
    for (number, row) in draft.rows.enumerated() { (rows + number).initialize(to: row) }
    var size = 16
    while size < 2 * draft.rows.count { size *= 2 }
    let places = UnsafeMutablePointer<UInt16>.allocate(capacity: size)
    places.initialize(repeating: 0, count: size)
    for (number, row) in draft.rows.enumerated() {
      var place = DistinctionRows.hash(row.head, Int(row.nameLength), row.holder) & (size - 1)
      while places[place] != 0 { place = (place + 1) & (size - 1) }
      places[place] = UInt16(truncatingIfNeeded: number + 1)
    }
    let filters = UnsafeMutablePointer<UInt64>.allocate(capacity: draft.holders)
    filters.initialize(repeating: 0, count: draft.holders)
    let signs = UnsafeMutablePointer<UInt64>.allocate(capacity: draft.holders)
    signs.initialize(repeating: 0, count: draft.holders)
    for row in draft.rows where row.holder != Self.resourceTypes {
      let bit = DistinctionRows.bit(UInt8(truncatingIfNeeded: row.head), Int(row.nameLength))
      filters[Int(row.holder)] |= bit
      if row.forms != 0 { signs[Int(row.holder)] |= bit }
    }
    var familyOf: UInt64 = 0
    for number in 0..<8 {
      let place = draft.families.firstIndex { $0.rawValue & 1 << UInt8(number) != 0 } ?? number
      familyOf |= UInt64(place) << UInt64(number * 8)
    }
    let fields = UnsafeMutablePointer<DistinctionRows.Fields>.allocate(capacity: 1)
    fields.initialize(
      to: DistinctionRows.Fields(
        rows: rows, places: places, mask: size - 1, names: bytes, filters: filters, signs: signs, families: familyOf,
        releases: draft.releases.count,
        all: ReleaseSet(rawValue: UInt8(truncatingIfNeeded: (1 << draft.releases.count) - 1))))
    memory = (bytes, rows, places, filters, signs, fields)
    self.rows = DistinctionRows(fields)
  }

  /// The signs for records that show nothing else.
  package func sparseSigns(_ kind: SparseSign.Kind) -> [SparseSign] {
    switch kind {
    case .codes: sparse.codes
    case .needs: sparse.needs
    case .entry: sparse.entry
    }
  }

  /// A part of the text that the table was made from.
  func text(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: memory.bytes + range.lowerBound, count: range.count)
  }

  deinit {
    memory.bytes.deallocate()
    memory.rows.deallocate()
    memory.places.deallocate()
    memory.filters.deallocate()
    memory.signs.deallocate()
    memory.fields.deallocate()
  }
}

extension ReleaseDistinctions {
  /// The distinctions of the published releases, decoded on first use.
  package static let published: ReleaseDistinctions = {
    do {
      return try ReleaseDistinctions(text: GeneratedSchema.distinctions)
    } catch {
      // The text is generated and its freshness tested; without it the validator cannot distinguish releases.
      preconditionFailure("the generated distinctions of the releases cannot be read: \(error)")
    }
  }()

  package convenience init(text: StaticString) throws(SchemaText.FormatError) {
    self.init(try DistinctionDraft(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)))
  }

  /// The distinctions in a custom text, which is copied.
  package static func read(_ text: [UInt8]) throws(SchemaText.FormatError) -> ReleaseDistinctions {
    let table = text.withUnsafeBufferPointer { bytes in
      // The draft points into the text, so the table is made while the text exists.
      Result { () throws(SchemaText.FormatError) in ReleaseDistinctions(try DistinctionDraft(bytes)) }
    }
    return try table.get()
  }

  /// The number of a release; `nil` if the table does not have it.
  package func number(of release: FHIRRelease) -> ReleaseNumber? {
    releases.firstIndex(of: release).map { ReleaseNumber(rawValue: UInt8($0)) }
  }
}

extension ReleaseDistinctions {
  /// The releases for which a code system is distinctive.
  ///
  /// - Parameter start: its URL, a text with at least eight readable bytes, whatever the length.
  package func releases(ofSystem start: UnsafePointer<UInt8>, _ count: Int) -> ReleaseSet {
    var releases: ReleaseSet = []
    // By place: a copy of each mark takes longer than the comparison.
    for place in systems.indices where systems[place].isStart(of: start, count) {
      releases.formUnion(families[Int(systems[place].release.rawValue)])
    }
    return releases
  }

  /// All releases.
  package var all: ReleaseSet { rows.all }
}

extension ReleaseSet {
  /// The first of the releases if the table cannot distinguish them; `nil` if there are none, or they differ.
  package func common(in distinctions: ReleaseDistinctions) -> ReleaseNumber? {
    guard let first, distinctions.families[Int(first.rawValue)].isSuperset(of: self) else { return nil }
    return first
  }
}
