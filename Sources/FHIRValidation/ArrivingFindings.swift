public import FHIRDiagnostics
public import FHIRTape

extension Validator {
  /// Judges pieces of bytes as they arrive, such as those of a download.
  ///
  /// ```swift
  /// for try await finding in Validator().findings(in: pieces) { print(finding.path, finding.message) }
  /// ```
  ///
  /// The lines of NDJSON are judged as soon as they have ended; where they do not show their release, the lines that have
  /// come with the first piece decide. Any other input is held until its end, since nobody can know before what its last
  /// member says; `FHIRTape.InputTooLarge` is thrown when it is too large for that.
  ///
  /// - Parameters:
  ///   - pieces: the bytes, in pieces of any size.
  ///   - limit: how many bytes of a line, or of an input that is no NDJSON, are held.
  public func findings<Pieces: AsyncSequence>(
    in pieces: Pieces, holding limit: Int = 64 << 20
  ) -> ArrivingFindings<Pieces> where Pieces.Element: Sequence<UInt8> {
    ArrivingFindings(pieces: pieces, validator: self, limit: limit)
  }

  /// Judges single bytes as they arrive, such as those of `URLSession`.
  public func findings<Bytes: AsyncSequence>(
    in bytes: Bytes, holding limit: Int = 64 << 20
  ) -> ArrivingFindings<BytePieces<Bytes>> where Bytes.Element == UInt8 {
    findings(in: BytePieces(bytes), holding: limit)
  }
}

/// The findings of bytes that arrive in pieces: see ``Validator/findings(in:holding:)``.
public struct ArrivingFindings<Pieces: AsyncSequence>: AsyncSequence where Pieces.Element: Sequence<UInt8> {
  /// What is wrong, and where in the whole input.
  public typealias Element = Diagnostic

  fileprivate let pieces: Pieces
  fileprivate let validator: Validator
  fileprivate let limit: Int

  /// Goes over the findings.
  public func makeAsyncIterator() -> Iterator {
    Iterator(pieces: pieces.makeAsyncIterator(), parts: InputParts(limit: limit), validator: validator)
  }

  /// Goes over the findings.
  public struct Iterator: AsyncIteratorProtocol {
    private var pieces: Pieces.AsyncIterator
    private var parts: InputParts
    private let validator: Validator
    private var hints: ReleaseHints?
    private var ready: [Diagnostic] = []
    private var place = 0
    private var hasEnded = false

    fileprivate init(pieces: Pieces.AsyncIterator, parts: InputParts, validator: Validator) {
      self.pieces = pieces
      self.parts = parts
      self.validator = validator
    }

    /// The next finding, `nil` at the end.
    ///
    /// - Throws: what the pieces throw, and that the input is too large to be held.
    public mutating func next() async throws -> Diagnostic? {
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

    private mutating func judge(_ part: InputParts.Part) throws -> [Diagnostic] {
      guard let start = part.lineStart else { return validator.validate(part.bytes).diagnostics }
      var findings: [Diagnostic] = []
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
