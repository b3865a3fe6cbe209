package import FHIRPath
package import FHIRSchema
import Synchronization

/// Everything known about one release: the facts that records are judged by.
///
/// Immutable, and shared by all threads. A missing definition is an error in the initialiser; there are no defaults.
package final class Definitions: @unchecked Sendable {
  // @unchecked: the roles are written before the definitions exist, and never change afterwards.

  /// The rows of types, elements, codes and foreign names.
  package let schema: SchemaTable
  /// ``roles`` behind a pointer: they are too many to copy for each input. Valid as long as the definitions.
  let rolesPlace: UnsafeMutablePointer<SchemaRoles>
  let invariants: InvariantTable
  private let deferredModel: DeferredModel

  private static let published = OncePerRelease<Definitions>()

  /// The definitions of a published release, decoded on first use; `nil` for a release without definitions.
  package static func of(_ release: FHIRRelease) -> Definitions? {
    // Each run asks for the first one, which has usually been made.
    if let made = published.made(for: release) { return made }
    return SchemaTable.of(release).map { schema in
      published.value(of: release) {
        do {
          return try Definitions(schema, try SchemaRoles(schema), DeferredModel { FHIRPathModel.of(published: schema) })
        } catch {
          // The text is generated, and a test loads all releases.
          preconditionFailure("\(error)")
        }
      }
    }
  }

  static func areDecoded(_ release: FHIRRelease) -> Bool { published.made(for: release) != nil }

  /// Makes the definitions of a custom release, if nothing is missing.
  package convenience init(_ text: SchemaText) throws(SchemaError) { try self.init(own: SchemaTable(text)) }

  /// Makes the definitions of a custom release from its facts, in the form of `Schemas/README.md`.
  package convenience init(text: StaticString) throws { try self.init(own: SchemaTable(text: text)) }

  private convenience init(own schema: SchemaTable) throws(SchemaError) {
    let model = try FHIRPathModel(schema)
    try self.init(schema, model.roles, DeferredModel { model })
  }

  /// Makes definitions of a published release that are not shared; `nil` for one that is not published.
  static func made(of release: FHIRRelease, with shortcuts: Shortcuts) -> Definitions? {
    SchemaTable.of(release).flatMap { schema in
      try? Definitions(schema, SchemaRoles(schema), DeferredModel { FHIRPathModel.of(published: schema) }, shortcuts)
    }
  }

  private init(
    _ schema: SchemaTable, _ roles: SchemaRoles, _ model: DeferredModel, _ shortcuts: Shortcuts = .all
  ) throws(SchemaError) {
    self.schema = schema
    deferredModel = model
    invariants = try InvariantTable(schema, roles, model: model, shortcuts)
    rolesPlace = .allocate(capacity: 1)
    rolesPlace.initialize(to: roles)
  }

  deinit { rolesPlace.deallocate() }

  /// The types and elements that the judges refer to by meaning.
  package var roles: SchemaRoles { rolesPlace.pointee }

  /// The invariants that cannot be judged because their expressions cannot be compiled. Computed on each access.
  package var faults: [SchemaError] { invariants.faults() }

  package var release: FHIRRelease { schema.release }
  package var model: FHIRPathModel { deferredModel.value }
}

/// FHIRPath's model of a release, made when the first expression is compiled: most inputs need no evaluation.
final class DeferredModel: Sendable {
  private let place = AtomicLazyReference<FHIRPathModel>()
  private let make: @Sendable () -> FHIRPathModel

  init(_ make: @escaping @Sendable () -> FHIRPathModel) { self.make = make }

  var value: FHIRPathModel { place.load() ?? place.storeIfNil(make()) }
}

/// The releases that a validator can judge by: at least one.
///
/// The definitions of a published release are decoded on first use.
package struct DefinitionSet: Sendable {
  /// Each release, and its definitions unless they are the published ones.
  private typealias Member = (release: FHIRRelease, made: Definitions?)

  private let members: [Member]
  /// The extensions and profiles that the releases publish, which all validators of the set share.
  let published = ValidatorProfiles()

  package static let published = DefinitionSet(members: FHIRRelease.published.map { ($0, nil) })

  /// The same, not shared, and judged with some shortcuts only.
  static func published(with shortcuts: Shortcuts) -> DefinitionSet {
    DefinitionSet(
      members: FHIRRelease.published.compactMap { release in
        Definitions.made(of: release, with: shortcuts).map { (release, $0) }
      })
  }

  package init(_ first: Definitions, _ others: Definitions...) { members = ([first] + others).map { ($0.release, $0) } }

  private init(members: [Member]) { self.members = members }

  package var releases: [FHIRRelease] { members.map(\.release) }

  var startIndex: Int { members.startIndex }

  package subscript(release: FHIRRelease) -> Definitions? {
    members.first { $0.release == release }.flatMap { $0.made ?? .of($0.release) }
  }

  func areDecoded(at place: Int) -> Bool {
    members[place].made != nil || Definitions.areDecoded(members[place].release)
  }

  /// The definitions of the release at a place. The release must have definitions.
  package subscript(place: Int) -> Definitions {
    guard let found = members[place].made ?? .of(members[place].release) else {
      // A published release has definitions.
      preconditionFailure("no definitions of \(members[place].release)")
    }
    return found
  }
}
