package import FHIRSchema
package import FHIRTape

/// The plain facts of a record as cells of a table, read from the same elements as ``RecordFacts``. For a type that is
/// not a record in HealthKit, the elements that most types have are read: `code`, `status`, `category`, `subject` or
/// `patient`. Cells are written as bytes, straight from the tape.
package struct RecordCells {
  let reader: FactReader
  let resource: TapeIndex
  private let typeIndex: TapeIndex
  let type: FHIRResourceType?
  private let places: FactPlaces
  private let identity: IdentityParts
  /// The concept of the Medication that the record names, if that is elsewhere in the input.
  private let medication: RecordFacts.Concept?
  /// What has the measurement: the Observation, or its component whose cells these are.
  let measured: TapeIndex

  // Only some columns need these.
  private lazy var about = aboutPlace
  private lazy var value = type == .observation ? reader.valuePlace(of: measured) : nil

  var tape: Tape { reader.tape }

  /// - Parameter component: the component of the Observation whose code and measurement count instead of its own.
  package init(
    _ tape: Tape, at resource: TapeIndex, typeIndex: TapeIndex, entry: TapeIndex,
    medication: RecordFacts.Concept? = nil, component: TapeIndex = .none
  ) {
    (reader, self.resource, self.typeIndex) = (FactReader(tape), resource, typeIndex)
    type = FHIRResourceType(tape, typeIndex: typeIndex)
    places = type.map { FactPlaces.of($0) } ?? .ofOtherTypes
    identity = IdentityParts(tape, resource: resource, entry: entry)
    self.medication = medication
    measured = component.exists ? component : resource
  }

  private var aboutPlace: ConceptPlace {
    if measured != resource { return reader.conceptPlace(tape.value(of: "code", in: measured)) }
    return reader.first(places.code, of: resource) { index in
      let place = reader.aboutPlace(index, of: resource)
      return place.isEmpty ? nil : place
    } ?? ConceptPlace()
  }

  /// The source of the record; empty for the anonymous source.
  package func source(given: String?, release: FHIRRelease) -> String { identity.sourceText(given: given, release) }

  /// The components of an Observation, which may be rows of their own.
  package var components: [TapeIndex] {
    guard type == .observation else { return [] }
    return tape.items(of: tape.value(of: "component", in: resource)).filter { tape.tag($0) == .object }
  }

  /// Whether a performer has a reference and none has a name beside it.
  package var namesPerformer: Bool {
    !first(places.performers) { reader.said("display", in: $0) }.exists
      && first(places.performers) { reader.said("reference", in: $0) }.exists
  }

  /// Appends the cell of a column that comes from the record's own elements; appends nothing for other columns.
  package mutating func append(_ column: RecordColumn, to cell: inout [UInt8]) {
    switch column {
    case .resourceType: append(typeIndex, to: &cell)
    case .id: append(identity.id, to: &cell)
    case .versionId: append(identity.versionId, to: &cell)
    case .lastUpdated: append(identity.lastUpdated, to: &cell)
    case .medicationType: append(medicationType, to: &cell)
    case .patient: append(first(places.subject) { reader.said("reference", in: $0) }, to: &cell)
    case .status: append(first(places.status) { reader.conceptPlace($0).codeOrName }, to: &cell)
    case .category: appendList(places.categories, of: resource, to: &cell)
    case .code, .system, .display: appendConcept(column, to: &cell)
    case .start: append(first(places.start, reader.said), to: &cell)
    case .end: append(first(places.end, reader.said), to: &cell)
    case .issued: append(first(places.issued, reader.said), to: &cell)
    case .valueType: cell.append(contentsOf: (value?.kind.rawValue ?? "").utf8)
    case .value: if let value { append(value, to: &cell) }
    case .comparator: append(reader.said("comparator", in: reader.quantity(value)), to: &cell)
    case .unit: append(reader.unit(value), to: &cell)
    case .rangeLow: append(number("low", in: referenceRange), to: &cell)
    case .rangeHigh: append(number("high", in: referenceRange), to: &cell)
    case .range: appendRange(to: &cell)
    case .interpretation: if type == .observation { appendList(["interpretation"], of: measured, to: &cell) }
    case .components: if measured == resource { appendComponents(to: &cell) }
    case .performer:
      let display = first(places.performers) { reader.said("display", in: $0) }
      append(display.exists ? display : first(places.performers) { reader.said("reference", in: $0) }, to: &cell)
    default: break
    }
  }

  /// What the record is about: a cell of the concept with its first code.
  private mutating func appendConcept(_ column: RecordColumn, to cell: inout [UInt8]) {
    if let medication {
      let coding = medication.codings.first { $0.code?.isEmpty == false }
      let text =
        switch column {
        case .code: coding?.code ?? medication.name
        case .system: coding?.system
        default: medication.name
        }
      return cell.append(contentsOf: (text ?? "").utf8)
    }
    switch column {
    case .code: append(about.codeOrName, to: &cell)
    case .system: append(reader.said("system", in: about.coding), to: &cell)
    default: append(about.name, to: &cell)
    }
  }

  private var medicationType: StaticString {
    switch type {
    case .medicationOrder: "order"
    case .medicationRequest: "request"
    case .medicationStatement: "statement"
    case .medicationDispense: "dispense"
    default: ""
    }
  }

  /// The codes of all concepts at some places; for a concept without a code, its name.
  private func appendList(_ places: [FactPlaces.Place], of resource: TapeIndex, to cell: inout [UInt8]) {
    let start = cell.count
    for place in places {
      reader.forEach(place, of: resource) { index in
        let code = reader.conceptPlace(index).codeOrName
        guard code.exists else { return }
        if cell.count > start { cell.append(UInt8(ascii: "|")) }
        append(code, to: &cell)
      }
    }
  }

  /// The first string that `read` finds in the values at some places; `.none` if there is none.
  @inline(__always) private func first(_ places: [FactPlaces.Place], _ read: (TapeIndex) -> TapeIndex) -> TapeIndex {
    reader.first(places, of: resource) { value in
      let found = read(value)
      return found.exists ? found : nil
    } ?? .none
  }

  /// Two texts and a separator; nothing if both are absent.
  func appendPair(_ first: TapeIndex, _ between: StaticString, _ second: TapeIndex, to cell: inout [UInt8]) {
    guard first.exists || second.exists else { return }
    append(first, to: &cell)
    append(between, to: &cell)
    append(second, to: &cell)
  }

  func append(_ text: StaticString, to cell: inout [UInt8]) {
    cell.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends a string, escapes resolved, or the digits of a number; nothing for any other value or no index.
  func append(_ index: TapeIndex, to cell: inout [UInt8]) {
    guard index.exists else { return }
    let lexeme = UnsafeBufferPointer(start: tape.lexeme(index), count: tape.length(index))
    switch tape.tag(index) {
    case .string, .integer, .decimal, .exponent: cell.append(contentsOf: lexeme)
    case .escapedString: JSONString.unescape(lexeme, into: &cell)
    default: break
    }
  }
}

/// The cells of a measurement, which only an Observation has.
extension RecordCells {
  /// The first reference range of the measurement; `.none` if there is none.
  var referenceRange: TapeIndex {
    guard type == .observation else { return .none }
    return reader.first(["referenceRange"], of: measured) { $0 } ?? .none
  }

  /// The digits of a quantity in an object; `.none` if there is none.
  func number(_ name: StaticString, in object: TapeIndex) -> TapeIndex {
    reader.digits(tape.value(of: "value", in: tape.value(of: name, in: object)))
  }

  func appendRange(to cell: inout [UInt8]) {
    let range = referenceRange
    let text = reader.said("text", in: range)
    if text.exists { return append(text, to: &cell) }
    let (low, high) = (number("low", in: range), number("high", in: range))
    switch (low.exists, high.exists) {
    case (true, true): appendPair(low, " - ", high, to: &cell)
    case (true, false): appendPair(.none, ">= ", low, to: &cell)
    case (false, true): appendPair(.none, "<= ", high, to: &cell)
    case (false, false): break
    }
  }

  func append(_ value: ValuePlace, to cell: inout [UInt8]) {
    let index = value.index
    switch value.kind {
    case .quantity: append(reader.digits(tape.value(of: "value", in: index)), to: &cell)
    case .concept: append(reader.conceptPlace(index).nameOrCode, to: &cell)
    case .string, .time, .dateTime, .integer: append(index, to: &cell)
    case .boolean: append(tape.tag(index) == .true ? "true" : "false", to: &cell)
    case .range: appendPair(number("low", in: index), " - ", number("high", in: index), to: &cell)
    case .ratio: appendPair(number("numerator", in: index), ":", number("denominator", in: index), to: &cell)
    case .period: appendPair(reader.said("start", in: index), "/", reader.said("end", in: index), to: &cell)
    case .samples: append(reader.said("data", in: index), to: &cell)
    case .attachment:
      let title = reader.said("title", in: index)
      append(title.exists ? title : reader.said("url", in: index), to: &cell)
    }
  }

  func appendComponents(to cell: inout [UInt8]) {
    let start = cell.count
    for component in components {
      if cell.count > start { cell.append(UInt8(ascii: "|")) }
      append(reader.conceptPlace(tape.value(of: "code", in: component)).codeOrName, to: &cell)
      cell.append(UInt8(ascii: "="))
      guard let value = reader.valuePlace(of: component) else { continue }
      append(value, to: &cell)
      let unit = reader.unit(value)
      if unit.exists { appendPair(.none, " ", unit, to: &cell) }
    }
  }
}

extension FactReader {
  func quantity(_ value: ValuePlace?) -> TapeIndex {
    guard let value, value.kind == .quantity else { return .none }
    return value.index
  }

  /// The unit of a Quantity for people, else its code.
  func unit(_ value: ValuePlace?) -> TapeIndex {
    let quantity = quantity(value)
    let unit = said("unit", in: quantity)
    return unit.exists ? unit : said("code", in: quantity)
  }

  func digits(_ index: TapeIndex) -> TapeIndex {
    index.exists && [.integer, .decimal, .exponent].contains(tape.tag(index)) ? index : .none
  }
}

/// A column of the table of records; the raw value is its permanent name in CSV and JSON. New columns may be added at
/// the end; the meaning of existing ones does not change. The command's article `records-format` describes each.
package enum RecordColumn: String, CaseIterable, Sendable {
  case file, line, column, byteOffset, byteLength
  case release, releaseToldBy
  case source, resourceType, id, versionId, lastUpdated
  case clinicalType, noClinicalType, medicationType
  case patient, status, category, code, system, display
  case start, end, issued
  case valueType, value, comparator, unit, rangeLow, rangeHigh, range, interpretation, components
  case errors, warnings
  case identity, identityDigest, idDigest, versionDigest, contentDigest
  case performer, component, duplicateGroup, duplicateRole, card
}
