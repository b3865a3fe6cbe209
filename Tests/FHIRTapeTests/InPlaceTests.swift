import Foundation
import FHIRTape
import Testing

/// Bytes in memory are read in place, with the same result as a copy, and no byte after them is read.
struct InPlaceTests {
  @Test func entriesAreReadWhereTheyAre() throws {
    try atTheEdge(of: Self.bundle()) { bytes in
      var reader = Self.reader(over: bytes)
      var inPlace = 0
      while let event = try reader.next() {
        guard case .value(let tape, let place) = event, case .entry = place.role else { continue }
        if UnsafeRawPointer(tape.bytes) == bytes.baseAddress { inPlace += 1 }
      }
      #expect(inPlace > 100)
    }
  }

  @Test func elementsOfAnArrayAreReadWhereTheyAre() throws {
    let array = Array("[".utf8) + Self.entries() + Array("]".utf8)
    try atTheEdge(of: array) { bytes in
      var reader = Self.reader(over: bytes)
      guard case .value(let tape, let place) = try reader.next() else {
        Issue.record("the first element is missing")
        return
      }
      #expect(place.role == .element(0))
      #expect(UnsafeRawPointer(tape.bytes) == bytes.baseAddress)
    }
  }

  @Test(arguments: [false, true])
  func textThatEndsAnywhereReadsAsItsCopy(indented: Bool) throws {
    let bundle = Self.bundle(indented: indented)
    for length in (bundle.count - 700...bundle.count).filter({ $0 % 3 == 0 || $0 == bundle.count }) {
      try Self.compare(Array(bundle[..<length]))
    }
  }

  @Test func faultsNearTheEndReadAsInACopy() throws {
    let bundle = Self.bundle()
    for (number, fault) in [#"""#, #"\"#, "{", "}", "[", "]", " ", "7", ":", ",", "\n", "\0", "é", "/*"].enumerated() {
      for place in stride(from: bundle.count - 900 + number, to: bundle.count, by: 23) {
        try Self.compare(Array(bundle[..<place]) + Array(fault.utf8) + Array(bundle[place...]))
        try Self.compare(Array(bundle[..<place]) + Array(fault.utf8) + Array(bundle[(place + 1)...]))
      }
      try Self.compare(bundle + Array(String(repeating: fault, count: 300).utf8))
    }
  }

