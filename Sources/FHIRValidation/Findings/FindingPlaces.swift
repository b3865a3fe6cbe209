import FHIRFindings
import FHIRSchema
import FHIRTape

/// The subject of a finding, relative to the current element; the path itself is recorded, because the walk moves on.
enum FindingPath {
  case element
  /// A member of the current element, or its `_` sibling; `index` is its place in an array, -1 for a single value.
  case member(MemberID, index: Int = -1, isSibling: Bool = false)
  /// An element that the current one lacks, by its number in the schema.
  case missing(Int)
  /// Something in the current element, by its name.
  case child(StaticString)
  /// Something in the current element: the rest of the path.
  case below(String)
  /// A choice of the current element, by its name without `[x]`, and the key of a variant as written.
  case choice(String, key: String)
  /// Something in the current element, by its key as written.
  case key(String)
  case text(String)
}

/// Paths and records of a batch of findings, recorded during the walk; every finding of the batch refers to it.
///
/// A large input has thousands of findings, and making their texts would be most of the cost. Recording a place copies
/// a few words behind those of the previous place:
///
/// ```text
/// record   type, length of the id           the id
/// place    its record, root, depth, end     the steps from the root, a member and an index each
/// place    ...
/// ```
final class FindingPlaces: RecordedPlaces, @unchecked Sendable {
  // @unchecked: the walk alone has it until its findings are handed over; read-only afterwards. So no access is checked.
  @exclusivity(unchecked) private var notes = Notes()
  /// Names that are neither in the schema nor given by a rule.
  @exclusivity(unchecked) private var texts: [String] = []
  /// The tape index of the current record, and its number once a finding has needed one.
  @exclusivity(unchecked) private var known = (index: TapeIndex.none, number: -1)
  /// The profiles that findings come from, by the number of the place.
  @exclusivity(unchecked) private var profiles: [Int: ProfileSource] = [:]
  /// What the rows refer to, complete when the findings are handed over.
  @exclusivity(unchecked) var tables: SchemaTables

  init(_ tables: SchemaTables) { self.tables = tables }

  private struct Place: BitwiseCopyable {
    /// The number of its record, -1 for none.
    var record: Int
    var end = End.nothing
    var root: TypeName
    var depth: Int32
  }

  private struct Record: BitwiseCopyable {
    var type: TypeName
    /// The release that it is judged by, as in ``ReleaseRow/base(of:)``; -1 for none.
    var base: Int32 = -1
    /// How many bytes the id has, -1 for none.
    var idLength: Int32
    /// The offset of its first byte in the input, -1 if it is not known.
    var start = -1
  }

  private enum TypeName: BitwiseCopyable {
    case nothing
    case type(ReleaseRow)
    /// An index in `texts`.
    case text(Int32)
  }

  /// The part of the path after the steps.
  private enum End: BitwiseCopyable {
    case nothing
    case element(ReleaseRow)
    case name(StaticString)
    /// An index in `texts`.
    case text(Int32)
    /// An index in `texts`: a key as written in the record.
    case key(Int32)
    /// Two indices in `texts`: the name of a choice, and the key of a variant as written.
    case choice(Int32, key: Int32)
  }

  var isEmpty: Bool { notes.end == 0 && texts.isEmpty && profiles.isEmpty }

  // MARK: - Places

  /// Records the place of a finding relative to the current path, and returns its number; `record` is -1 for none.
  func note(_ target: FindingPath, from path: borrowing ElementPath, record: Int) -> Int {
    if case .text(let text) = target { return notes.append(Place(record: record, root: .text(note(text)), depth: 0)) }
    let steps = path.steps
    var place = Place(record: record, root: .nothing, depth: Int32(truncatingIfNeeded: steps.count))
    switch path.root {
    case .nothing: break
    case .type(let row): place.root = .type(row)
    case .foreign(let name): place.root = .text(note(name))
    }
    var last: ElementPath.Step?
    switch target {
    case .element, .text: break
    case .member(let member, let index, let isSibling):
      last = path.step(member: member, index: index, isSibling: isSibling)
      place.depth &+= 1
    case .missing(let element): place.end = .element(ReleaseRow(element, base: path.base))
    case .child(let name): place.end = .name(name)
    case .below(let text): place.end = .text(note(text))
    case .choice(let name, let key): place.end = .choice(note(name), key: note(key))
    case .key(let key): place.end = .key(note(key))
    }
    let number = notes.append(place)
    notes.append(UnsafeRawBufferPointer(steps))
    if let last { notes.append(last) }
    return number
  }

  private func note(_ text: String) -> Int32 {
    texts.append(text)
    return Int32(truncatingIfNeeded: texts.count - 1)
  }

  // MARK: - Records

  /// The number of the current record, shared by all of its findings.
  func number(ofRecordInHand index: TapeIndex) -> Int? { known.index == index ? known.number : nil }

