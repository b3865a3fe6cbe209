package import FHIRSchema
package import FHIRTape

/// A record that was read and whose release was decided, before it is judged.
struct ExaminedRecord {
  let tape: Tape
  let place: RecordPlace
  /// The members of the Bundle's entry; none for a record that is not an entry.
  var entry = EntryMembers()
  /// The members of its resource that state type and identity, if ``found`` is known.
  var members = ResourceMembers()
  /// The release of its resource; `nil` if it is decided when the record is judged, as that of a whole document.
  var found: RecognisedRelease?
}

/// The records that were examined and not judged yet. Several records are examined, then judged, then visited, as far
/// as their tapes stay valid: if these steps alternated, each would evict the others' code from the processor's caches.
struct ExaminedRecords: ~Copyable {
  /// More than the reader reads ahead.
  private static let capacity = 32
  // In place, because a copy of each record would take a good part of the time that the order saves.
  private var records: UnsafeMutablePointer<ExaminedRecord>?
  private(set) var count = 0

  deinit { records?.deallocate() }

  var isFull: Bool { count == Self.capacity }

  /// The record at a place; valid until records are removed.
  subscript(place: Int) -> UnsafeMutablePointer<ExaminedRecord> {
    precondition(place < count)
    return records.unsafelyUnwrapped + place
  }

  mutating func append(_ tape: Tape, _ place: RecordPlace) {
    precondition(count < Self.capacity)
    let start = records ?? .allocate(capacity: Self.capacity)
    records = start
    (start + count).initialize(to: ExaminedRecord(tape: tape, place: place))
    count += 1
  }

  mutating func removeAll() { count = 0 }
}

extension Walker {
  /// Decides the release of a record that is not the whole input.
  mutating func examine(_ record: UnsafeMutablePointer<ExaminedRecord>) {
    let tape = record.pointee.tape
    guard tape.tag(.root) == .object else { return }
    var resource = TapeIndex.root
    switch record.pointee.place.role {
    case .document, .envelope: return
    case .line, .element: break
    case .entry:
      record.pointee.entry = EntryMembers(tape, .root)
      resource = record.pointee.entry.resource
      guard resource.exists, tape.tag(resource) == .object else { return }
    }
    guard recognition.given == nil else { return }
    let found = releases.recogniser.recognise(tape, resource, &record.pointee.members, in: &recognition.context)
    let type = record.pointee.members.type
    if type.exists, tape.tag(type) == .string || tape.tag(type) == .escapedString { record.pointee.found = found }
  }
}

/// A record that the walk has counted and, if its release has definitions, judged; passed to code that classifies or
/// identifies records in the same pass.
///
/// The tape is valid only during the call.
package struct VisitedRecord {
  package let tape: Tape
  package let index: TapeIndex
  package let typeIndex: TapeIndex
  /// The tape index of the Bundle entry that holds the resource, `.none` if there is none.
  package let entry: TapeIndex
  package let place: RecordPlace
  package let release: FHIRRelease
  package let reason: ReleaseReason
  package fileprivate(set) var guides: [GuideVerdict] = []
}

/// The records of the last values, if the caller wants to visit them.
struct VisitedRecords {
  private(set) var all: [VisitedRecord] = []
  var isKept = false

  mutating func append(_ record: VisitedRecord) { all.append(record) }

  /// Notes the verdicts on a record among them, of which the nearest is the last. It takes them without a copy.
  mutating func note(_ verdicts: inout [GuideVerdict], on index: TapeIndex) {
    guard let place = all.lastIndex(where: { $0.index == index }) else { return }
    swap(&all[place].guides, &verdicts)
  }

  mutating func removeAll() { if !all.isEmpty { all.removeAll(keepingCapacity: true) } }
}
