package import FHIRTape

/// A questionnaire that the caller gave, as written: what its items mean depends on the release that asks.
package struct QuestionnaireFacts: Sendable {
  package let url: String
  package let version: String?
  /// The package that it stands in, as in a ``Canonical``.
  package var package = -1
  /// Its text, with readable padding.
  private let bytes: [UInt8]
  private let depth: Int

  /// - Returns: `nil` if it has neither a url nor an id.
  init?(_ node: DefinitionNode, depth: Int) {
    let id = node["id"]?.string.map { "Questionnaire/\($0)" }
    guard let url = node["url"]?.string ?? id else { return nil }
    let range = node.tape.range(node.index)
    let text = UnsafeBufferPointer(start: node.tape.bytes + range.lowerBound, count: range.count)
    (self.url, version, self.depth) = (url, node["version"]?.string, depth)
    bytes = Array(text) + Array(repeating: 0, count: Bytes.padding)
  }

  /// The number of bytes of its text.
  var size: Int { bytes.count - Bytes.padding }

  /// Passes a tape of it to `body`.
  package func withTape<Result>(_ body: (Tape) -> Result) -> Result? {
    var builder = TapeBuilder(maximumDepth: depth)
    return bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress, case .value = builder.read(start, from: 0, to: size) else { return nil }
      return body(builder.tape(over: start))
    }
  }
}
