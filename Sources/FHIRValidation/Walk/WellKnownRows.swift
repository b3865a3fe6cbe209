import FHIRSchema

/// Rows that the walk needs by name, looked up once.
struct WellKnownRows: Sendable {
  let element: Int
  let bundle: Int
  let bundleEntry: Int
  /// The member `entry` of a Bundle.
  let entry: Int
  let entryElement: Int
  let coding: Int
  let extensionURL: UInt64
  let extensionValue: UInt64
  let extensionNested: UInt64

  init(_ schema: SchemaTable) {
    element = schema.type(named: "Element") ?? 0
    bundle = schema.type(named: "Bundle") ?? 0
    bundleEntry = schema.type(named: "Bundle.entry") ?? 0
    coding = schema.type(named: "Coding") ?? 0
    let bundleType = bundle
    entry = schema.memberIndices(of: bundleType).first { schema.name(of: $0) == "entry" } ?? 0
    entryElement = Int(schema.members[entry].element)
    let type = schema.type(named: "Extension") ?? 0
    func bit(_ name: String) -> UInt64 {
      schema.elements(of: type).firstIndex { $0.baseName == name }
        .map { 1 << UInt64($0 - schema.elements(of: type).startIndex) } ?? 0
    }
    extensionURL = bit("url")
    extensionValue = bit("value")
    extensionNested = bit("extension")
  }
}
