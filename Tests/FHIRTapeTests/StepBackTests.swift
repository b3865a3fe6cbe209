import FHIRTape
import Testing

/// A reader returns to an event whose successors were read ahead, and the same events follow again.
struct StepBackTests {
  /// What the reader says of an item.
  private struct Item: Equatable {
    let number: String?
    let place: Int
    let role: RecordPlace.Role
  }

  /// Inputs of so many items as entries of a Bundle, as elements of an array and as lines.
  private static func inputs(_ count: Int) -> [String] {
    let items = (0..<count).map { #"{"resource":{"n":\#($0)},"n":\#($0)}"# }
    let list = items.joined(separator: " , ")
    return [
      #"{"resourceType":"Bundle","entry":[\#(list) ] }"#, "[ \(list) ]", items.joined(separator: "\n") + "\n",
    ]
  }

  private static func read<Result>(_ text: String, _ body: (inout RecordReader) throws -> Result) throws -> Result {
    try Array(text.utf8).withUnsafeBytes { bytes in
      var reader = RecordReader(
        MemorySource(bytes), bundles: .named, maximumDepth: 50, maximumRecordBytes: 100_000)
      return try body(&reader)
    }
  }

  private static func item(_ event: RecordReader.Event?) -> Item? {
    guard case .value(let tape, let place) = event else { return nil }
    let number = tape.member("n", of: .root).map { tape.string($0) }
    return Item(number: number, place: place.inputOffset(tape.range(.root).lowerBound), role: place.role)
  }

  private static func rest(_ reader: inout RecordReader) throws -> [Item?] {
    var items: [Item?] = []
    while let event = try reader.next() { items.append(item(event)) }
    return items
  }

  @Test(arguments: 0...12)
  func theSameEventsFollowAgain(steps: Int) throws {
    for text in Self.inputs(13) {
      let all = try Self.read(text) { try Self.rest(&$0) }
      try Self.read(text) { reader in
        let first = try reader.next()
        let seen = try (0..<steps).map { _ in Self.item(try reader.next()) }
        #expect(seen == Array(all.dropFirst().prefix(steps)))
        let hasReturnedLast = reader.hasReturnedLast
        #expect(hasReturnedLast == (steps == 12))
        let isBack = reader.stepBack(steps)
        #expect(isBack)
        // Its tape is still there.
        #expect(Self.item(first) == all[0])
        let rest = try Self.rest(&reader)
        #expect(rest == Array(all.dropFirst()))
      }
    }
  }

  @Test func aReaderStepsBackOnlyOverWhatItHasReadAhead() throws {
    for text in Self.inputs(120) {
      let all = try Self.read(text) { try Self.rest(&$0) }
      try Self.read(text) { reader in
        _ = try reader.next()
        for _ in 0..<100 { _ = try reader.next() }
        let isBack = reader.stepBack(100)
        // Nothing has changed.
        let rest = try Self.rest(&reader)
        #expect(!isBack && rest == Array(all.dropFirst(101)))
      }
    }
  }

  @Test func aDocumentIsNoItem() throws {
    try Self.read(#"{"resourceType":"Patient"}"#) { reader in
      _ = try reader.next()
      let (stays, isBack, hasReturnedLast) = (reader.stepBack(0), reader.stepBack(1), reader.hasReturnedLast)
      #expect(stays && !isBack && !hasReturnedLast)
      let rest = try Self.rest(&reader)
      #expect(rest.isEmpty)
    }
  }
}
