/// Converts names of the definitions to Swift names.
enum ModelNames {
  private static let codeCases = [
    "<": "lessThan", "<=": "lessOrEqual", ">=": "greaterOrEqual", ">": "greaterThan",
  ]

  private static let keywords: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else",
    "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
    "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat",
    "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
  ]

  /// The name of the case for a code: `entered-in-error` becomes `enteredInError`, `MORN.late` becomes `mornLate`.
  static func codeCase(_ code: String) throws(CompilerError) -> String {
    if let name = codeCases[code] { return name }
    let words = code.split { $0 == "-" || $0 == "." }
      .map { $0.allSatisfy(\.isUppercase) ? $0.lowercased() : String($0) }
    guard let first = words.first, words.joined().allSatisfy({ $0.isASCII && $0.isLetter }) else {
      throw CompilerError("no name for the code '\(code)'")
    }
    return uncapitalized(first) + words.dropFirst().map(capitalized).joined()
  }

  /// The name of a nested type by its path: `Bundle.entry.search` becomes `Bundle.Entry.Search`.
  static func nestedType(_ path: String) -> String {
    path.split(separator: ".").map { capitalized(String($0)) }.joined(separator: ".")
  }

  /// The last name of a path.
  static func member(_ path: String) -> String { String(path.split(separator: ".").last ?? "") }

  /// A name as written in its declaration.
  static func declared(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  static func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

  static func uncapitalized(_ name: String) -> String { name.prefix(1).lowercased() + name.dropFirst() }
}
