public import FHIRFindings
public import FHIRTape

extension Validator {
  /// Validates bytes that arrive in pieces, such as a download.
  ///
  /// ```swift
  /// for try await finding in Validator().findings(in: pieces) { print(finding.path, finding.message) }
  /// ```
  ///
  /// A line of NDJSON is validated as soon as it is complete. If a line does not show its release, the lines in the
  /// first piece decide. Any other input is buffered until its end, because its last member may decide how the rest is
  /// read; the iterator throws `FHIRTape.InputTooLarge` if the input exceeds `limit`.
  ///
  /// - Parameters:
  ///   - pieces: the bytes, in pieces of any size.
  ///   - limit: the largest number of bytes buffered, for one line or for an input that is not NDJSON.
  public func findings<Pieces: AsyncSequence>(
    in pieces: Pieces, holding limit: Int = 64 << 20
  ) -> ArrivingFindings<Pieces> where Pieces.Element: Sequence<UInt8> {
    ArrivingFindings(pieces: pieces, validator: self, limit: limit)
  }

  /// Validates single bytes as they arrive, such as those of `URLSession`.
  public func findings<Bytes: AsyncSequence>(
    in bytes: Bytes, holding limit: Int = 64 << 20
  ) -> ArrivingFindings<BytePieces<Bytes>> where Bytes.Element == UInt8 {
    findings(in: BytePieces(bytes), holding: limit)
  }
}

/// The findings of bytes that arrive in pieces: see ``Validator/findings(in:holding:)``.
public struct ArrivingFindings<Pieces: AsyncSequence>: AsyncSequence where Pieces.Element: Sequence<UInt8> {
  /// A finding, with its place in the whole input.
  public typealias Element = Finding

  fileprivate let pieces: Pieces
  fileprivate let validator: Validator
  fileprivate let limit: Int

  /// Makes an iterator over the findings.
  public func makeAsyncIterator() -> Iterator {
    Iterator(pieces: pieces.makeAsyncIterator(), parts: InputParts(limit: limit), validator: validator)
  }

  /// Iterates over the findings.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var pieces: Pieces.AsyncIterator
    fileprivate var parts: InputParts
    fileprivate let validator: Validator
    fileprivate var hints: ReleaseHints?
    fileprivate var ready: [Finding] = []
    fileprivate var place = 0
    fileprivate var hasEnded = false

    /// Returns the next finding, or `nil` at the end.
    ///
    /// - Throws: what the pieces throw, and an error if the input is too large to buffer.
    public mutating func next() async throws -> Finding? {
      while place == ready.count {
        if hasEnded { return nil }
        let piece = try await pieces.next()
        hasEnded = piece == nil
        guard let part = try piece.map({ try parts.add($0) }) ?? parts.end() else { continue }
        ready = try judge(part)
        place = 0
      }
      defer { place += 1 }
      return ready[place]
    }

    private mutating func judge(_ part: InputParts.Part) throws -> [Finding] {
      guard let start = part.lineStart else { return validator.validate(part.bytes).findings }
      var findings: [Finding] = []
      try part.bytes.withUnsafeBytes { bytes in
        var known = hints ?? ReleaseHints()
        if hints == nil { known.file = try validator.survey(MemorySource(bytes)) }
        hints = known
        _ = try validator.validate(
          from: MemorySource(bytes), hints: known, lineStart: start, visit: nil, receive: { findings += $0 })
      }
      return findings
    }
  }
}
