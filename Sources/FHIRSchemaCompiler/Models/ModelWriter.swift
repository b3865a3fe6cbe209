import FHIRSchema

/// The Swift source of one type with its nested types.
struct ModelWriter {
  /// How convenience code is compiled: into its callers and not into the module, of which it would be a sixth.
  static let emission = "@_alwaysEmitIntoClient"

  private var plan: ModelPlan
  private var meanings: ModelMeanings
  private var lines: [String] = []

  /// The source; marks the meanings that it uses.
  static func source(
    _ family: [ModelType], _ plan: ModelPlan, _ meanings: inout ModelMeanings
  ) throws(CompilerError) -> String {
    var writer = ModelWriter(plan: plan, meanings: meanings)
    for type in family {
      if type.isResource { try writer.resource(type) } else { try writer.element(type) }
    }
    meanings = writer.meanings
    return writer.lines.joined(separator: "\n") + "\n"
  }

  private init(plan: ModelPlan, meanings: ModelMeanings) {
    self.plan = plan
    self.meanings = meanings
  }

  mutating func line(_ text: String = "", _ depth: Int = 0) {
    lines.append(text.isEmpty ? "" : String(repeating: "  ", count: depth) + text)
  }

  // MARK: - Resources

  private mutating func resource(_ type: ModelType) throws(CompilerError) {
    let name = type.name
    let protocolName = type.kind == .domainResource ? "DomainResource" : "FHIRResource"
    try heading(type, 0)
    line("public struct \(name): \(protocolName), StoredResource {")
    line("/// The release of the model.", 1)
    line("public typealias Release = \(plan.release)", 1)
    line()
    line("@usableFromInline package var box: Box<Fields>", 1)
    line()
    for property in type.properties {
      try documentation(property, 1)
      line("public var \(ModelNames.declared(property.name)): \(property.declaredType) {", 1)
      line("get { box.value.\(ModelNames.declared(property.name)) }", 2)
      line("_modify { yield &own.value.\(ModelNames.declared(property.name)) }", 2)
      line("}", 1)
      line()
    }
    line(
      "/// \(plan.selection.comments.isEmpty ? "Extensions" : "Extensions and comments"), and what was kept aside.", 1)
    line("public var extras: ElementExtras {", 1)
    line("get { box.value.extras }", 2)
    line("_modify { yield &own.value.extras }", 2)
    line("}", 1)
    line()
    line("/// The type in `resourceType`.", 1)
    line("public static var resourceType: ResourceType { .\(ModelNames.uncapitalized(name)) }", 1)
    line()
    line("/// Makes a resource in which everything is absent.", 1)
    line("public init() { box = Box(Fields()) }", 1)
    line()
    initialiser(type, 1)
    line("/// The resource in `resource`, `nil` when it is one of another type.", 1)
    line("public init?(_ resource: AnyResource) {", 1)
    line("guard case .\(ModelNames.uncapitalized(name))(let resource) = resource else { return nil }", 2)
    line("self = resource", 2)
    line("}", 1)
    line()
    line("@usableFromInline package init(box: Box<Fields>) { self.box = box }", 1)
    line()
    line("/// This resource as one of any type.", 1)
    line("public var asAnyResource: AnyResource { .\(ModelNames.uncapitalized(name))(self) }", 1)
    line("}")
    for property in type.properties where property.isChoice { try choice(property, in: type) }
    line()
    line("extension \(name) {")
    line("@usableFromInline package struct Fields: ElementContent {", 1)
    for property in type.properties { stored(property, 2, access: "") }
    line("@usableFromInline package var extras = ElementExtras()", 2)
    line()
    line("@usableFromInline package init() {}", 2)
    line()
    coding(type, 2)
    line("}", 1)
    line("}")
  }

  // MARK: - Elements

  private mutating func element(_ type: ModelType) throws(CompilerError) {
    let depth = type.isNested ? 1 : 0
    if type.isNested {
      let outer = ModelNames.nestedType(type.path).split(separator: ".").dropLast().joined(separator: ".")
      line()
      line("extension \(outer) {")
    }
    try heading(type, depth)
    let protocolName = type.kind == .backboneElement ? "BackboneElement" : "FHIRElement"
    line("public struct \(type.name): \(protocolName), ElementContent {", depth)
    line("/// The release of the model.", depth + 1)
    line("public typealias Release = \(plan.release)", depth + 1)
    line()
    for property in type.properties {
      try documentation(property, depth + 1)
      stored(property, depth + 1, access: "public ")
    }
    let shared = plan.selection.comments.isEmpty ? "The id and extensions" : "The id, extensions and comments"
    line("/// \(shared), and what was kept aside.", depth + 1)
    line("public var extras = ElementExtras()", depth + 1)
    line()
    line("/// Makes an element in which everything is absent.", depth + 1)
    line("public init() {}", depth + 1)
    line()
    initialiser(type, depth + 1)
    coding(type, depth + 1)
    line("}", depth)
    if type.isNested { line("}") }
    for property in type.properties where property.isChoice { try choice(property, in: type) }
  }

