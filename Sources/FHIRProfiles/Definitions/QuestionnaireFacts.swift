package import FHIRTape

/// A questionnaire that the caller gave, as written: what its items mean depends on the release that asks.
package struct QuestionnaireFacts: CodedFacts, Sendable {
  package let url: String
  package let version: String?
  package var package = -1
  private let value: KeptValue
  /// Its text counts as about as many codes.
  let size: Int

  /// - Returns: `nil` if it has neither a url nor an id.
  init?(_ node: DefinitionNode) {
    guard let url = node["url"]?.string ?? Self.address(node), let value = KeptValue(node) else { return nil }
    (self.url, version, self.value) = (url, node["version"]?.string, value)
    size = node.tape.range(node.index).count / 64
  }

  static func address(_ node: DefinitionNode) -> String? { node["id"]?.string.map { "Questionnaire/\($0)" } }

  package func withTape<Result>(_ body: (Tape) -> Result) -> Result { withExtendedLifetime(value) { body(value.tape) } }
}
