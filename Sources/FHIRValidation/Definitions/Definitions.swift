package import FHIRPath
package import FHIRSchema

/// All that is known of one release: what records are judged by.
///
/// Immutable, and shared by all threads. A definition that is missing is an error when this is made, never a default.
package final class Definitions: Sendable {
  /// The rows of types, elements, codes and foreign names.
  package let schema: SchemaTable
  /// What FHIRPath asks of the release.
  package let model: FHIRPathModel
  /// The types and elements that the judges ask for by what they are.
  package let roles: SchemaRoles
  let invariants: InvariantTable

  private static let published = OncePerRelease<Definitions>()

  /// The definitions of a published release, decoded when they are first asked for; `nil` for a release that this
  /// package has no definitions of.
  package static func of(_ release: FHIRRelease) -> Definitions? {
    guard let schema = SchemaTable.of(release), let model = FHIRPathModel.of(release) else { return nil }
    return published.value(of: release) { Definitions(schema, model: model) }
  }

  /// Makes the definitions of a release of one's own.
  ///
  /// - Throws: a ``SchemaError`` where something is missing.
  package convenience init(_ text: SchemaText) throws(SchemaError) {
    let schema = try SchemaTable(text)
    self.init(schema, model: try FHIRPathModel(schema))
  }

  /// Makes the definitions of a release of one's own.
  ///
  /// - Parameter text: the facts of the release, in the form of `Schemas/README.md`.
  /// - Throws: a ``SchemaText/FormatError`` or a ``SchemaError``.
  package convenience init(text: StaticString) throws {
    let schema = try SchemaTable(text: text)
    self.init(schema, model: try FHIRPathModel(schema))
  }

  private init(_ schema: SchemaTable, model: FHIRPathModel) {
    self.schema = schema
    self.model = model
    roles = model.roles
    invariants = InvariantTable(schema, model: model)
  }

  /// The release that these are of.
  package var release: FHIRRelease { schema.release }
}
