import Foundation
import FHIRTestSupport
import Testing

/// The code in the documentation of a module, and the compiled code for it.
///
/// A block of Swift in a page of `Sources/MODULE/MODULE.docc`, or in a documentation comment of the module, must occur
/// word for word in a file of `Examples/MODULE`, between the lines `// begin` and `// end`. So the compiler checks it.
/// It may be indented, inside a function that declares the names it uses; imports at its beginning are imports of the
/// file. `Examples/README` is for the README.
///
/// The files of `Examples` use only public declarations: a package outside this one compiles them too.
struct Documentation: Sendable, CustomTestStringConvertible {
  /// A piece of code and its place.
  struct Code: Sendable {
    var place: String
    var imports: Set<String>
    /// The code without the imports, without indentation, and without empty lines around it.
    var body: String
  }

  let module: String
  /// All fenced blocks, of any language.
  private(set) var blocks: [(place: String, block: MarkdownBlocks.Block)] = []
  private(set) var examples: [Code] = []
  var testDescription: String { module }

  /// The documentation of all modules, and of the README.
  static let all: [Documentation] = {
    let modules =
      (try? FileManager.default.contentsOfDirectory(atPath: PackageRoot.url.appending(path: "Sources").path()))
    return (["README"] + (modules ?? []).sorted()).compactMap { try? Documentation($0) }
  }()

  init(_ module: String) throws {
    self.module = module
    if module == "README" {
      add(MarkdownBlocks(try Self.text("README.md")), "README.md")
    } else {
      let folder = "Sources/\(module)"
      for file in Self.files(in: folder, ending: ".md") {
        add(MarkdownBlocks(try Self.text("\(folder)/\(file)")), "\(folder)/\(file)")
      }
      for file in Self.files(in: folder, ending: ".swift") where !file.contains("Generated/") {
        add(MarkdownBlocks(documentationOf: try Self.text("\(folder)/\(file)")), "\(folder)/\(file)")
      }
    }
    for file in Self.files(in: Self.examples(of: module), ending: ".swift") {
      examples += Self.marked(in: try Self.text("\(Self.examples(of: module))/\(file)"), file)
    }
  }

  /// The blocks of Swift.
  var shown: [Code] {
    blocks.filter { $0.block.language == "swift" }.map { Self.code($0.block.text, $0.place) }
  }

  static func examples(of module: String) -> String { "Tests/DocumentationTests/Examples/\(module)" }

  static func text(_ path: String) throws -> String { String(decoding: try PackageRoot.bytes(path), as: UTF8.self) }

  private static func files(in folder: String, ending: String) -> [String] {
    PackageRoot.files(below: PackageRoot.url.appending(path: folder), ending: ending)
  }

  private mutating func add(_ found: MarkdownBlocks, _ file: String) {
    blocks += found.all.map { ("\(file):\($0.line)", $0) }
  }

  /// The code between the marks of a file.
  static func marked(in source: String, _ file: String) -> [Code] {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let imports = Set(lines.compactMap(imported))
    var found: [Code] = []
    var open: (line: Int, indentation: Int, lines: [Substring])?
    for (number, line) in lines.enumerated() {
      let code = line.drop { $0 == " " }
      if code == "// begin" {
        open = (number + 1, line.count - code.count, [])
      } else if code == "// end", let region = open {
        var example = Self.code(region.lines.joined(separator: "\n"), "\(file):\(region.line)")
        example.imports = imports
        found.append(example)
        open = nil
      } else {
        let indentation = min(open?.indentation ?? 0, line.count - code.count)
        open?.lines.append(line.dropFirst(indentation))
      }
    }
    return found
  }

  private static func code(_ text: String, _ place: String) -> Code {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let body = lines.drop { $0.isEmpty || imported($0) != nil }
    return Code(
      place: place, imports: Set(lines.compactMap(imported)),
      body: body.joined(separator: "\n").trimmingCharacters(in: .newlines))
  }

  private static func imported(_ line: Substring) -> String? {
    let words = line.split(separator: " ")
    return words.count == 2 && words[0] == "import" ? String(words[1]) : nil
  }
}
