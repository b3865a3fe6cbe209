import ClinicalRecords
import FHIRModelRuntime
import FHIRRecognition
import FHIRTape
import FHIRValidation

/// Decodes any bytes into models and encodes these: places are in the input, strict and lenient decoding agree,
/// encoding loses and changes nothing, and encoding again gives the same bytes.
func checkModels<A: AnyFHIRResource>(_ type: A.Type, _ bytes: [UInt8]) {
  let decoder = FHIRDecoder()
  let encoder = FHIREncoder()
  let result = decoder.decodeLeniently(type, from: bytes)
  for fault in result.faults {
    require(
      fault.byteOffset >= 0 && fault.byteOffset <= bytes.count && fault.line >= 1 && fault.column >= 1,
      "a fault outside of the input of \(bytes.count) bytes: \(fault)")
  }
  for (a, b) in zip(result.faults, result.faults.dropFirst()) {
    require(a.byteOffset <= b.byteOffset, "faults out of order: \(a) before \(b)")
  }

  do {
    let strict = try decoder.decode(type, from: bytes)
    require(result.faults.isEmpty, "strict decoding passes over a fault", result.faults, [])
    require(strict == result.value, "strict and lenient decoding differ")
  } catch {
    require(!result.faults.isEmpty, "strict decoding throws what lenient decoding does not list: \(error)")
  }

  guard let resource = result.value else {
    return require(!result.faults.isEmpty, "neither a record nor a fault")
  }
  let encoded = encoder.encode(resource)
  require(isSame(bytes, encoded), "encoding lost or changed something: \(String(decoding: encoded, as: UTF8.self))")
  let again = decoder.decodeLeniently(type, from: encoded)
  require(again.value.map(encoder.encode) == encoded, "what was encoded comes back otherwise")
  require(again.faults.count == result.faults.count, "encoding made or hid a fault", result.faults, again.faults)
}

private func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
  let isSame = try? TapedJSON.read(one) { one in
    try? TapedJSON.read(other) { ContentComparison(one, $0).isSame(.root, .root) }
  }
  return isSame == true
}

/// Checks the reader alone, with a window so small that values cross its end. The reader recognises an input by its
/// first line, as far as the window holds it; so the input is preceded by a short first line of each kind.
func checkReader(_ bytes: [UInt8]) {
  _ = bytes.withUnsafeBytes { trace(MemorySource($0), bytes, window: bytes.count, streamsEntries: true) }
  for (before, after) in [
    ("[\n", "]"), ("{\n\"entry\":[", "],\"type\":0}"), ("{\n\"entry\":[", "],\"resourceType\":\"Bundle\"}"),
    ("{\n\"resourceType\":\"Bundle\",\"entry\":[", "]}"), ("{\n\"a\":", "}"), ("{}\n{}\n", ""),
  ] {
    let input = Array(before.utf8) + bytes + Array(after.utf8)
    for streamsEntries in before.contains("entry") ? [true, false] : [true] {
      let whole = input.withUnsafeBytes {
        trace(MemorySource($0), input, window: input.count, streamsEntries: streamsEntries)
      }
      // The end of the text makes it a Bundle, but the document has ended before. Text after a document is an error
      // either way; only the end was available to decide how to read the beginning.
      if whole.contains(entriesOfNoBundle) { continue }
      let pieces = trace(ChunkedSource(input, largest: 7), input, window: 1, streamsEntries: streamsEntries)
      require(
        pieces == whole, "behind \(before) a small window reads differently, entries apart: \(streamsEntries)",
        whole, pieces)
    }
  }
}

/// Marks a trace in which the reader returned entries of a document that is not a Bundle.
private let entriesOfNoBundle = "entries of no Bundle"

/// All results of the reader as text: events, places, and each word of each tape.
private func trace(_ source: some ByteSource, _ bytes: [UInt8], window: Int, streamsEntries: Bool) -> [String] {
  let options = ValidationOptions()
  var reader = RecordReader(
    source, bundles: streamsEntries ? .published : .none, maximumDepth: options.maximumDepth,
    maximumRecordBytes: options.maximumRecordBytes, sizeHint: window)
  var lines: [String] = []
  while let event = notThrowing("the reader", { try reader.next() }) {
    switch event {
    case .byteOrderMark: lines.append("byte order mark")
    case .value(let tape, let place):
      lines.append("\(place.role)")
      if case .envelope = place.role, !BundleTypes.published.hasBundle(at: .root, of: tape) {
        lines.append(entriesOfNoBundle)
      }
      trace(tape, place, bytes, into: &lines)
    case .failure(let error, let place):
      let range = place.inputOffset(error.start)..<place.inputOffset(error.end)
      require(range.lowerBound >= 0 && range.upperBound <= bytes.count, "a fault outside of the input: \(error)")
      lines.append("\(place.role) \(error.code.rawValue) \(range) \(error.expectation)")
    }
  }
  return lines
}

private func trace(_ tape: Tape, _ place: RecordPlace, _ bytes: [UInt8], into lines: inout [String]) {
  var index = TapeIndex.root
  while index < tape.next(.root) {
    let (tag, range) = (tape.tag(index), tape.range(index))
    let (start, last) = (place.inputOffset(range.lowerBound), place.inputOffset(range.upperBound - 1))
    require(start >= 0 && start <= last && last < bytes.count, "a value outside of the input: \(tag) \(range)")
    require(bytes[start] == tape.bytes[range.lowerBound], "the place of a \(tag) at \(start) holds another byte")
    require(bytes[last] == tape.bytes[range.upperBound - 1], "the end of a \(tag) at \(last) holds another byte")
    switch tag {
    case .string, .escapedString, .key, .escapedKey:
      lines.append("\(tag) \(start)...\(last) \(tape.string(index))")
      index = index.following
    case .object, .array:
      lines.append("\(tag) \(start)...\(last) items \(tape.length(index)) next \(tape.next(index).word)")
      index = index.content
    default:
      lines.append("\(tag) \(start)...\(last)")
      index = index.following
    }
  }
}
