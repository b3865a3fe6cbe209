/// What only the snapshot of a published definition says about the elements of its differential.
struct PublishedSnapshot {
  /// The names of slices by the ids of their elements, with the member that has the name.
  private var names: [String: DefinitionJSON.Member] = [:]
  /// The last names of the base elements, by path.
  private var bases: [String: String] = [:]
  /// The elements that are not allowed, which the base allows.
  private var forbidden: [DefinitionJSON] = []

  init(_ published: DefinitionJSON) {
    for element in published["snapshot"]?.items("element") ?? [] {
      guard let path = element["path"]?.text else { continue }
      bases[path] = element["base"]?["path"]?.text?.split(separator: ".").last.map(String.init) ?? ""
      guard let id = element["id"]?.text, path.contains("."), element["slicing"] == nil else { continue }
      if element["max"]?.text == "0", let maximum = element["base"]?["max"]?.text, maximum != "0",
        // Forms of a choice are told by the differential.
        !id.contains("[x]:")
      {
        forbidden.append(element.keeping("id", "path", "max"))
      }
      for member in ["sliceName", "name"] {
        if names[id] == nil, let name = element[member] { names[id] = .init(name: member, value: name) }
      }
    }
  }

  /// An element of the differential with the name of its slice: some editors write it only into the snapshot.
  func withSliceName(_ element: DefinitionJSON) -> DefinitionJSON {
    guard case .object(var members) = element, element["sliceName"] == nil, element["name"] == nil,
      let name = element["id"]?.text.flatMap({ names[$0] })
    else { return element }
    let place = members.firstIndex { $0.name == "path" }.map { $0 + 1 } ?? members.count
    members.insert(name, at: place)
    return .object(members)
  }

  /// The elements that only the snapshot forbids, if the base is the type: a profile as the base states them itself.
  func onlyForbiddenHere(besides elements: [DefinitionJSON], type: String, base: String) -> [DefinitionJSON] {
    guard base.hasSuffix("/" + type) else { return [] }
    let paths = Set(elements.compactMap { $0["path"]?.text })
    return forbidden.filter { !paths.contains($0["path"]?.text ?? "") }
  }

  /// Whether a path of the differential names one form of a choice, such as `valueQuantity`.
  func isForm(_ path: String) -> Bool {
    guard !bases.isEmpty, path.contains(".") else { return false }
    // A snapshot has the choice itself, or the form with the choice as its base.
    guard let base = bases[path] else { return true }
    return base.hasSuffix("[x]") && !path.hasSuffix(base)
  }
}

extension DefinitionJSON {
  /// A profile with its snapshot as the differences from the type, without the constraints that the type has.
  var ofItsType: DefinitionJSON {
    guard case .object(var members) = self, let snapshot = self["snapshot"], let type = self["type"]?.text else {
      return self
    }
    members.removeAll { ["differential", "snapshot", "baseDefinition"].contains($0.name) }
    let base = "http://hl7.org/fhir/StructureDefinition/"
    members.append(.init(name: "baseDefinition", value: .plain("\"\(base)\(type)\"")))
    let elements = snapshot.items("element").compactMap { element -> DefinitionJSON? in
      guard case .object(var members) = element else { return nil }
      let own = element.items("constraint").filter { !($0["source"]?.text?.hasPrefix(base) ?? false) }
      members.removeAll { $0.name == "constraint" }
      if !own.isEmpty { members.append(.init(name: "constraint", value: .array(own))) }
      let isNew =
        ["sliceName", "slicing", "mustSupport"].contains { element[$0] != nil } || !own.isEmpty
        || ["min", "max"].contains { element[$0]?.text(indent: 0) != element["base"]?[$0]?.text(indent: 0) }
        || element.items("type").contains { $0["profile"] != nil || $0["targetProfile"] != nil }
      return isNew ? .object(members) : nil
    }
    members.append(
      .init(name: "differential", value: .object([.init(name: "element", value: .array(elements))])))
    return .object(members)
  }
}
