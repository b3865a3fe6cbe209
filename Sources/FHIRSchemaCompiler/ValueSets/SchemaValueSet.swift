/// A value set that a binding needs, with its codes or the reason why there are none.
package struct SchemaValueSet: Sendable {
  package let url: String
  /// Its version, `nil` for that of the release.
  package let version: String?
  package let expansion: Result<Expansion, Unexpandable>
  /// Systems whose codes match without regard to case.
  package let caseInsensitiveSystems: Set<String>
  /// Systems that have, or may have, codes outside the set: systems whose codes the definitions do not list.
  package let openSystems: Set<String>

  /// - Parameter release: the version of the release.
  package init(_ url: String, _ expander: ValueSetExpander, release: String? = nil) {
    self.url = url
    version = release.flatMap { release in expander.version(of: url).flatMap { $0 == release ? nil : $0 } }
    do throws(Unexpandable) {
      let codes = try expander.expand(url)
      expansion = .success(codes)
      caseInsensitiveSystems = Set(codes.systems.filter { !expander.isCaseSensitive($0) })
      openSystems = Set(codes.systems.filter { !expander.isWhole($0, in: codes) })
    } catch {
      expansion = .failure(error)
      caseInsensitiveSystems = []
      openSystems = []
    }
  }

  /// The name that bindings use.
  package var name: String { Binding.name(ofValueSet: url) }
  /// The name of its file: the id, or the last part of a URL that is not HL7's.
  package var fileName: String { lastPathComponent(name) }
}
