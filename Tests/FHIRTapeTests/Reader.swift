import FHIRTape

/// The reader under test, as the conformance tests need it: the result for some bytes.
enum Reader {
  /// The verdict on one input.
  enum Outcome: Hashable {
    case accepted
    /// The first fault and the offset in the input at which it begins.
    case refused(code: String, offset: Int)
  }

  /// The default of ``maximumDepth``; the limit itself is tested with fixtures.
  static let maximumDepth = 200

  /// Reads a whole input as the validator does.
  ///
  /// - Parameter window: how many bytes are held at first; with a small window, values cross its end.
  static func read(_ bytes: [UInt8], window: Int = .max) -> Outcome {
    bytes.withUnsafeBytes { buffer in
      var reader = RecordReader(
        MemorySource(buffer), bundles: .named, maximumDepth: maximumDepth, maximumRecordBytes: 1 << 30,
        sizeHint: min(window, bytes.count))
      do {
        while let event = try reader.next() {
          if case .failure(let error, let place) = event {
            return .refused(code: error.code.rawValue, offset: place.inputOffset(error.start))
          }
        }
        return .accepted
      } catch {
        return .refused(code: "\(error)", offset: -1)
      }
    }
  }

  /// Reads exactly one value, without framing: the tape builder alone.
  static func readValue(_ bytes: [UInt8]) -> Outcome {
    var padded = PaddedBuffer(capacity: bytes.count)
    bytes.withUnsafeBufferPointer { buffer in
      if let base = buffer.baseAddress { padded.append(base, count: buffer.count) }
    }
    var builder = TapeBuilder(maximumDepth: maximumDepth)
    switch builder.read(padded.bytes, from: 0, to: padded.count) {
    case .failure(let error): return .refused(code: error.code.rawValue, offset: error.start)
    case .entries(let start, _): return .refused(code: "entries", offset: start)
    case .value(let end):
      let rest = bytes[end...].firstIndex { !Bytes.isWhitespace($0) }
      return rest.map { start in
        let error = TapeBuilder.extra(padded.bytes, at: start, to: padded.count)
        return .refused(code: error.code.rawValue, offset: error.start)
      } ?? .accepted
    }
  }
}

extension BundleTypes {
  /// A release is only a name here.
  static let named = BundleTypes(["Bundle"])
}

extension Reader {
  /// Every code that the reader can give.
  static var codes: [String] { SyntaxError.Code.allCases.map(\.rawValue) }
}
