import FHIRSchema

/// The Swift source of the type that represents a release, and of the parts that only its models have.
enum ReleaseModelWriter {
  static func source(_ plan: ModelPlan) throws(CompilerError) -> String {
    let name = plan.release
    let resources = plan.selection.resources
    var lines = [
      // An app that imports the models needs the types of their properties.
      "@_exported public import FHIRModelRuntime",
      "import FHIRPrimitives",
      "",
      "/// \(plan.selection.title), as the release of models.",
      "public enum \(name): ModelRelease {",
    ]
    // What the runtime asks of a release, and all models.
    var members = [
      "Extension": plan.names[.extension], "Meta": plan.names[.meta], "Narrative": plan.names[.narrative],
      "Reference": plan.names[.reference], "ResourceType": "ResourceType", "AnyResource": "AnyResource",
    ]
    for model in plan.types.map({ $0[0].name }) + plan.codes.map({ plan.selection.codeType($0.valueSet.name) }) {
      members[model] = model
    }
    lines += [
      "  // Each model is a member, so that an app can name those of two releases, and a module can export the release alone."
    ]
    for (member, type) in members.sorted(by: { $0.key < $1.key }) {
      lines.append("  public typealias \(member) = FHIR\(name).\(type)")
    }
    lines += shorthands(name).map { "  " + $0 }
    lines += [
      "",
      "  /// The version of the definitions that the models are made from.",
      "  public static var fhirVersion: String { \"\(plan.version)\" }",
      "",
      "  /// What decoding and encoding know of the release.",
      "  public static let tables = ModelTables<\(name)>(",
      "    name: \"\(name)\", comments: \"\(plan.selection.comments)\",",
      "    forms: PrimitiveForms(\(try plan.primitiveForms())),",
      "    modelled: MemberTable(.codes, \"\"\"",
    ]
    lines += resources.map { "      \($0)" }
    lines += ["      \"\"\"),", "    others: MemberTable(.codes, \"\"\""]
    lines += plan.resourceTypes.filter { !resources.contains($0) }.map { "      \($0)" }
    lines += [
      "      \"\"\"),",
      "    read: { number, object, reader in reader.modelled(number, at: object) },",
      "    keep: { .other($0) },",
      "    write: { resource, writer in writer.resource(resource) })",
      "}",
      "",
      "extension \(name): StoredRelease {}",
      "",
      "/// A primitive of the release, with its id and extensions.",
      shorthands(name)[0],
      "",
      "/// What any element of the release may have besides its own properties.",
      shorthands(name)[1],
    ]
    lines += conformances(plan)
    let bundle = plan.names[.bundle]
    if resources.contains(bundle) {
      lines += [
        "", "extension \(bundle): ResourceBundle {}", "", "extension \(bundle).Entry: ResourceBundleEntry {}",
      ]
    }
    if !plan.selection.comments.isEmpty {
      for (type, condition) in [
        ("FHIRElement", "Release"), ("FHIRResource", "Release"), ("ModelPrimitive", "Release"),
      ] {
        lines += [
          "",
          "extension \(type) where \(condition) == \(name) {",
          "  /// The comments in `\(plan.selection.comments)`.",
          "  public var fhirComments: [String] {",
          "    get { extras.comments }",
          "    set { extras.comments = newValue }",
          "  }",
          "}",
        ]
      }
    }
    lines.append("")
    return lines.joined(separator: "\n")
  }

  /// The runtime's generic types for the release.
  private static func shorthands(_ release: String) -> [String] {
    [
      "public typealias Primitive<Value: Hashable & Sendable> = ModelPrimitive<Value, \(release)>",
      "public typealias ElementExtras = ModelExtras<\(release)>",
    ]
  }

  /// The conformances by which the runtime recognises data types: the roles of the release, and members with certain
  /// names.
  private static func conformances(_ plan: ModelPlan) -> [String] {
    var lines = [
      "",
      "extension \(plan.names[.extension]): ExtensionElement {",
      "  /// The URL that says what the extension means.",
      "  public var extensionURL: String? { \(ModelNames.declared(ModelNames.member(plan.names[.extensionURL])))?.value }",
      "}",
      "",
      "extension \(plan.names[.reference]): ReferenceElement {",
      "  /// The text of the reference.",
      "  public var target: String? { \(ModelNames.declared(ModelNames.member(plan.names[.referenceReference])))?.value }",
      "}",
      "",
      "extension \(plan.names[.meta]): MetaElement {}",
    ]
    let systems = plan.types.compactMap(\.first).filter { type in
      !type.isResource && type.properties.contains { $0.name == "system" && $0.declaredType == "Primitive<String>?" }
    }
    for type in systems { lines += ["", "extension \(type.name): SystemElement {}"] }
    return lines
  }
}