  private mutating func choice(_ property: ModelProperty, in type: ModelType) throws(CompilerError) {
    line()
    line("extension \(ModelNames.nestedType(type.path)) {")
    line("/// The types that `\(property.name)` can have.", 1)
    line("public enum \(property.choice): ChoiceContent\(property.hasMoment ? ", MomentChoice" : "") {", 1)
    for form in property.forms {
      line("/// As `\(property.name)\(form.suffix)`\(targets(form)).", 2)
      let word = try plan.isIndirect(form) ? "indirect case" : "case"
      line("\(word) \(ModelNames.declared(form.caseName))(\(form.type))", 2)
    }
    for form in property.forms { accessor(form, of: property) }
    if property.hasMoment { moment(property) }
    line()
    equality(2)
    line("@usableFromInline package func encode(to writer: inout ElementWriter) {", 2)
    line("switch self {", 3)
    for form in property.forms {
      line("case .\(form.caseName)(let value): writer.member(\"\(property.name)\(form.suffix)\", value)", 3)
    }
    line("}", 3)
    line("}", 2)
    line("}", 1)
    line("}")
  }

  // MARK: - Parts

  private mutating func stored(_ property: ModelProperty, _ depth: Int, access: String) {
    let wrapper = property.isBoxed ? "@Boxed " : ""
    let value = property.isArray ? " = []" : ""
    line("\(wrapper)\(access)var \(ModelNames.declared(property.name)): \(property.declaredType)\(value)", depth)
  }

  /// Equality of a choice; the synthesised one takes long to build for many types.
  private mutating func equality(_ depth: Int) {
    line("/// Whether both say the same in JSON.", depth)
    line("public static func == (lhs: Self, rhs: Self) -> Bool { lhs.hasSameJSON(as: rhs) }", depth)
    line()
    line("/// Hashes the JSON.", depth)
    line("public func hash(into hasher: inout Hasher) { hashJSON(into: &hasher) }", depth)
    line()
  }

  private mutating func coding(_ type: ModelType, _ depth: Int) {
    line("@usableFromInline package static let members = \(plan.release).members(", depth)
    line(".\(type.kind), \"\"\"", depth + 1)
    for text in Self.wrapped(type.memberTable.split(separator: " ").map(String.init), width: 100) {
      line(text, depth + 2)
    }
    line("\"\"\")", depth + 2)
    line()
    line("@usableFromInline package mutating func decode(_ member: Int, from reader: inout TapeReader) {", depth)
    line("switch member {", depth + 1)
    var number = 0
    for property in type.properties {
      for form in property.forms {
        let argument = property.isChoice ? ", \(property.choice).\(form.caseName)" : ""
        // A parameter hides a property with its name.
        let scope = ["member", "reader"].contains(property.name) ? "self." : ""
        line("case \(number): reader.decode(&\(scope)\(ModelNames.declared(property.name))\(argument))", depth + 1)
        number += 1
      }
    }
    line("default: break", depth + 1)
    line("}", depth + 1)
    line("}", depth)
    line()
    line("@usableFromInline package func encode(to writer: inout ElementWriter) {", depth)
    for property in type.properties {
      let name = ModelNames.declared(property.name)
      let call = property.isChoice ? "\(name)?.encode(to: &writer)" : "writer.member(\"\(property.name)\", \(name))"
      line(call, depth + 1)
      if property.name == type.memberBeforeExtensions { line("writer.extensions(extras)", depth + 1) }
    }
    line("}", depth)
  }

  private mutating func heading(_ type: ModelType, _ depth: Int) throws(CompilerError) {
    line("/// \(try meanings.meaning(type.path))", depth)
    if !type.isNested {
      line("///", depth)
      line("/// \(plan.selection.page(type.name, isResource: type.isResource))", depth)
    }
  }

  private mutating func documentation(_ property: ModelProperty, _ depth: Int) throws(CompilerError) {
    line("/// \(try meanings.meaning(property.path))", depth)
    line("///", depth)
    var facts = "Cardinality " + property.cardinality
    if property.forms.count == 1, let form = property.forms.first { facts += targets(form) }
    if let binding = property.binding {
      let isURL = binding.valueSet.hasPrefix("http")
      facts += "; \(binding.strength) codes: \(isURL ? binding.valueSet : "`\(binding.valueSet)`")"
    }
    line("/// \(facts).", depth)
  }

  private func targets(_ form: ModelForm) -> String {
    guard form.structure == plan.names[.reference] else { return "" }
    return form.targets.isEmpty ? ", to any resource" : ", to " + form.targets.joined(separator: ", ")
  }

  /// Wraps words into lines.
  static func wrapped(_ words: [String], width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in words {
      if !line.isEmpty, line.count + word.count >= width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + (line.isEmpty ? [] : [line])
  }
}
