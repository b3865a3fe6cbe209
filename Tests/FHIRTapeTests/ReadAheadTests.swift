import FHIRTape
import Testing

/// Items of an array are read a few at a time; the caller of one does not notice that.
struct ReadAheadTests {
  /// The result for a text: the number at the beginning of each item, then the place of a fault.
  struct Events: Equatable {
    var items: [Int] = []
    var fault: Int?
    var ended = false
  }

  private static func events(_ text: String, inPlace: Bool) throws -> Events {
    try Array(text.utf8).withUnsafeBytes { bytes in
      var reader =
        inPlace
        ? RecordReader(over: bytes, bundles: .named, maximumDepth: 50, maximumRecordBytes: 1 << 24)
        : RecordReader(MemorySource(bytes), bundles: .named, maximumDepth: 50, maximumRecordBytes: 1 << 24)
      var events = Events()
      while let event = try reader.next() {
        switch event {
        case .value(let tape, let place):
          guard let number = tape.member("n", of: .root).flatMap({ Int(tape.string($0)) }) else {
            events.ended = true
            continue
          }
          #expect(place.role == .element(events.items.count) || place.role == .entry(events.items.count))
          // The place in the input is that of the item itself.
          let start = place.inputOffset(tape.offset(.root))
          #expect(bytes[start] == UInt8(ascii: "{"))
          #expect(tape.end(.root) - tape.offset(.root) >= 7)
          events.items.append(number)
        case .failure(let error, let place): events.fault = place.inputOffset(error.start)
        case .byteOrderMark: break
        }
      }
      return events
    }
  }

  private static func item(_ number: Int, size: Int = 40) -> String {
    #"{"n":\#(number),"fullUrl":"urn:x","text":"\#(String(repeating: "x", count: size))"}"#
  }

  static let arrays = [("[", "]"), (#"{"resourceType":"Bundle","entry":["#, "]}")]

  @Test(arguments: arrays, [false, true])
  func eachItemComesInItsTurn(brackets: (String, String), inPlace: Bool) throws {
    for size in [0, 40, 900, 5_000] {
      let items = (0..<100).map { Self.item($0, size: size) }.joined(separator: " ,\n ")
      let events = try Self.events(brackets.0 + items + brackets.1, inPlace: inPlace)
      #expect(events == Events(items: Array(0..<100), ended: brackets.0 != "["))
    }
  }

  @Test(arguments: arrays, [false, true])
  func itemsMayBeOfAnySize(brackets: (String, String), inPlace: Bool) throws {
    // One item larger than what is read ahead, and one larger than the window.
    let sizes = (0..<120).map { [5: 20_000, 60: 400_000, 61: 400_000, 90: 70_000][$0] ?? 30 + $0 }
    let items = sizes.enumerated().map { Self.item($0, size: $1) }.joined(separator: ",")
    let events = try Self.events(brackets.0 + items + brackets.1, inPlace: inPlace)
    #expect(events == Events(items: Array(0..<120), ended: brackets.0 != "["))
  }

  @Test(arguments: ["{\"n\" 1}", "?", "", "{\"n\":1 2}", "{\"n\":\"\\x\"}", "1 2"], [false, true])
  func aFaultComesAfterTheItemsBeforeIt(fault: String, inPlace: Bool) throws {
    for place in 0..<40 {
      let before = (0..<place).map { Self.item($0) + "," }.joined()
      let after = (place + 1..<300).map { "," + Self.item($0) }.joined()
      let text = "[" + before + fault + after + "]"
      let events = try Self.events(text, inPlace: inPlace)
      #expect(events.items == Array(0..<place))
      let found = try #require(events.fault)
      #expect(found >= 1 + before.utf8.count - 1 && found <= 1 + before.utf8.count + fault.utf8.count)
    }
  }
}
