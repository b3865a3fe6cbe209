import FHIRFindings
import FHIRValidation
import Foundation
import FHIRTestSupport
import Testing

/// Every code block of the documentation is compiled, and every product has a first page with code.
struct CodeBlockTests {
  @Test(arguments: Documentation.all)
  func everyBlockIsCompiled(documentation: Documentation) {
    for block in documentation.shown {
      #expect(
        documentation.examples.contains { $0.body == block.body && block.imports.isSubset(of: $0.imports) },
        """
        \(block.place): nothing compiles this block. Put it between `// begin` and `// end` in a file of \
        \(Documentation.examples(of: documentation.module)) that has its imports
        """)
    }
  }

  @Test(arguments: Documentation.all)
  func everyExampleIsShown(documentation: Documentation) {
    let shown = Set(documentation.shown.map(\.body))
    for example in documentation.examples {
      #expect(shown.contains(example.body), "\(example.place) in \(documentation.module): no page shows this example")
    }
  }

  /// The code in a block without a language, or with an unknown one, would not be compiled.
  @Test(arguments: Documentation.all)
  func everyOtherBlockIsOfAKnownLanguage(documentation: Documentation) {
    for (place, block) in documentation.blocks where block.language != "swift" {
      #expect(["json", "text", "console", "tape", "finding", "sql", "python"].contains(block.language), "\(place)")
      if block.language == "json" {
        let syntax = Validator().validate(Array(block.text.utf8)).findings.filter {
          $0.rule.rawValue.hasPrefix("json/")
        }
        #expect(syntax.isEmpty, "\(place): \(syntax)")
      }
    }
  }

  @Test func everyLibraryHasAFirstPageWithCode() throws {
    let manifest = try Documentation.text("Package.swift")
    let published = try Documentation.text(".spi.yml")
    let outside = try Documentation.text("Tests/OutsidePackage/Package.swift")
    let libraries = manifest.matches(of: /\.library\(\s*name: "([A-Za-z0-9]+)"/).map { String($0.output.1) }
    #expect(libraries.count >= 8)
    for library in libraries {
      #expect(outside.contains("\"\(library)\""), "\(library) is not in Tests/OutsidePackage/Package.swift")
    }
    // Of the modules in the library of another, these are for programs as well.
    for library in libraries + ["ClinicalSources", "HealthKitNames", "UCUM"] {
      let page = try Documentation.text("Sources/\(library)/\(library).docc/\(library).md")
      let overview = try #require(page.components(separatedBy: "\n### ").first)
      #expect(page.hasPrefix("# ``\(library)``\n\n"))
      #expect(!MarkdownBlocks(overview).fenced("swift").isEmpty, "\(library) begins without code")
      #expect(published.contains("- \(library)\n"), "\(library) is not in .spi.yml")
    }
  }

  /// The comparison itself: a changed word or a missing import is detected.
  @Test func differentCodeIsDetected() {
    let examples = Documentation.marked(
      in: """
        import A
        func f() {
          // begin
          let a = 1
            + 2
          // end
        }
        """, "f.swift")
    #expect(examples.map(\.body) == ["let a = 1\n  + 2"])
    #expect(examples.map(\.imports) == [["A"]])
    #expect(examples.map(\.place) == ["f.swift:3"])
    let blocks = MarkdownBlocks(documentationOf: "  /// ```swift\n  /// let a = 1\n  ///   + 2\n  /// ```\n")
    #expect(blocks.fenced("swift") == ["let a = 1\n  + 2\n"])
    #expect(MarkdownBlocks("x\n```\ny\n```\n```swift\n").all.map(\.language) == ["", "swift"])
  }
}
