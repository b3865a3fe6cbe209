import FHIRTape

/// What the snapshot of a published definition says of one element, in the words of `ElementDefinition`.
struct Demand {
  /// The names from the resource to the element; `value[x]` for a choice.
  let path: [String]
  let isRequired: Bool
  /// Whether it may occur once only, although the type of resource has a list for it.
  let isLimited: Bool
  let type: String?
  /// The definitions of which a target must meet one; empty if it may be any resource.
  let targets: [String]
  let hasRequiredCodes: Bool
  /// The only value of a text, or the code of a concept's pattern.
  let fixed: String?

  /// - Returns: `nil` for the resource itself, and for what is said of a slice.
  init?(_ element: JSONNode) {
    guard let path = element["path"]?.string, element["id"]?.string?.contains(":") != true, element["sliceName"] == nil
    else { return nil }
    self.path = path.split(separator: ".").dropFirst().map(String.init)
    if self.path.isEmpty { return nil }
    isRequired = element["min"]?.integer ?? 0 > 0
    isLimited = element["max"]?.string == "1" && element["base"]?["max"]?.string == "*"
    let types = element["type"]?.items ?? []
    type = types.count == 1 ? types[0]["code"]?.string : nil
    // The older form has one type for each target, in its profile.
    let profiles = types.flatMap { ($0["targetProfile"] ?? $0["profile"])?.items ?? [] }.compactMap(\.string)
    targets = types.allSatisfy({ $0["code"]?.string == "Reference" }) ? profiles : []
    hasRequiredCodes = type == "code" && element["binding"]?["strength"]?.string == "required"
    let value = element.members.first { $0.name.hasPrefix("fixed") || $0.name.hasPrefix("pattern") }?.value
    fixed = value?.string ?? value?["coding"]?.items.first?["code"]?.string
  }

  /// The members of the element in a resource, each with the object that has it.
  func members(in resource: JSONNode) -> [(object: JSONNode, member: JSONNode.Member)] {
    var objects = [resource]
    for name in path.dropLast() {
      objects = objects.flatMap { Self.members(name, of: $0) }.flatMap { $0.value.items }
    }
    return objects.flatMap { object in Self.members(path[path.count - 1], of: object).map { (object, $0) } }
  }

  private static func members(_ name: String, of object: JSONNode) -> [JSONNode.Member] {
    guard name.hasSuffix("[x]") else { return object.members.filter { $0.name == name } }
    let base = name.dropLast(3)
    return object.members.filter { $0.name.hasPrefix(base) && $0.name.dropFirst(base.count).first?.isUppercase == true }
  }
}

/// The definitions of a package or a release, by url.
struct Demands {
  private var byURL: [String: [Demand]] = [:]
  /// The types of resources that the definitions are about.
  private var types: [String: String] = [:]

  mutating func add(_ definition: JSONNode) {
    guard let url = definition["url"]?.string, let elements = definition["snapshot"]?["element"] else { return }
    byURL[url] = elements.items.compactMap { Demand($0) }
    types[url] = elements.items.first?["path"]?.string
  }

  /// What the profiles say that a resource claims; what its type says, if none of these is known.
  func of(_ resource: JSONNode) -> [Demand] {
    let claims = (resource["meta"]?["profile"]?.items ?? []).compactMap(\.string)
    let claimed = claims.flatMap { byURL[String($0.prefix { $0 != "|" })] ?? [] }
    guard claimed.isEmpty, let type = resource["resourceType"]?.string else { return claimed }
    return byURL[Self.types + type] ?? []
  }

  /// How the urls of the definitions of types begin.
  static let types = "http://hl7.org/fhir/StructureDefinition/"

  /// A type of resource that is none of the targets; `nil` if these are not all known.
  func other(than targets: [String]) -> String? {
    let known = targets.map { types[$0] ?? ($0.hasPrefix(Self.types) ? String($0.dropFirst(Self.types.count)) : nil) }
    if known.isEmpty || known.contains(nil) || known.contains("Resource") { return nil }
    return ["Slot", "Flag", "Basic"].first { !known.contains($0) }
  }
}

/// A value of a JSON text and the bytes that it takes, for edits that leave all other bytes as they are.
struct JSONNode {
  typealias Member = (name: String, key: Range<Int>, value: JSONNode)

  let tag: TapeTag
  /// From its first byte to the byte after its last.
  let range: Range<Int>
  var members: [Member] = []
  var array: [JSONNode] = []
  var string: String?
  var integer: Int?

  /// - Returns: `nil` if the bytes are not one JSON value.
  init?(_ bytes: [UInt8]) {
    guard let node = try? TapedJSON.read(bytes, { JSONNode($0, .root) }) else { return nil }
    self = node
  }

  private init(_ tape: Tape, _ index: TapeIndex) {
    (tag, range) = (tape.tag(index), tape.range(index))
    switch tag {
    case .object: members = tape.keys(of: index).map { (tape.string($0), tape.range($0), JSONNode(tape, $0.value)) }
    case .array: array = tape.items(of: index).map { JSONNode(tape, $0) }
    case .string, .escapedString: string = tape.string(index)
    case .integer: integer = Int(tape.string(index))
    default: break
    }
  }

  subscript(name: String) -> JSONNode? { members.first { $0.name == name }?.value }

  /// The items of an array; any other value is its own only item.
  var items: [JSONNode] { tag == .array ? array : [self] }

  /// All objects in it, itself first.
  var objects: [JSONNode] { (tag == .object ? [self] : []) + (members.map { $0.value } + array).flatMap(\.objects) }

  /// All resources in it that are not contained in others, itself first.
  var resources: [JSONNode] {
    let inside = members.filter { $0.name != "contained" }.map { $0.value } + array
    return (self["resourceType"] == nil ? [] : [self]) + inside.flatMap(\.resources)
  }
}
