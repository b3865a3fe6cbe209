import FHIRTape
import Testing

/// A reader goes back over the events that it has returned, and the same events follow again.
struct StepBackTests {
  /// A source that counts how often it is read again.
  private final class Rewinds { var count = 0 }

  private struct CountingSource: ByteSource {
    var memory: MemorySource
    let rewinds: Rewinds

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int { memory.read(into: buffer) }

    mutating func rewind() {
      rewinds.count += 1
      memory.rewind()
    }
  }

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

  private static func read<Result>(
    _ text: String, _ rewinds: Rewinds = Rewinds(), _ body: (inout RecordReader) throws -> Result
  ) throws -> Result {
    try Array(text.utf8).withUnsafeBytes { bytes in
      var reader = RecordReader(
        CountingSource(memory: MemorySource(bytes), rewinds: rewinds), bundles: .named, maximumDepth: 50,
        maximumRecordBytes: 100_000)
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
      let (all, rewinds) = (try Self.read(text) { try Self.rest(&$0) }, Rewinds())
      try Self.read(text, rewinds) { reader in
        let seen = try (0...steps).map { _ in Self.item(try reader.next()) }
        #expect(seen == Array(all.prefix(steps + 1)))
        let hasReturnedLast = reader.hasReturnedLast
        #expect(hasReturnedLast == (steps == 12))
        try reader.goBack(steps + 1)
        let rest = try Self.rest(&reader)
        #expect(rest == all && rewinds.count == 0)
      }
    }
  }

  @Test(arguments: [false, true], [20, 40, 119])
  func nothingIsReadAgainWhereTheItemsAreKept(keepsAhead: Bool, steps: Int) throws {
    for (form, text) in Self.inputs(120).enumerated() {
      let (all, rewinds) = (try Self.read(text) { try Self.rest(&$0) }, Rewinds())
      try Self.read(text, rewinds) { reader in
        _ = try reader.next()
        if keepsAhead { reader.keepAhead() }
        for _ in 0..<steps { _ = try reader.next() }
        try reader.goBack(steps + 1)
        let rest = try Self.rest(&reader)
        // Lines are read ahead in one batch only.
        #expect(rest == all && rewinds.count == (keepsAhead && form < 2 ? 0 : 1))
      }
    }
  }

  @Test func aDocumentIsReadAgain() throws {
    let rewinds = Rewinds()
    try Self.read(#"{"resourceType":"Patient"}"#, rewinds) { reader in
      _ = try reader.next()
      let hasReturnedLast = reader.hasReturnedLast
      #expect(!hasReturnedLast)
      try reader.goBack(1)
      let rest = try Self.rest(&reader)
      #expect(rest.count == 1 && rewinds.count == 1)
    }
  }
}
