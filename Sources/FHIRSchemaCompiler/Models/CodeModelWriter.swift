/// The Swift source of the enum of a required value set.
enum CodeModelWriter {
  static func source(
    valueSet: String, codes: [String], _ selection: ModelSelection, _ meanings: inout ModelMeanings
  ) throws(CompilerError) -> String {
    let name = selection.codeType(valueSet)
    var cases: [(name: String, code: String)] = []
    for code in codes {
      guard !code.contains(" "), !code.contains("!"), !code.contains("[") else {
        throw CompilerError("the code '\(code)' of \(valueSet) cannot stand in a table")
      }
      cases.append((try ModelNames.codeCase(code), code))
    }
    guard Set(cases.map(\.name)).count == cases.count, !cases.contains(where: { $0.name == "unlisted" }) else {
      throw CompilerError("two cases of \(name) would have the same name")
    }
    var lines = [
      "/// \(try meanings.meaning("codes " + valueSet))",
      "///",
      "/// \(selection.site)valueset-\(valueSet).html",
      "public enum \(name): CodeSet {",
    ]
    for (name, code) in cases {
      lines.append("  /// `\(code)`")
      lines.append("  case \(ModelNames.declared(name))")
    }
    lines += [
      "  /// A code that the value set does not list.",
      "  case unlisted(String)",
      "",
      "  /// The codes of the value set, in its order.",
      "  public static let listed: [\(name)] = [",
    ]
    lines += cases.map { "    .\($0.name)," }
    lines += [
      "  ]",
      "",
      "  @usableFromInline package static let codes = MemberTable(.codes, \"\(codes.joined(separator: " "))\")",
      "",
      "  /// The code as it stands in JSON.",
      "  public var code: String {",
      "    switch self {",
    ]
    lines += cases.map { "    case .\($0.name): \"\($0.code)\"" }
    lines += ["    case .unlisted(let code): code", "    }", "  }", "}", ""]
    lines += [
      "// So that a code can be set as it is: `.\(cases.first?.name ?? "")`.", "extension Primitive<\(name)> {",
    ]
    for (name, code) in cases {
      lines.append("  /// `\(code)`")
      let declared = ModelNames.declared(name)
      lines.append("  \(ModelWriter.emission) public static var \(declared): Self { Self(.\(name)) }")
    }
    lines += ["}", ""]
    return lines.joined(separator: "\n")
  }
}
