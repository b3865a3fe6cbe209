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
