import FHIRJSON
import FHIRSupport

/// One JSON value in memory, read into a tape.
enum Document {
  /// The deepest nesting that is read, whatever the caller allows: models are built recursively, and the stack of an
  /// app's thread often has 512 KB.
  static let maximumDepth = 200

  /// Parses the bytes, and passes on the tape, or the fault that ends the parse.
  static func withTape<Result>(
    _ bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int = maximumDepth, maximumBytes: Int = .max,
    _ body: (Tape) -> Result, failure: (FHIRFault) -> Result
  ) -> Result {
    let limit = min(maximumBytes, TapeLayout.maximumBytes - 1)
    guard bytes.count <= limit else {
      return failure(FHIRFault(code: .recordTooLarge, expectation: "at most \(limit) bytes"))
    }
    var buffer = PaddedBuffer(capacity: bytes.count)
    if let start = bytes.baseAddress { buffer.append(start, count: bytes.count) }
    var builder = TapeBuilder(maximumDepth: min(maximumDepth, Self.maximumDepth), capacity: bytes.count / 10)
    let text = UnsafePointer(buffer.bytes)
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let error: SyntaxError
    switch builder.read(text, from: start, to: bytes.count) {
    case .value(let end):
      let rest = Bytes.skipWhitespace(text + end) - text
      if rest >= bytes.count { return body(builder.tape(over: text)) }
      error = SyntaxError(.extraValue, start: rest, end: rest + 1, expected: .end)
    case .failure(let found):
      let isEmpty = Bytes.skipWhitespace(text + start) - text >= bytes.count
      error = isEmpty ? SyntaxError(.emptyInput, start: bytes.count, end: bytes.count) : found
    case .entries(let start, _): error = SyntaxError(.unexpectedCharacter, start: start, end: start)
    }
    return failure(fault(error, text, bytes.count))
  }

  private static func fault(_ error: SyntaxError, _ text: UnsafePointer<UInt8>, _ count: Int) -> FHIRFault {
    var cursor = PositionCursor()
    let offset = min(error.start, count)
    cursor.advance(over: UnsafeRawBufferPointer(start: text, count: offset))
    let isLimit = error.code == .tooDeep || error.code == .recordTooLarge
    return FHIRFault(
      code: FHIRFault.Code(rawValue: (isLimit ? "limit/" : "json/") + error.code.rawValue),
      expectation: isLimit ? "less nesting" : expectation(error), byteOffset: offset, line: cursor.line,
      column: cursor.column(next: offset < count ? text[offset] : nil, skippingMark: false))
  }

  private static func expectation(_ error: SyntaxError) -> String {
    switch error.code {
    case .unexpectedCharacter, .unexpectedEnd, .emptyInput, .extraValue: error.expectation.rawValue
    default: "JSON as RFC 8259 has it"
    }
  }
}
