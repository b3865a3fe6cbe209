/// A published definition without the parts that no judge reads.
struct CompactDefinition {
  let type, id, url: String
  let json: DefinitionJSON

  var file: String { "\(type)-\(id).json" }

  var text: String { json.text() + "\n" }

  /// - Returns: `nil` if it is not a definition that records are judged by.
  init?(_ published: DefinitionJSON, name: String) throws(CompilerError) {
    guard let type = published["resourceType"]?.text, let form = Self.forms[type] else { return nil }
    guard let id = published["id"]?.text, let url = published["url"]?.text, !url.contains(" ") else {
      throw CompilerError("\(name) has no id or no url")
    }
    guard let reduced = form.reduced(published) else { throw CompilerError("\(name) is empty") }
    (self.type, self.id, self.url) = (type, id, url)
    let snapshot = PublishedSnapshot(published)
    json = Self.withoutRepetition(reduced, snapshot)
  }

  private init(type: String, id: String, url: String, json: DefinitionJSON) {
    (self.type, self.id, self.url, self.json) = (type, id, url, json)
  }

  private static let forms = [
    "StructureDefinition": DefinitionForm.structure, "ValueSet": .valueSet, "CodeSystem": .codeSystem,
  ]

  /// Its constraints, as a line of `guide.txt` names them: the key and the expression, or the words where there is no
  /// expression. The constraints of contexts have the id as their key.
  var correctable: [String] {
    let constraints = (json["differential"]?.items("element") ?? []).flatMap { $0.items("constraint") }
    return constraints.map { "\($0["key"]?.text ?? "") \(($0["expression"] ?? $0["human"])?.text ?? "")" }
      + json.items("contextInvariant").map { "\(id) \($0.text ?? "")" }
  }

  /// The value sets that records are judged by: those of required and extensible bindings, and each maximum.
  var boundValueSets: [String] {
    (json["differential"]?.items("element") ?? []).compactMap { $0["binding"] }.flatMap { binding in
      [binding["valueSet"], binding["valueSetUri"], binding["valueSetReference"]?["reference"]]
        + binding.items("extension").flatMap {
          [$0["valueReference"]?["reference"], $0["valueUri"], $0["valueCanonical"]]
        }
    }.compactMap { $0?.text }
  }

  var importedValueSets: [String] {
    (json["compose"].map { $0.items("import") + parts.flatMap { $0.items("valueSet") } } ?? []).compactMap(\.text)
  }

  /// The code system whose codes a value set defines itself, as the newer form has it; `nil` if it defines none.
  var definedCodeSystem: CompactDefinition? {
    guard let own = json["codeSystem"], let url = own["system"]?.text else { return nil }
    let head: [DefinitionJSON.Member] = [
      ("resourceType", .text("CodeSystem")), ("url", .text(url)), ("content", .text("complete")),
    ]
    let rest = own.members.filter { $0.name != "system" }
    return CompactDefinition(type: "CodeSystem", id: id, url: url, json: .object(head + rest))
  }

  /// The code systems whose content is needed to determine its codes: those included whole or by a filter.
  var neededCodeSystems: [String] { parts.filter { $0["concept"] == nil }.compactMap { $0["system"]?.text } }

  private var parts: [DefinitionJSON] {
    (json["compose"]?.items("include") ?? []) + (json["compose"]?.items("exclude") ?? [])
  }

  // MARK: - Elements

  /// Drops redundant parts of elements: ids that are paths, bindings that only recommend, and elements that then have
  /// only a path, unless it names a form of a choice, to which it restricts the choice.
  private static func withoutRepetition(_ json: DefinitionJSON, _ snapshot: PublishedSnapshot) -> DefinitionJSON {
    guard json["differential"] != nil else { return json }
    let published = (json["differential"]?.items("element") ?? []).map(snapshot.withSliceName)
    let type = (json["constrainedType"] ?? json["type"])?.text ?? ""
    let base = (json["baseDefinition"] ?? json["base"])?.text ?? ""
    let named = published + snapshot.onlyForbiddenHere(besides: published, type: type, base: base)
    let elements = named.flatMap { snapshot.lonelyChoice(of: $0) + [$0] }.map(shortened).filter { element in
      element.members.contains { $0.name != "path" && $0.name != "id" } || snapshot.isForm(element["path"]?.text ?? "")
    }
    var json = json
    json["differential"] = .object([("element", .array(elements))])
    return json
  }

