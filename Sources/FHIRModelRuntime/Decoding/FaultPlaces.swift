import FHIRJSON
import FHIRSupport

/// Computes paths, lines and columns, in one pass over the containers that contain faults.
struct FaultPlaces {
  private let tape: Tape
  private var faults: [TapeReader.Fault]
  private var paths: [(text: String, keys: [ModelKey])] = []

  /// The faults in the order of the document.
  static func resolve(_ faults: [TapeReader.Fault], _ tape: Tape, bytes: Int) -> [FHIRFault] {
    guard !faults.isEmpty else { return [] }
    let ordered = faults.enumerated().sorted { ($0.element.node, $0.offset) < ($1.element.node, $1.offset) }
    var places = FaultPlaces(tape: tape, faults: ordered.map(\.element))
    places.descend(.root, (places.root, []))
    var cursor = PositionCursor()
    return zip(places.faults, places.paths).map { fault, path in
      let offset = tape.range(fault.node).lowerBound
      cursor.advance(over: UnsafeRawBufferPointer(start: tape.bytes + cursor.offset, count: offset - cursor.offset))
      return FHIRFault(
        code: fault.code, path: path.text, expectation: fault.expectation, byteOffset: offset, line: cursor.line,
        column: cursor.column(next: tape.bytes[offset], skippingMark: false)
      ).at(path.keys)
    }
  }

  private init(tape: Tape, faults: [TapeReader.Fault]) {
    self.tape = tape
    self.faults = faults
    paths.reserveCapacity(faults.count)
  }

  /// The type of the document's resource.
  private var root: String {
    guard let type = tape.member("resourceType", of: .root) else { return "" }
    return tape.tag(type) == .string ? tape.string(type) : ""
  }

  /// Sets the paths of the faults at and below a value, which are the next in order.
  private mutating func descend(_ value: TapeIndex, _ path: (text: String, keys: [ModelKey])) {
    let end = tape.next(value)
    while paths.count < faults.count, faults[paths.count].node == value {
      let fault = faults[paths.count]
      paths.append(fault.member.map { Self.member($0, of: path) } ?? path)
    }
    guard tape.isContainer(value), paths.count < faults.count, faults[paths.count].node < end else { return }
    let isObject = tape.tag(value) == .object
    var child = value.content
    var number = 0
    while child < end, paths.count < faults.count, faults[paths.count].node < end {
      let item = isObject ? child.value : child
      let next = tape.next(item)
      if faults[paths.count].node < next {
        descend(
          item,
          isObject
            ? Self.member(tape.string(child), of: path)
            : ("\(path.text)[\(number)]", path.keys + [ModelKey(intValue: number)]))
      }
      number += 1
      child = next
    }
  }

  private static func member(
    _ name: String, of path: (text: String, keys: [ModelKey])
  ) -> (text: String, keys: [ModelKey]) {
    (path.text.isEmpty ? name : "\(path.text).\(name)", path.keys + [ModelKey(stringValue: name)])
  }
}
