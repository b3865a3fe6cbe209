import FHIRSchema

/// What a name that the release does not know was probably meant to be.
package enum NameHint {
  /// A hint for the name of a resource type.
  static func resource(_ name: String, in schema: SchemaTable) -> String? {
    if let foreign = schema.foreignResource(name) { return sentence(foreign, in: schema) }
    let names = schema.memberIndices(of: schema.resourceDirectory).map(schema.name)
    return nearest(to: name, among: names).map { "the nearest is '\($0)'" }
  }

  /// A hint for the name of an element of a type.
  static func element(_ name: String, of type: Int, in schema: SchemaTable) -> String? {
    let isSibling = name.utf8.first == UInt8(ascii: "_")
    let plain = isSibling ? String(decoding: name.utf8.dropFirst(), as: UTF8.self) : name
    if let foreign = schema.foreignName(plain, of: schema.typeNames[type]) {
      return sentence(foreign, in: schema)
    }
    let names = schema.memberIndices(of: type).filter { schema.members[$0].kind != .comments }.map(schema.name)
    guard let nearest = nearest(to: plain, among: names) else { return nil }
    return "the nearest is '\(isSibling ? "_" : "")\(nearest)'"
  }

  private static func sentence(_ foreign: ForeignName, in schema: SchemaTable) -> String {
    let release = schema.release.rawValue
    let origin = "it is a name of \(foreign.release)"
    guard let counterpart = foreign.counterpart else { return "\(origin), and \(release) has none for it" }
    return "\(origin); \(release) calls it '\(counterpart)'"
  }

  /// The candidate that takes the fewest edits, `nil` when none is near: a third of the letters, two at least.
  package static func nearest(to name: String, among candidates: [String]) -> String? {
    let letters = Array(name.utf8.prefix(64))
    guard letters.count > 1 else { return nil }
    let limit = max(2, letters.count / 3)
    var best: (distance: Int, name: String)?
    for candidate in candidates {
      let distance = editDistance(letters, Array(candidate.utf8), limit: best.map { $0.distance - 1 } ?? limit)
      if let distance { best = (distance, candidate) }
    }
    guard let best, best.distance < letters.count else { return nil }
    return best.name
  }

  /// The number of letters to insert, remove or replace; a change of case counts for nothing.
  static func editDistance(_ a: [UInt8], _ b: [UInt8], limit: Int) -> Int? {
    guard abs(a.count - b.count) <= limit else { return nil }
    var row = Array(0...b.count)
    for (i, first) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, second) in b.enumerated() {
        let cost = first | 0x20 == second | 0x20 ? 0 : 1
        let value = min(row[j + 1] + 1, row[j] + 1, diagonal + cost)
        diagonal = row[j + 1]
        row[j + 1] = value
      }
    }
    return row[b.count] <= limit ? row[b.count] : nil
  }
}
