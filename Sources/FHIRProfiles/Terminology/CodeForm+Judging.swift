import FHIRPrimitives
package import FHIRSchema

extension CodeForm {
  /// Whether a code is in the value set.
  package func holds(_ code: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let code = UnsafeBufferPointer(start: code, count: count)
    let isOfForm =
      switch grammar {
      case .languageTag: LanguageTagGrammar.accepts(code)
      case .mediaType: MediaTypeGrammar.accepts(code)
      case .any: true
      }
    return isOfForm || besides.contains { $0.utf8.elementsEqual(code) }
  }

  /// The part of a message that states what was expected.
  package var expectation: String {
    switch grammar {
    case .languageTag: "a language tag such as 'en-US'"
    case .any: "a code of '\(system)'"
    case .mediaType: (["a media type such as 'application/pdf'"] + besides.map { "'\($0)'" }).joined(separator: " or ")
    }
  }
}
