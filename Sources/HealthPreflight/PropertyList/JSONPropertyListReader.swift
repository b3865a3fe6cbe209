import FHIRFindings
import FHIRTape

/// Reads a property list that a tool has written as JSON.
struct JSONPropertyListReader {
  private let tape: Tape
  private let place: RecordPlace
  private var budget: ReadingBudget

  static func read(_ bytes: [UInt8], limits: PropertyListLimits) throws(PropertyListFault) -> PropertyList {
    try bytes.withUnsafeBufferPointer { buffer throws(PropertyListFault) in
      var reader = RecordReader(
        MemorySource(UnsafeRawBufferPointer(buffer)), bundles: .none, maximumDepth: limits.maximumDepth,
        maximumRecordBytes: limits.maximumBytes, sizeHint: bytes.count)
      var list: PropertyList?
      // Reading from memory does not fail.
      while let event = try? reader.next() {
        switch event {
        case .byteOrderMark: break
        case .failure(let error, let place):
          // The message is from the page of the rule about this fault of JSON.
          let (rule, start) = (error.code.rule, place.inputOffset(error.start))
          throw PropertyListFault(
            start..<start + (error.end - error.start),
            "expected a property list in JSON, found a fault (\(rule.id)): \(rule.summary)",
            error.code == .tooDeep || error.code == .recordTooLarge ? .limit : .malformed)
        case .value(let tape, let place):
          var converter = Self(tape: tape, place: place, budget: ReadingBudget(limits: limits))
          guard list == nil, place.role == .document || place.role == .line else {
            throw PropertyListFault(
              .malformed, range: converter.range(of: .root), message: "expected one dictionary, found several values")
          }
          list = try converter.value(at: .root)
        }
      }
      guard let list else { throw PropertyListFault(0..<bytes.count, "expected one dictionary, found none") }
      return list
    }
  }

  private func range(of index: TapeIndex) -> SourceRange {
    let range = tape.range(index)
    return SourceRange(place.inputOffset(range.lowerBound)..<place.inputOffset(range.upperBound - 1) + 1)
  }

  /// Converts a tape to a tree; the reader of the tape has limited its depth.
  private mutating func value(at index: TapeIndex) throws(PropertyListFault) -> PropertyList {
    let range = self.range(of: index)
    try budget.take(depth: 0, at: range)
    let content: PropertyList.Content
    switch tape.tag(index) {
    case .object:
      content = .dictionary(
        try tape.keys(of: index).map { key throws(PropertyListFault) in
          let range = self.range(of: key)
          return PropertyList.Entry(key: tape.string(key), keyRange: range, value: try value(at: key.value))
        })
    case .array:
      content = .array(try tape.items(of: index).map { element throws(PropertyListFault) in try value(at: element) })
    case .string, .escapedString, .key, .escapedKey: content = .string(tape.string(index))
    case .true: content = .boolean(true)
    case .false: content = .boolean(false)
    case .null: content = .null
    case .integer, .decimal, .exponent: content = .number(tape.lexemeText(index))
    }
    let head = tape.isContainer(index) ? SourceRange(start: range.start, end: range.start + 1) : nil
    return PropertyList(content, range: range, head: head)
  }
}
