import FHIRSchema

/// The Swift source of one type with its nested types.
struct ModelWriter {
  /// How convenience code is compiled: into its callers and not into the module, of which it would be a sixth.
  static let emission = "@_alwaysEmitIntoClient"

  private var plan: ModelPlan
  private var meanings: ModelMeanings

  /// The source; marks the meanings that it uses.
  static func source(
    _ family: [ModelType], _ plan: ModelPlan, _ meanings: inout ModelMeanings
  ) throws(CompilerError) -> String {
    var writer = ModelWriter(plan: plan, meanings: meanings)
    var parts: [String] = []
    for type in family {
      parts.append(type.isResource ? try writer.resource(type) : try writer.element(type))
      for property in type.properties where property.isChoice { parts.append(try writer.choice(property, in: type)) }
      if type.isResource { parts.append(writer.fields(type)) }
    }
    meanings = writer.meanings
    return parts.joined(separator: "\n\n") + "\n"
  }

  // MARK: - Types

  private mutating func resource(_ type: ModelType) throws(CompilerError) -> String {
    let (name, word) = (type.name, ModelNames.uncapitalized(type.name))
    let heading = try heading(type)
    var properties: [String] = []
    for property in type.properties {
      let declared = ModelNames.declared(property.name)
      properties += try documentation(property)
      properties += [
        "public var \(declared): \(property.declaredType) {", "  get { box.value.\(declared) }",
        "  _modify { yield &own.value.\(declared) }", "}", "",
      ]
    }
    return """
      \(heading)
      public struct \(name): \(type.kind == .domainResource ? "DomainResource" : "FHIRResource"), StoredResource {
        /// The release of the model.
        public typealias Release = \(plan.release)

        @usableFromInline package var box: Box<Fields>

      \(Self.indented(properties))
        /// \(plan.selection.comments.isEmpty ? "Extensions" : "Extensions and comments"), and what was kept aside.
        public var extras: ElementExtras {
          get { box.value.extras }
          _modify { yield &own.value.extras }
        }

        /// The type in `resourceType`.
        public static var resourceType: ResourceType { .\(word) }

        /// Makes a resource in which everything is absent.
        public init() { box = Box(Fields()) }

      \(Self.indented(initialiser(type, depth: 1)))

        /// The resource in `resource`, `nil` when it is one of another type.
        public init?(_ resource: AnyResource) {
          guard case .\(word)(let resource) = resource else { return nil }
          self = resource
        }

        @usableFromInline package init(box: Box<Fields>) { self.box = box }

        /// This resource as one of any type.
        public var asAnyResource: AnyResource { .\(word)(self) }
      }
      """
  }

  private func fields(_ type: ModelType) -> String {
    """
    extension \(type.name) {
      @usableFromInline package struct Fields: ElementContent {
    \(Self.indented(type.properties.map { stored($0, access: "") }, 2))
        @usableFromInline package var extras = ElementExtras()

        @usableFromInline package init() {}

    \(Self.indented(coding(type), 2))
      }
    }
    """
  }

  private mutating func element(_ type: ModelType) throws(CompilerError) -> String {
    let heading = try heading(type)
    var properties: [String] = []
    for property in type.properties {
      properties += try documentation(property)
      properties.append(stored(property, access: "public "))
    }
    let model = """
      \(heading)
      public struct \(type.name): \(type.kind == .backboneElement ? "BackboneElement" : "FHIRElement"), ElementContent {
        /// The release of the model.
        public typealias Release = \(plan.release)

      \(Self.indented(properties))
        /// The id\(plan.selection.comments.isEmpty ? " and extensions" : ", extensions and comments"), and what was kept aside.
        public var extras = ElementExtras()

        /// Makes an element in which everything is absent.
        public init() {}

      \(Self.indented(initialiser(type, depth: type.isNested ? 2 : 1)))

      \(Self.indented(coding(type)))
      }
      """
    if !type.isNested { return model }
    let outer = ModelNames.nestedType(type.path).split(separator: ".").dropLast().joined(separator: ".")
    return "extension \(outer) {\n\(Self.indented([model]))\n}"
  }

  private mutating func choice(_ property: ModelProperty, in type: ModelType) throws(CompilerError) -> String {
    var (cases, accessors, members): ([String], [String], [String]) = ([], [], [])
    for form in property.forms {
      let (name, declared) = (form.caseName, ModelNames.declared(form.caseName))
      cases.append("/// As `\(property.name)\(form.suffix)`\(targets(form)).")
      cases.append("\(try plan.isIndirect(form) ? "indirect case" : "case") \(declared)(\(form.type))")
      accessors += [
        "", "/// `\(property.name)\(form.suffix)`, `nil` when the type is another.",
        "\(Self.emission) public var \(declared): \(form.type)? {",
        "  if case .\(name)(let value) = self { value } else { nil }", "}",
      ]
      members.append("case .\(name)(let value): writer.member(\"\(property.name)\(form.suffix)\", value)")
    }
    if property.hasMoment { accessors += moment(property) }
    // The synthesised equality takes long to build for many types.
    return """
      extension \(ModelNames.nestedType(type.path)) {
        /// The types that `\(property.name)` can have.
        public enum \(property.choice): ChoiceContent\(property.hasMoment ? ", MomentChoice" : "") {
      \(Self.indented(cases + accessors, 2))

          /// Whether both say the same in JSON.
          public static func == (lhs: Self, rhs: Self) -> Bool { lhs.hasSameJSON(as: rhs) }

          /// Hashes the JSON.
          public func hash(into hasher: inout Hasher) { hashJSON(into: &hasher) }

          @usableFromInline package func encode(to writer: inout ElementWriter) {
            switch self {
      \(Self.indented(members, 3))
            }
          }
        }
      }
      """
  }