  private static func shortened(_ element: DefinitionJSON) -> DefinitionJSON {
    var element = element
    if element["id"]?.text == element["path"]?.text { element["id"] = nil }
    // That an element modifies others is a fact of its type; only extensions differ in that.
    if element["path"]?.text != "Extension" { element["isModifier"] = nil }
    for name in ["mustSupport", "isModifier"] where element[name]?.text(indent: 0) == "false" { element[name] = nil }
    if let binding = element["binding"] {
      let isAdvice = ["example", "preferred"].contains(binding["strength"]?.text)
      let maximum = binding.items("extension").filter { $0["url"]?.text?.hasSuffix("-maxValueSet") ?? false }
      element["binding"]?["extension"] = nil
      if !maximum.isEmpty { element["binding"]?["extension"] = .array(maximum) }
      if isAdvice, maximum.isEmpty { element["binding"] = nil }
    }
    return element
  }
}

/// What only the snapshot of a published definition says about the elements of its differential.
struct PublishedSnapshot {
  /// The names of slices by the ids of their elements, with the member that has the name.
  private var names: [String: DefinitionJSON.Member] = [:]
  /// The last names of the base elements, by path.
  private var bases: [String: String] = [:]
  /// The elements that are not allowed, which the base allows.
  private var forbidden: [DefinitionJSON] = []
  /// The choices of which one type is left.
  private var lonely: [DefinitionJSON] = []

  init(_ published: DefinitionJSON) {
    for element in published["snapshot"]?.items("element") ?? [] {
      guard let path = element["path"]?.text else { continue }
      bases[path] = element["base"]?["path"]?.text?.split(separator: ".").last.map(String.init) ?? ""
      if element["id"]?.text?.hasSuffix("[x]") ?? false, element.items("type").count == 1 {
        lonely.append(element.keeping("id", "path", "type"))
      }
      guard let id = element["id"]?.text, path.contains("."), element["slicing"] == nil else { continue }
      if element["max"]?.text == "0", let maximum = element["base"]?["max"]?.text, maximum != "0",
        // Forms of a choice are told by the differential.
        !id.contains("[x]:")
      {
        forbidden.append(element.keeping("id", "path", "max"))
      }
      for member in ["sliceName", "name"] {
        if names[id] == nil, let name = element[member] { names[id] = (member, name) }
      }
    }
  }

  /// An element of the differential with the name of its slice: some editors write it only into the snapshot.
  func withSliceName(_ element: DefinitionJSON) -> DefinitionJSON {
    guard element["sliceName"] == nil, element["name"] == nil, let name = element["id"]?.text.flatMap({ names[$0] })
    else { return element }
    var members = element.members
    members.insert(name, at: members.firstIndex { $0.name == "path" }.map { $0 + 1 } ?? members.count)
    return .object(members)
  }

  /// The elements that only the snapshot forbids, if the base is the type: a profile as the base states them itself.
  func onlyForbiddenHere(besides elements: [DefinitionJSON], type: String, base: String) -> [DefinitionJSON] {
    guard base.hasSuffix("/" + type) else { return [] }
    let paths = Set(elements.compactMap { $0["path"]?.text })
    return forbidden.filter { !paths.contains($0["path"]?.text ?? "") }
  }

  /// The choice of a form that the differential names without demanding it, if the snapshot leaves no other type.
  func lonelyChoice(of form: DefinitionJSON) -> [DefinitionJSON] {
    guard isForm(form["path"]?.text ?? ""), form["min"]?.text(indent: 0) ?? "0" == "0" else { return [] }
    let id = (form["id"] ?? form["path"])?.text ?? ""
    return lonely.filter { choice in
      let name = choice["id"]?.text?.dropLast(3) ?? ""
      return id.hasPrefix(name) && !id.dropFirst(name.count).contains(".")
    }
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
    guard let snapshot = self["snapshot"], let type = self["type"]?.text else { return self }
    var definition = self
    for name in ["differential", "snapshot", "baseDefinition"] { definition[name] = nil }
    let base = "http://hl7.org/fhir/StructureDefinition/"
    definition["baseDefinition"] = .text(base + type)
    let elements = snapshot.items("element").compactMap { element -> DefinitionJSON? in
      let own = element.items("constraint").filter { !($0["source"]?.text?.hasPrefix(base) ?? false) }
      var kept = element
      kept["constraint"] = nil
      if !own.isEmpty { kept["constraint"] = .array(own) }
      let isNew =
        ["sliceName", "slicing", "mustSupport"].contains { element[$0] != nil } || !own.isEmpty
        || ["min", "max"].contains { element[$0]?.text(indent: 0) != element["base"]?[$0]?.text(indent: 0) }
        || element.items("type").contains { $0["profile"] != nil || $0["targetProfile"] != nil }
      return isNew ? kept : nil
    }
    definition["differential"] = .object([("element", .array(elements))])
    return definition
  }
}
