@testable import FHIRTape
import Testing

/// The parts of a Bundle around its entries, which are taken out.
struct EnvelopeTests {
  private static let head = #"{"resourceType":"Bundle","entry":[{"resource":{}},{"resource":{}}]"#

  /// Reads with a window of one size; returns each event as text.
  ///
  /// - Parameter restartAfter: after how many events to start again; earlier events are not returned.
  private func events(
    _ text: String, window: Int = .max, maximumRecordBytes: Int = 1 << 27, restartAfter: Int? = nil
  ) throws -> [String] {
    try Array(text.utf8).withUnsafeBytes { bytes in
      var reader = RecordReader(
        MemorySource(bytes), bundles: .named, maximumDepth: 50, maximumRecordBytes: maximumRecordBytes,
        sizeHint: min(window, bytes.count))
      var events: [String] = []
      var hasRestarted = false
      while let event = try reader.next() {
        switch event {
        case .byteOrderMark: events.append("mark")
        case .value(let tape, let place):
          events.append(
            "\(place.role) \(place.inputOffset(tape.offset(.root))) \(place.inputOffset(tape.end(.root) - 1))")
        case .failure(let error, let place):
          events.append("\(error.code) \(place.inputOffset(error.start))")
        }
        if events.filter({ $0 != "mark" }).count == restartAfter, !hasRestarted {
          hasRestarted = true
          events = []
          try reader.restart()
        }
      }
      return events
    }
  }

  @Test func findsTheEndWhereverAWindowEnds() throws {
    let tail = #","a\"]}":"]}{[\\","b":[{"c":[]},{}],"d":"\\\"}"} "#
    let text = Self.head + tail
    let whole = try events(text)
    #expect(whole.count == 3)
    #expect(whole.last == "envelope(entries: 2) 0 \(text.utf8.count - 2)")
    for window in 1...text.utf8.count { #expect(try events(text, window: window) == whole) }
  }

  /// Reading it again for each window would take minutes.
  @Test func readsALongTailOnce() throws {
    let count = 24 << 20
    let text = Self.head + ",\"x\":\"" + String(repeating: "y", count: count) + "\"}"
    #expect(try events(text).last == "envelope(entries: 2) 0 \(text.utf8.count - 1)")
  }

  @Test(arguments: ["}", ",}", ",\"a\":tru}", ",\"a\":1]", "", ",\"a\":\"", "}}", "}]", "} x", ",\"a\":[}}"])
  func reportsFaultsWhereverAWindowEnds(_ tail: String) throws {
    let text = Self.head + tail
    let whole = try events(text)
    for window in 1...text.utf8.count { #expect(try events(text, window: window) == whole, "\(tail) at \(window)") }
  }

  /// The beginning is passed on once its kind is known.
  @Test(arguments: [
    ("\"resourceType\":\"Bundle\"}", ["entry(0)", "entry(1)", "envelope(entries: 2)"]),
    ("\"resourceTyp\\u0065\":\"Bundl\\u0065\"}", ["entry(0)", "entry(1)", "envelope(entries: 2)"]),
    ("\"resourceType\":\"List\",\"resourceType\":\"Bundle\"}", ["document"]),
    ("\"resourceType\":\"List\"}", ["document"]),
    ("\"resourceType\":1}", ["document"]),
    ("\"a\":0}", ["document"]),
    ("\"a\":tru}", ["entry(0)", "entry(1)", "invalidLiteral"]),
    ("\"a\":0", ["entry(0)", "entry(1)", "unexpectedEnd"]),
  ])
  func handsOutNothingThatItTakesBack(_ tail: String, _ expected: [String]) throws {
    let text = "{\"entry\":[{\"resource\":{}},{\"resource\":{}}]," + tail
    for window in [1, 7, 30, text.utf8.count] {
      for mark in ["", "\u{FEFF}"] {
        let found = try events(mark + text, window: window)
        let all = (mark.isEmpty ? [] : ["mark"]) + expected
        #expect(
          found.count == all.count && zip(found, all).allSatisfy { $0.hasPrefix($1) }, "window \(window): \(found)")
      }
    }
  }

  @Test(arguments: ["", "\"resourceType\":\"Bundle\","])
  func aBrokenEntryEndsTheReading(_ head: String) throws {
    let text = "{\(head)\"entry\":[{\"resource\":{}},{\"resource\":}]}"
    #expect(try events(text).map { $0.prefix { $0 != " " } } == ["entry(0)", "unexpectedCharacter"])
  }

  /// A consumer may read ahead and then start again.
  @Test(arguments: [
    Self.head + "}", "\u{FEFF}[{},{},{}]", "{\"entry\":[{\"resource\":{}}],\"resourceType\":\"Bundle\"}",
    "{}\n{}\n{}\n",
    "{\"entry\":[{\"resource\":{}}],\"resourceType\":\"List\"}",
  ])
  func aRestartGivesTheSameEvents(_ text: String) throws {
    let whole = try events(text).filter { $0 != "mark" }
    for count in 1...whole.count {
      let again = try events(text, restartAfter: count)
      #expect(again == whole, "after \(count): \(again) for \(whole)")
    }
  }

  @Test func holdsTheLimitOfARecord() throws {
    let text = Self.head + ",\"x\":\"" + String(repeating: "y", count: 400) + "\"}"
    #expect(try events(text, maximumRecordBytes: 300).last == "recordTooLarge 0")
  }
}

/// The limit of a record includes its tape.
struct TapeLimitTests {
  @Test(arguments: [(131_000, true), (132_000, false)])
  func theLimitIncludesTheTape(_ count: Int, isAccepted: Bool) throws {
    let text = Array(("[[1" + String(repeating: ",1", count: count - 1) + "]]").utf8)
    try text.withUnsafeBytes { bytes in
      var reader = RecordReader(MemorySource(bytes), bundles: .named, maximumDepth: 5, maximumRecordBytes: 1 << 20)
      let event = try reader.next()
      if case .failure(let error, let place) = event {
        #expect(error.code == .recordTooLarge && place.inputOffset(error.start) == 1 && !isAccepted)
      } else {
        #expect(isAccepted)
      }
    }
  }
}
