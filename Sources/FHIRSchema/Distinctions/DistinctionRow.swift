/// A name that distinguishes releases, or leads to such names: of a resource type, or of a member of some type.
@frozen
@usableFromInline
package struct DistinctionRow: Sendable {
  /// The first and the last eight bytes of the name, as in ``MemberRow``.
  @usableFromInline var head: UInt64
  @usableFromInline var tail: UInt64
  /// The releases that have it, one byte for each ``MemberForm``.
  @usableFromInline var forms: UInt64 = 0
  /// The offset of the name in the text.
  @usableFromInline var nameOffset: UInt32
  @usableFromInline var nameLength: UInt8
  /// Its index among the names of its type, below 64, so that a repeated name counts once.
  @usableFromInline package var ordinal: UInt8
  /// The type that has the name, or one of the lists ``ReleaseDistinctions/resourceTypes`` and
  /// ``ReleaseDistinctions/resourceMembers``.
  @usableFromInline var holder: UInt16
  /// The type of its value's members, or the resource type that it names; 0 if these have no names in the table.
  @usableFromInline package var content: UInt16 = 0

  init(head: UInt64, tail: UInt64, nameOffset: UInt32, nameLength: UInt8, ordinal: UInt8, holder: UInt16) {
    (self.head, self.tail, self.nameOffset, self.nameLength) = (head, tail, nameOffset, nameLength)
    (self.ordinal, self.holder) = (ordinal, holder)
  }

  /// The releases that have the name in this form; empty if the form distinguishes nothing.
  @inlinable
  package func releases(having form: MemberForm) -> ReleaseSet {
    ReleaseSet(rawValue: UInt8(truncatingIfNeeded: forms &>> (UInt64(form.rawValue) &* 8)))
  }

  /// The releases that have the name in any form; empty if only the form distinguishes releases.
  package var releasesHavingAnyForm: ReleaseSet {
    let first = UInt8(truncatingIfNeeded: forms)
    return forms == UInt64(first) &* 0x0101_0101_0101_0101 ? ReleaseSet(rawValue: first) : []
  }
}

/// The rows as bare pointers, so that no look-up retains or releases the table.
///
/// Valid as long as the ``ReleaseDistinctions`` that owns them.
@frozen
@usableFromInline
package struct DistinctionRows: @unchecked Sendable {
  // @unchecked: the memory is written before the table exists, and never changes afterwards.

  /// The data behind one pointer, so that a copy for each record costs nothing.
  @frozen
  @usableFromInline
  struct Fields {
    @usableFromInline let rows: UnsafePointer<DistinctionRow>
    /// Rows plus one, 0 for an empty place; at least twice as many places as rows.
    @usableFromInline let places: UnsafePointer<UInt16>
    @usableFromInline let mask: Int
    @usableFromInline let names: UnsafePointer<UInt8>
    /// For each holder, one bit for each of its names, see ``bit(_:_:)``; none for the resource types.
    @usableFromInline let filters: UnsafePointer<UInt64>
    /// The same for names that are signs, not only steps to others.
    @usableFromInline let signs: UnsafePointer<UInt64>
    /// For each release, in one byte, the first of the releases that resemble it.
    @usableFromInline let families: UInt64
    @usableFromInline let releases: Int
    @usableFromInline let all: ReleaseSet
  }

  @usableFromInline let fields: UnsafePointer<Fields>

  init(_ fields: UnsafePointer<Fields>) { self.fields = fields }

  @inlinable
  package var rows: UnsafePointer<DistinctionRow> { fields.pointee.rows }

  /// The number of releases.
  @inlinable
  package var releases: Int { fields.pointee.releases }

  /// All releases.
  @inlinable
  package var all: ReleaseSet { fields.pointee.all }

  /// The first of the releases that resemble a release.
  @inlinable @inline(__always)
  package func family(of release: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: fields.pointee.families &>> UInt64(release &* 8))
  }

  /// The names of a holder that may be relevant: one bit rules out most other names without reading the rows.
  @inlinable @inline(__always)
  package func filter(of holder: UInt16) -> UInt64 { fields.pointee.filters[Int(holder)] }

  /// The same for names that are signs, not only steps to others.
  @inlinable @inline(__always)
  package func signs(of holder: UInt16) -> UInt64 { fields.pointee.signs[Int(holder)] }

  /// The bit of a name in the filter of its holder.
  ///
  /// - Parameter first: the first byte of the name.
  @inlinable @inline(__always)
  package static func bit(_ first: UInt8, _ length: Int) -> UInt64 {
    1 &<< UInt64(truncatingIfNeeded: Int(first) &* 17 &+ length)
  }

  /// The row of a name among those of a type, -1 for none.
  ///
  /// - Parameters:
  ///   - name: a text with at least eight readable bytes, whatever the length.
  ///   - holder: ``ReleaseDistinctions/resourceTypes``, or the ``DistinctionRow/content`` of another row.
  @inlinable @inline(__always)
  package func find(_ name: UnsafePointer<UInt8>, _ length: Int, of holder: UInt16) -> Int {
    let head = NameHash.head(name, length)
    let place = Self.hash(head, length, holder) & fields.pointee.mask
    let number = Int(fields.pointee.places[place]) &- 1
    // Most names are not in the table, and most of the others are short and in the first place of their hash.
    if number < 0 { return -1 }
    let row = rows + number
    if row.pointee.head == head, row.pointee.holder == holder, Int(row.pointee.nameLength) == length, length <= 16,
      row.pointee.tail == NameHash.tail(name, length)
    {
      return number
    }
    return find(name, length, head, of: holder, from: place)
  }

  @usableFromInline
  func find(_ name: UnsafePointer<UInt8>, _ length: Int, _ head: UInt64, of holder: UInt16, from first: Int) -> Int {
    var place = first
    while true {
      let number = Int(fields.pointee.places[place]) &- 1
      if number < 0 { return -1 }
      let row = rows + number
      if row.pointee.head == head, row.pointee.holder == holder, Int(row.pointee.nameLength) == length,
        isRest(name, length, of: row)
      {
        return number
      }
      place = (place &+ 1) & fields.pointee.mask
    }
  }

  private func isRest(_ name: UnsafePointer<UInt8>, _ length: Int, of row: UnsafePointer<DistinctionRow>) -> Bool {
    if length <= 8 { return true }
    guard row.pointee.tail == NameHash.tail(name, length) else { return false }
    return length <= 16 || isEqual(name, length, row)
  }

  private func isEqual(_ name: UnsafePointer<UInt8>, _ length: Int, _ row: UnsafePointer<DistinctionRow>) -> Bool {
    SchemaRows.isEqual(fields.pointee.names + Int(row.pointee.nameOffset), name, from: 8, to: length &- 8)
  }

  @inlinable @inline(__always)
  static func hash(_ head: UInt64, _ length: Int, _ holder: UInt16) -> Int {
    NameHash.hash(head ^ (UInt64(holder) &* 0xD6E8_FEB8_6659_FD93), length, seed: 0x9E37_79B9_7F4A_7C15)
  }
}