  // MARK: - Parts

  /// The date of a choice, whichever of its types has one.
  private func moment(_ property: ModelProperty) -> [String] {
    let cases = property.forms.compactMap { form in
      form.momentPath.map { "  case .\(form.caseName)(let value): \($0)" }
    }
    return [
      "", "/// The value of a `dateTime` or an `instant`; `nil` for any other type.",
      "public var moment: FHIRDateTime? {", "  switch self {",
    ] + cases + (cases.count < property.forms.count ? ["  default: nil"] : [])
      + ["  }", "}"]
  }

  /// The initialiser with the required elements as parameters; all others have a default.
  private func initialiser(_ type: ModelType, depth: Int) -> [String] {
    let isStrict = type.properties.contains { $0.isRequired }
    let parameters = type.properties.map { property in
      let value = property.isRequired ? "" : property.isArray ? " = []" : " = nil"
      let declared = property.isRequired && !property.isArray ? property.type : property.declaredType
      let comma = property.name == type.properties.last?.name ? "" : ","
      return "\(ModelNames.declared(property.name)): \(declared)\(value)\(comma)"
    }
    let names = type.properties.map { ModelNames.declared($0.name) }
    return [
      "/// Makes \(type.isResource ? "a resource" : "an element") of what is given\(isStrict ? "; what has no default is required" : "").",
      "\(Self.emission) public init(",
    ] + Self.wrapped(parameters, width: 110 - 2 * depth).map { "  " + $0 } + [") {", "  self.init()"]
      + names.map { "  self.\($0) = \($0)" } + ["}"]
  }

  private func stored(_ property: ModelProperty, access: String) -> String {
    "\(property.isBoxed ? "@Boxed " : "")\(access)var \(ModelNames.declared(property.name)): \(property.declaredType)"
      + (property.isArray ? " = []" : "")
  }

  private func coding(_ type: ModelType) -> [String] {
    var (cases, members): ([String], [String]) = ([], [])
    for property in type.properties {
      let name = ModelNames.declared(property.name)
      // A parameter hides a property with its name.
      let scope = ["member", "reader"].contains(property.name) ? "self." : ""
      for form in property.forms {
        let argument = property.isChoice ? ", \(property.choice).\(form.caseName)" : ""
        cases.append("case \(cases.count): reader.decode(&\(scope)\(name)\(argument))")
      }
      members.append(
        property.isChoice ? "\(name)?.encode(to: &writer)" : "writer.member(\"\(property.name)\", \(name))")
      if property.name == type.memberBeforeExtensions { members.append("writer.extensions(extras)") }
    }
    let table = Self.wrapped(type.memberTable.split(separator: " ").map(String.init), width: 100)
    return [
      """
      @usableFromInline package static let members = \(plan.release).members(
        .\(type.kind), \"\"\"
      \(Self.indented(table, 2))
          \"\"\")

      @usableFromInline package mutating func decode(_ member: Int, from reader: inout TapeReader) {
        switch member {
      \(Self.indented(cases))
        default: break
        }
      }

      @usableFromInline package func encode(to writer: inout ElementWriter) {
      \(Self.indented(members))
      }
      """
    ]
  }

  private mutating func heading(_ type: ModelType) throws(CompilerError) -> String {
    let meaning = "/// \(try meanings.meaning(type.path))"
    return type.isNested
      ? meaning : meaning + "\n///\n/// \(plan.selection.page(type.name, isResource: type.isResource))"
  }

  private mutating func documentation(_ property: ModelProperty) throws(CompilerError) -> [String] {
    var facts = "Cardinality " + property.cardinality
    if property.forms.count == 1, let form = property.forms.first { facts += targets(form) }
    if let binding = property.binding {
      let isURL = binding.valueSet.hasPrefix("http")
      facts += "; \(binding.strength) codes: \(isURL ? binding.valueSet : "`\(binding.valueSet)`")"
    }
    return ["/// \(try meanings.meaning(property.path))", "///", "/// \(facts)."]
  }

  private func targets(_ form: ModelForm) -> String {
    guard form.structure == plan.names[.reference] else { return "" }
    return form.targets.isEmpty ? ", to any resource" : ", to " + form.targets.joined(separator: ", ")
  }

  private static func indented(_ texts: [String], _ depth: Int = 1) -> String {
    texts.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }.map {
      $0.isEmpty ? "" : String(repeating: "  ", count: depth) + $0
    }.joined(separator: "\n")
  }

  static func wrapped(_ words: [String], width: Int) -> [String] {
    var lines: [String] = []
    for word in words {
      if let last = lines.last, last.count + word.count < width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(word)
      }
    }
    return lines
  }
}
