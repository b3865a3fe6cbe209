import FHIRDiagnostics
import FHIRReporting
import FHIRText

/// Finds the lines and columns of an input, which it reads once more for that, as far as needed.
final class Locator {
  typealias Place = (position: SourcePosition?, excerpt: SourceExcerpt?)

  /// Passes the next bytes to the resolver; `nil` for an input without lines.
  private let feed: ((inout PositionResolver) throws -> Void)?
  private let rewind: () throws -> Void
  private var resolver: PositionResolver
  /// Places that were found in advance.
  private var known: [SourceRange: Place] = [:]

  /// For an input without lines.
  init() {
    (feed, rewind) = (nil, {})
    resolver = PositionResolver(excerpts: false)
  }

  /// - Parameter start: the position of the first byte: the start of the file or of a part of it.
  init(
    from start: PositionCursor = PositionCursor(), excerpts: Bool = true,
    feed: @escaping (inout PositionResolver) throws -> Void, rewind: @escaping () throws -> Void
  ) {
    (self.feed, self.rewind) = (feed, rewind)
    resolver = PositionResolver(excerpts: excerpts, from: start)
  }

  /// For an input in memory, which must exist as long as the locator is used.
  convenience init(_ bytes: UnsafeRawBufferPointer) {
    self.init(
      feed: { resolver in
        resolver.append(bytes)
        resolver.finish()
      }, rewind: {})
  }

  /// For an input that is opened if a place is needed.
  convenience init(from start: PositionCursor = PositionCursor(), _ open: @escaping () throws -> InputSource) {
    var input: InputSource?
    let buffer = PieceBuffer()
    self.init(
      from: start,
      feed: { resolver in
        let source = try input ?? open()
        input = source
        let count = try source.read(into: buffer.bytes)
        guard count > 0 else { return resolver.finish() }
        resolver.append(UnsafeRawBufferPointer(rebasing: buffer.bytes[..<count]))
      }, rewind: { try input?.rewind() })
  }

  private final class PieceBuffer {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
    deinit { bytes.deallocate() }
  }

  /// Finds the places of findings that are not in the order of the input, so that it is not read again for each.
  func prepare(_ findings: [Diagnostic], lines: Bool) throws {
    known = [:]
    if zip(findings, findings.dropFirst()).allSatisfy({ $0.range.start <= $1.range.start }) { return }
    for range in Set(findings.map(\.range)).sorted() { known[range] = try find(range, line: lines) }
  }

  /// The place of a finding, and the line around it if it is shown.
  func place(of range: SourceRange, line: Bool) throws -> Place { try known[range] ?? find(range, line: line) }

  private func find(_ range: SourceRange, line: Bool) throws -> Place {
    guard let feed else { return (nil, nil) }
    while true {
      switch resolver.locate(range, excerpt: line) {
      case .located(let position, let excerpt): return (position, excerpt)
      case .needsBytes: try feed(&resolver)
      case .needsRestart:
        try rewind()
        resolver.restart()
      }
    }
  }
}
