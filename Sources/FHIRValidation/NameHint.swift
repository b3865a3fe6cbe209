import FHIRSchema
import FHIRSupport

/// Suggests the intended name for a name that the release does not have.
enum NameHint {
  /// A hint for the name of a resource type.
  static func resource(_ name: String, in schema: SchemaTable) -> String? {
    if let foreign = schema.foreignResource(name) { return sentence(foreign, in: schema) }
    let names = schema.memberIndices(of: schema.resourceDirectory).map(schema.name)
    return Spelling.nearest(to: name, among: names).map { "the nearest is '\($0)'" }
  }

  /// A hint for the name of an element of a type.
  static func element(_ name: String, of type: TypeID, in schema: SchemaTable) -> String? {
    let isSibling = name.utf8.first == UInt8(ascii: "_")
    let plain = isSibling ? String(decoding: name.utf8.dropFirst(), as: UTF8.self) : name
    if let foreign = schema.foreignName(plain, of: schema.typeNames[type]) {
      return sentence(foreign, in: schema)
    }
    let names = schema.memberIndices(of: type).filter { schema.members[$0].kind != .comments }.map(schema.name)
    guard let nearest = Spelling.nearest(to: plain, among: names) else { return nil }
    return "the nearest is '\(isSibling ? "_" : "")\(nearest)'"
  }

  private static func sentence(_ foreign: ForeignName, in schema: SchemaTable) -> String {
    let release = schema.release.rawValue
    let origin = "it is a name of \(foreign.release)"
    guard let counterpart = foreign.counterpart else { return "\(origin), and \(release) has none for it" }
    return "\(origin); \(release) calls it '\(counterpart)'"
  }
}
