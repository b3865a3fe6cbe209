package import FHIRTape

/// The releases of the records of one input, which are asked for in order, for code that does not judge them.
package struct InputReleases {
  package let recogniser: ReleaseRecogniser
  package var context = ReleaseContext()
  private var hasLookedAhead: Bool
  /// The last Bundle whose release was decided, among those on the current tape.
  private var bundle: (index: TapeIndex, found: RecognisedRelease)?

  /// - Parameter isPart: whether another caller has looked at the beginning of the input.
  package init(_ recogniser: ReleaseRecogniser, isPart: Bool = false) {
    (self.recogniser, hasLookedAhead) = (recogniser, isPart)
  }

  /// Handles an event of the reader. Call this before asking for the releases of its records.
  ///
  /// - Parameter lookAhead: examines the first records: see ``ReleaseContext/lookAhead(from:_:_:)``.
  /// - Returns: whether the reader starts again, because it has read ahead to see what the first records show.
  package mutating func begin(
    _ event: RecordReader.Event, _ reader: inout RecordReader,
    lookAhead: (RecordReader.Event, inout RecordReader, inout ReleaseContext) throws -> Bool
  ) throws -> Bool {
    bundle = nil
    if case .byteOrderMark = event { return false }
    guard !hasLookedAhead, context.file == nil else { return false }
    hasLookedAhead = true
    return try lookAhead(event, &reader, &context)
  }

  /// The release of a resource, whose scope is the Bundle that holds it as an entry, or itself.
  package mutating func release(of index: TapeIndex, _ tape: Tape, scope: TapeIndex) -> RecognisedRelease {
    let outer = context.bundle
    defer { context.bundle = outer }
    if scope != index {
      let around = bundle.flatMap { $0.index == scope ? $0.found : nil } ?? recognise(scope, tape)
      bundle = (scope, around)
      context.enter(around, judged: recogniser.judged)
    }
    return recognise(index, tape)
  }

  private mutating func recognise(_ index: TapeIndex, _ tape: Tape) -> RecognisedRelease {
    var members = ResourceMembers()
    return recogniser.recognise(tape, index, &members, in: &context)
  }
}
