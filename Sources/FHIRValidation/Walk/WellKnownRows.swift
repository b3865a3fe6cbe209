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
  let age: Int
  let duration: Int
  let observation: Int
  let observationComponent: Int
  let composition: Int
  let messageHeader: Int
  /// The member `data` of a MessageHeader.
  let messageData: Int
  let operationOutcome: Int
  let extensionURL: UInt64
  let extensionValue: UInt64
  let extensionNested: UInt64
  let metaProfile: UInt64

  init(_ schema: SchemaTable) {
    element = schema.type(named: "Element") ?? 0
    bundle = schema.type(named: "Bundle") ?? 0
    bundleEntry = schema.type(named: "Bundle.entry") ?? 0
    coding = schema.type(named: "Coding") ?? 0
    age = schema.type(named: "Age") ?? -1
    duration = schema.type(named: "Duration") ?? -1
    observation = schema.type(named: "Observation") ?? 0
    observationComponent = schema.type(named: "Observation.component") ?? 0
    composition = schema.type(named: "Composition") ?? 0
    messageHeader = schema.type(named: "MessageHeader") ?? 0
    operationOutcome = schema.type(named: "OperationOutcome") ?? 0
    func member(_ name: String, of type: Int) -> Int {
      schema.memberIndices(of: type).first { schema.name(of: $0) == name } ?? 0
    }
    entry = member("entry", of: bundle)
    entryElement = Int(schema.members[entry].element)
    messageData = member("data", of: messageHeader)
    /// The bit of an element in the masks of its type.
    func bit(_ type: String, _ name: String) -> UInt64 {
      let elements = schema.type(named: type).map(schema.elements) ?? []
      return elements.firstIndex { $0.baseName == name }.map { 1 << UInt64($0) } ?? 0
    }
    extensionURL = bit("Extension", "url")
    extensionValue = bit("Extension", "value")
    extensionNested = bit("Extension", "extension")
    metaProfile = bit("Meta", "profile")
  }
}
