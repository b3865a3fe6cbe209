/// Finds what a `nameReference` stands for.
///
/// DSTU2 gives an element a `name` and lets another element of the same structure take over its content by
/// naming it. The name is not a path (`TestScript.test.action.operation` refers to `operation`, which is the
/// name of `TestScript.setup.action.operation`), so it is looked up among the names.
struct ContentReferences {
  private let paths: [String: String]

  init(_ structure: PublishedStructure) throws(CompilerError) {
    var paths: [String: String] = [:]
    // The root of a constrained type has a name as well, which nothing refers to.
    for element in structure.snapshot.element.dropFirst() {
      guard let name = element.name else { continue }
      guard paths.updateValue(element.path, forKey: name) == nil else {
        throw CompilerError("\(structure.id): two elements are named '\(name)'")
      }
    }
    self.paths = paths
  }

  /// The path that an element's `nameReference` leads to, or nil when it has none.
  func target(of element: PublishedElement) throws(CompilerError) -> String? {
    guard let name = element.nameReference else { return nil }
    guard let path = paths[name] else { throw CompilerError("\(element.path): nothing is named '\(name)'") }
    return path
  }
}
