import FHIRTestSupport
import Foundation
import Testing

/// The public declarations are recorded, a file for each module of a product, so that every change of them is visible.
///
/// `RECORD_SNAPSHOTS=1 swift test --filter PublicSurfaceTests` writes the files again.
struct PublicSurfaceTests {
  /// The modules of the products, and those that they export; the generated models depend on the definitions.
  static let modules: [String] = {
    let manifest = (try? PackageRoot.bytes("Package.swift")).map { String(decoding: $0, as: UTF8.self) } ?? ""
    var names: Set<String> = []
    for product in manifest.matches(of: /\.library\(\s*name: "\w+",\s*targets: \[([^\]]+)\]/) {
      for name in product.output.1.matches(of: /"(\w+)"/) { names.insert(String(name.output.1)) }
    }
    names.formUnion(names.flatMap(exports))
    return names.subtracting(["FHIRDSTU2", "FHIRR4"]).sorted()
  }()

  /// The modules of this package that a module exports.
  private static func exports(of module: String) -> [String] {
    let folder = PackageRoot.url.appending(path: "Sources/\(module)")
    let files = PackageRoot.files(below: folder, ending: ".swift").filter { !$0.contains("Generated/") }
    return files.flatMap { file -> [String] in
      let text = String(decoding: (try? PackageRoot.bytes(folder.appending(path: file))) ?? [], as: UTF8.self)
      guard text.contains("@_exported") else { return [] }
      return text.matches(of: /@_exported public import (?:enum )?(\w+)/).map { String($0.output.1) }
    }.filter { !["Foundation", "HealthKit"].contains($0) }
  }

  @Test func thereAreModules() {
    #expect(Self.modules.count >= 17)
    // Independent of the manifest's line breaks.
    #expect(Self.modules.contains("FHIRValidation") && Self.modules.contains("HealthRecordStore"))
  }

  @Test(arguments: modules)
  func theSurfaceIsAsWritten(module: String) throws {
    var lines: Set<String> = []
    // Those of HealthKit's names that are generated are made from a list, and not from definitions.
    let generated = module == "HealthKitNames" ? ["Sources/HealthKitNames/Generated/Names.swift"] : []
    let sources =
      try SwiftSource.handWritten(below: "Sources/\(module)").map(\.source)
      + generated.map { SwiftSource(String(decoding: try PackageRoot.bytes($0), as: UTF8.self)) }
    for source in sources {
      lines.formUnion(PublicSurface(source).declarations.map(\.line))
    }
    try expectSnapshot(lines.sorted().map { $0 + "\n" }.joined(), module)
  }

  @Test func declarationsAreFound() {
    let source = SwiftSource(
      """
      public import A
      /// A type.
      @frozen public struct A<B: C>: D where B: E {
        public let a: Int
        let b = 1
        public private(set) var c: [Int] = []
        public var d: Int { a }
        public var e: Int {
          get { f { 1 } }
          _modify { yield &x }
        }
        public internal(set) var f: Int
        @inlinable
        public func g(
          _ h: Int = 5, i: (Int) -> Void = { _ in }
        ) throws(F)
          -> Int
        {
          func notThis() {}
          return 1
        }
        package func notThisEither() {}
      }
      extension A.G: H {}
      public enum J: Int {
        case k, l
        case m(Int)
        var notThis: Int { 1 }
        public static func n() -> Int { 1 }
      }
      public protocol K {
        associatedtype O
        var p: Int { get }
        func q()
      }
      extension K { func notThis() {} }
      struct L { public var r = 1 }
      """)
    #expect(
      PublicSurface(source).declarations.map(\.line) == [
        "struct A<B: C>: D where B: E", "A { let a: Int }", "A { private(set) var c: [Int] = [] }",
        "A { var d: Int { get } }",
        "A { var e: Int }", "A { internal(set) var f: Int }",
        "A { func g( _ h: Int = 5, i: (Int) -> Void = { _ in } ) throws(F) -> Int }", "extension A.G: H", "enum J: Int",
        "J { case k, l }", "J { case m(Int) }", "J { static func n() -> Int }", "protocol K", "K { associatedtype O }",
        "K { var p: Int { get } }", "K { func q() }", "L { var r = 1 }",
      ])
  }
}