  /// Records that the current record has a type of the schema; `id` is `nil` if it has none.
  func noteRecordInHand(
    _ index: TapeIndex, from start: Int, type row: ReleaseRow, id: UnsafeBufferPointer<UInt8>?
  ) -> Int {
    known = (index, note(TypeName.type(row), id: id, from: start))
    return known.number
  }

  /// Records the label of the current record, `nil` for none, and its release, a ``ReleaseRow/base(of:)``, -1 for none.
  func noteRecordInHand(_ index: TapeIndex, _ label: RecordLabel?, base: Int32) -> Int {
    known = (index, label.map { note($0, base: base) } ?? -1)
    return known.number
  }

  func leaveRecord() { known = (TapeIndex.none, -1) }

  /// Records a record that has a type of the schema, and an id unless that is empty; returns its number.
  func noteRecord(_ type: ReleaseRow, id: [UInt8]) -> Int {
    id.withUnsafeBufferPointer { note(TypeName.type(type), id: $0.isEmpty ? nil : $0) }
  }

  func note(_ label: RecordLabel, base: Int32 = -1) -> Int {
    let type = TypeName.text(note(label.resourceType))
    guard var id = label.id else { return note(type, base: base, id: nil) }
    return id.withUTF8 { note(type, base: base, id: $0) }
  }

  private func note(_ type: TypeName, base: Int32 = -1, id: UnsafeBufferPointer<UInt8>?, from start: Int = -1) -> Int {
    let number = notes.append(
      Record(type: type, base: base, idLength: Int32(truncatingIfNeeded: id?.count ?? -1), start: start))
    if let id { notes.append(UnsafeRawBufferPointer(id)) }
    return number
  }

  // MARK: - Words

  func path(of number: Int) -> String {
    let place = notes.load(number, as: Place.self)
    let end = text(of: place.end)
    return notes.withValues(ElementPath.Step.self, Int(place.depth), after: number, Place.self) {
      ElementPath.text(tables, root: name(of: place.root), steps: $0, child: end)
    }
  }

  func note(_ profile: ProfileSource, at place: Int) { profiles[place] = profile }

  func profile(of place: Int) -> ProfileSource? { profiles[place] }

  /// The place of a number as a JSON Pointer; `nil` if only a text was recorded.
  func pointer(of number: Int) -> String? {
    let place = notes.load(number, as: Place.self)
    if case .text = place.root, place.depth == 0, case .nothing = place.end { return nil }
    let end = text(of: place.end)
    return notes.withValues(ElementPath.Step.self, Int(place.depth), after: number, Place.self) { steps in
      var pointer = JSONPointer()
      for step in steps { pointer.append(step, tables) }
      switch place.end {
      case .key: pointer.append(key: end)
      case .choice(_, let key): pointer.append(key: texts[Int(key)])
      default: pointer.append(path: end)
      }
      return pointer.text
    }
  }

  private func text(of end: End) -> String {
    switch end {
    case .nothing: ""
    case .element(let row): tables[row].elements[row.row].baseName
    case .name(let name): name.description
    case .text(let number), .key(let number), .choice(let number, _): texts[Int(number)]
    }
  }

  /// The name of the release of the record that contains a place; `nil` if no release applies.
  func release(of number: Int) -> String? {
    let place = notes.load(number, as: Place.self)
    guard place.record >= 0, case let record = notes.load(place.record, as: Record.self) else {
      // A part of a Bundle that is in no record.
      if case .type(let row) = place.root, place.depth > 0 { return tables[row].release.name }
      return nil
    }
    if case .type(let row) = record.type { return tables[row].release.name }
    return record.base < 0 ? nil : tables[ReleaseRow(0, base: record.base)].release.name
  }

  func record(of number: Int) -> RecordLabel? {
    let number = notes.load(number, as: Place.self).record
    guard number >= 0 else { return nil }
    let record = notes.load(number, as: Record.self)
    let type = name(of: record.type)
    guard record.idLength >= 0 else { return RecordLabel(resourceType: type, id: nil) }
    let id = notes.withValues(UInt8.self, Int(record.idLength), after: number, Record.self) {
      String(decoding: $0, as: UTF8.self)
    }
    return RecordLabel(resourceType: type, id: id)
  }

  /// Where the record that contains a place begins; `nil` if it is not known.
  func recordStart(of number: Int) -> Int? {
    let number = notes.load(number, as: Place.self).record
    guard number >= 0, case let start = notes.load(number, as: Record.self).start, start >= 0 else { return nil }
    return start
  }

  func areInOneRecord(_ number: Int, _ other: Int) -> Bool {
    notes.load(number, as: Place.self).record == notes.load(other, as: Place.self).record
      || record(of: number) == record(of: other)
  }

  private func name(of type: TypeName) -> String {
    switch type {
    case .nothing: ""
    case .type(let row): tables.typeName(row)
    case .text(let number): texts[Int(number)]
    }
  }
}
