import FHIRTestSupport
import Foundation
import Testing

/// Every declaration that the umbrella module has or exports is in the Topics of a module's catalogue.
///
/// Required by name are each public declaration outside of a type, and each type of another module that gets public
/// members, because its page is in the catalogue too. Members are on the pages of their types. The generated models
/// follow from the definitions and are members of their release (``DSTU2``, `R4`), the only name of their modules that
/// the umbrella exports: that name is required.
struct TopicsTests {
  /// The umbrella and the modules that it exports, and the exported type if it exports only one.
  static let exports: [(module: String, type: String?)] = {
    let source = (try? PackageRoot.bytes("Sources/FHIRToolkit/Exports.swift")).map {
      String(decoding: $0, as: UTF8.self)
    }
    let exported = (source ?? "").matches(of: /@_exported public import (?:enum )?(\w+)(?:\.(\w+))?/).map {
      (module: String($0.output.1), type: $0.output.2.map(String.init))
    }
    return [("FHIRToolkit", nil)] + exported.filter { $0.module != "Foundation" }
  }()

  @Test func thereAreExports() {
    #expect(Self.exports.count >= 13)
    #expect(Self.exports.compactMap(\.type).sorted() == ["DSTU2", "R4"])
  }

  @Test(arguments: exports.map(\.module))
  func exportsAreInTheTopics(module: String) throws {
    let catalogue = "Sources/\(module)/\(module).docc"
    var listed: Set<String> = []
    for page in PackageRoot.files(below: PackageRoot.url.appending(path: catalogue), ending: ".md") {
      let text = String(decoding: try PackageRoot.bytes("\(catalogue)/\(page)"), as: UTF8.self)
      listed.formUnion(Self.topics(of: text))
    }
    if let type = Self.exports.first(where: { $0.module == module })?.type {
      #expect(listed.contains(type), "\(catalogue) does not list \(type)")
      return
    }
    let sources = try SwiftSource.handWritten(below: "Sources/\(module)").map(\.source)
    let names = Self.names(in: sources)
    #expect(names.subtracting(listed).sorted() == [], "public, and not in the Topics of \(catalogue)")
    #expect(listed.subtracting(names).sorted() == [], "in the Topics of \(catalogue), and not public in \(module)")
  }

  /// The names of the types in the links of a page's Topics, and of declarations outside of types.
  static func topics(of page: String) -> Set<String> {
    guard let topics = page.range(of: "\n## Topics\n") else { return [] }
    return Set(
      page[topics.upperBound...].matches(of: /(?m)^- ``([^`]+)``$/).compactMap {
        $0.output.1.split(separator: "/").last { !$0.hasSuffix(")") }.map(String.init)
      })
  }

  /// The names required in the Topics of a module.
  static func names(in sources: [SwiftSource]) -> Set<String> {
    var all: Set<String> = []
    var names: Set<String> = []
    for source in sources {
      let code = String(decoding: source.code, as: UTF8.self)
      for type in code.matches(of: /\b(?:struct|enum|class|actor|protocol|typealias) +(\w+)/) {
        all.insert(String(type.output.1))
      }
    }
    for declaration in sources.flatMap({ PublicSurface($0).declarations })
    where !declaration.isConformance && !declaration.text.hasPrefix("import ") {
      if let extended = declaration.extended {
        if !all.contains(extended) { names.insert(extended) }
      } else if let match = declaration.text.firstMatch(
        of: /\b(?:struct|enum|class|actor|protocol|typealias|func|var|let|macro) +(\w+)/)
      {
        names.insert(String(match.output.1))
      }
    }
    return names
  }

  @Test func namesAreFound() {
    let source = SwiftSource(
      """
      public struct A { public var b = 1 }
      package struct C {}
      extension C: Sendable {}
      extension D.E { public func f() {} }
      extension [G] { public func h() {} }
      public protocol I {}
      extension J: Error {}
      public func k(_ a: Int) -> Int { a }
      @_exported public import L
      @_exported public import enum M.N
      """)
    #expect(Self.names(in: [source]) == ["A", "Array", "D", "I", "k"])
    let page = "- ``No``\n\n## Topics\n\n### A\n\n- ``One``\n- ``Swift/Sequence/f(a:)``\n- <doc:no>\nand ``No`` too\n"
    #expect(Self.topics(of: page) == ["One", "Sequence"])
  }
}

extension PublicSurface.Declaration {
  fileprivate var isConformance: Bool { text.hasPrefix("extension ") }

  /// The outermost type that it is a member of; `nil` for a declaration outside of types.
  fileprivate var extended: String? {
    if owner.hasPrefix("[") { return "Array" }
    return owner.isEmpty ? nil : String(owner.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
  }
}