  @Test(arguments: [#"\""#, #"\\"#, #"\u0022"#, "é", "x", #"",""#, #"":""#, #"":{""#, #""],[""#, "1", " ", "\n"])
  func whatRunsOverTheEndReadsAsInACopy(run: String) throws {
    let entries = Self.entries()
    for count in [3, 40, 500, 5_000] {
      for (before, after) in [(#"{"a":""#, #""}]}"#), (#"{"a":["#, "]}]}"), (#"{"a":"b"}]"#, "}"), (#"{"a":""#, "")] {
        let tail = "," + before + String(repeating: run, count: count) + after
        try Self.compare(Array(#"{"resourceType":"Bundle","entry":["#.utf8) + entries + Array(tail.utf8))
      }
    }
  }

  @Test func otherInputsReadAsTheirCopies() throws {
    let bundle = Self.bundle()
    let document = Array(#"{"resourceType":"List","entry":"#.utf8) + Array("[".utf8) + Self.entries() + Array("]}".utf8)
    let late = Array(#"{"entry":["#.utf8) + Self.entries() + Array(#"],"resourceType":"List"}"#.utf8)
    let single = Array(#"{"resourceType":"Basic","contained":["#.utf8) + Self.entries() + Array("]}".utf8)
    let lines = Array((bundle + [0x0A] + bundle + [0x0A] + single + [0x0A]))
    let long = Array(#"{"resourceType":"Bundle","entry":["#.utf8) + Self.entries(2_500) + Array("]}".utf8)
    #expect(long.count > 256 << 10)
    let inputs: [[UInt8]] = [
      document, late, single, lines, long, long + [0x0A] + bundle, Array(long.dropLast(300)) + [0x0A] + bundle + [0x0A],
      Array("\n ".utf8) + bundle, [0xEF, 0xBB, 0xBF] + bundle, bundle + [0x0A, 0x0A], bundle + bundle,
      Array(repeating: UInt8(ascii: "["), count: 20_000), Array(repeating: UInt8(ascii: "\""), count: 20_000),
    ]
    for input in inputs { try Self.compare(input) }
  }

  /// The end of the text tells that it is a Bundle, unless that is the end of another line.
  @Test func aTypeBehindTheEntriesReadsAsInACopy() throws {
    for count in [160, 2_500] {
      let start = Array(#"{"entry":["#.utf8) + Self.entries(count)
      for tail in [
        #"],"resourceType":"Bundle"}"#, #"],"resourceType":"Bundle"}"# + "\n\n", #"],"resourceType":"List"}"#,
        #"],"x":1}"# + "\n" + #"{"a":[],"resourceType":"Bundle"}"#, #"],"resourceType":"Bundle"} x"#,
        #"],"x":{"a":[],"resourceType":"Bundle"}}"#, #"],"resourceType":"Bundle""#,
      ] {
        try Self.compare(start + Array(tail.utf8))
      }
    }
  }

  @Test func aReaderThatBeginsAgainReadsInPlaceAgain() throws {
    for input in [Self.bundle(), Array("[".utf8) + Self.entries() + Array("]".utf8)] {
      try atTheEdge(of: input) { bytes in
        let once = try Self.trace(Self.reader(over: bytes))
        for events in [1, 5, once.count] {
          var reader = Self.reader(over: bytes)
          for _ in 0..<events { _ = try reader.next() }
          try reader.restart()
          guard case .value(let tape, _) = try reader.next() else {
            Issue.record("the first item is missing")
            return
          }
          #expect(UnsafeRawPointer(tape.bytes) == bytes.baseAddress)
          try reader.restart()
          #expect(try Self.trace(reader) == once)
        }
      }
    }
  }

  // MARK: - Inputs

  private static func entries(_ count: Int = 160, indented: Bool = false) -> [UInt8] {
    let newline = indented ? "\n            " : ""
    var text = ""
    for number in 0..<count {
      if number > 0 { text += "," + newline }
      text += """
        {\(newline)"fullUrl":"urn:uuid:\(number)",\(newline)"resource": {"resourceType":"Patient","id":"p\(number)",\
        "name":[{"family":"O\\"Neil é \\u00e9","given":["Ann",\(newline)null]}],"n":[-12.50e3,0],\(newline)"b":true}}
        """
    }
    return Array(text.utf8)
  }

  private static func bundle(indented: Bool = false) -> [UInt8] {
    Array(#"{"resourceType":"Bundle","type":"batch","entry":["#.utf8) + entries(indented: indented)
      + Array(#"],"total":160,"link":[{"relation":"self","url":"http://a.example"}]}"#.utf8)
  }

  // MARK: - Comparison

  private static func reader(over bytes: UnsafeRawBufferPointer) -> RecordReader {
    RecordReader(over: bytes, bundles: .named, maximumDepth: 50, maximumRecordBytes: 1 << 24)
  }

  private static func compare(_ input: [UInt8]) throws {
    let copied = try input.withUnsafeBytes {
      try trace(
        RecordReader(
          MemorySource($0), bundles: .named, maximumDepth: 50, maximumRecordBytes: 1 << 24, sizeHint: input.count))
    }
    try atTheEdge(of: input) { bytes in
      let inPlace = try trace(reader(over: bytes))
      #expect(inPlace == copied, "behind \(String(decoding: input.suffix(60), as: UTF8.self))")
    }
  }

  /// Everything that the reader tells, with places in the input: a hash of it, as there is much.
  private static func trace(_ reader: consuming RecordReader) throws -> [String] {
    var lines: [String] = []
    while let event = try reader.next() {
      switch event {
      case .byteOrderMark: lines.append("byte order mark")
      case .failure(let error, let place):
        let range = place.inputOffset(error.start)..<place.inputOffset(error.end)
        lines.append("\(place.role) \(error.code) \(range) \(error.expectation) \(error.found)")
      case .value(let tape, let place):
        var hasher = Hasher()
        var index = TapeIndex.root
        while index < tape.next(.root) {
          let range = tape.range(index)
          hasher.combine(tape.tag(index).rawValue)
          hasher.combine(place.inputOffset(range.lowerBound))
          hasher.combine(place.inputOffset(range.upperBound - 1))
          hasher.combine(tape.length(index))
          hasher.combine(tape.next(index))
          index = tape.isContainer(index) ? index.content : index.following
        }
        lines.append("\(place.role) \(index) \(hasher.finalize())")
      }
    }
    return lines
  }
}

/// Gives bytes behind which nothing can be read: the page that follows is not accessible.
private func atTheEdge(of bytes: [UInt8], _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
  let page = Int(sysconf(Int32(_SC_PAGESIZE)))
  let size = (bytes.count + page - 1) / page * page
  let memory = mmap(nil, size + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
  let start = try #require(memory != MAP_FAILED ? memory : nil)
  defer { munmap(start, size + page) }
  #expect(mprotect(start + size, page, PROT_NONE) == 0)
  let place = UnsafeMutableRawBufferPointer(start: start + (size - bytes.count), count: bytes.count)
  place.copyBytes(from: bytes)
  // What is only read must also be readable only.
  #expect(mprotect(start, size, PROT_READ) == 0)
  try body(UnsafeRawBufferPointer(place))
}
