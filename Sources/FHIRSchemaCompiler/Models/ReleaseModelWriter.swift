import FHIRSchema

/// The Swift source of the type that represents a release, and of the parts that only its models have.
enum ReleaseModelWriter {
  static func source(_ plan: ModelPlan) throws(CompilerError) -> String {
    let (name, selection) = (plan.release, plan.selection)
    // What the runtime asks of a release, and all models.
    var members = [
      "Extension": plan.names[.extension], "Meta": plan.names[.meta], "Narrative": plan.names[.narrative],
      "Reference": plan.names[.reference], "ResourceType": "ResourceType", "AnyResource": "AnyResource",
    ]
    for model in plan.types.map({ $0[0].name }) + plan.codes.map({ selection.codeType($0.valueSet.name) }) {
      members[model] = model
    }
    let primitive = "public typealias Primitive<Value: Hashable & Sendable> = ModelPrimitive<Value, \(name)>"
    let extras = "public typealias ElementExtras = ModelExtras<\(name)>"
    // An app that imports the models needs the types of their properties.
    return """
      @_exported public import FHIRModelRuntime
      import FHIRPrimitives

      /// \(selection.title), as the release of models.
      public enum \(name): ModelRelease {
        // Each model is a member, so that an app can name those of two releases, and a module can export the release alone.
      \(lines(members.sorted { $0.key < $1.key }) { "  public typealias \($0.key) = FHIR\(name).\($0.value)" })
        \(primitive)
        \(extras)

        /// The version of the definitions that the models are made from.
        public static var fhirVersion: String { "\(plan.version)" }

        /// What decoding and encoding know of the release.
        public static let tables = ModelTables<\(name)>(
          name: "\(name)", comments: "\(selection.comments)",
          forms: PrimitiveForms(\(try plan.primitiveForms())),
          modelled: MemberTable(.codes, \"\"\"
      \(lines(selection.resources) { "      " + $0 })
            \"\"\"),
          others: MemberTable(.codes, \"\"\"
      \(lines(plan.resourceTypes.filter { !selection.resources.contains($0) }) { "      " + $0 })
            \"\"\"),
          read: { number, object, reader in reader.modelled(number, at: object) },
          keep: { .other($0) },
          write: { resource, writer in writer.resource(resource) })
      }

      extension \(name): StoredRelease {}

      /// A primitive of the release, with its id and extensions.
      \(primitive)

      /// What any element of the release may have besides its own properties.
      \(extras)

      \(conformances(plan).joined(separator: "\n\n"))

      """
  }

  /// The conformances by which the runtime knows data types: the roles of the release, and members with certain names.
  private static func conformances(_ plan: ModelPlan) -> [String] {
    func member(_ role: SchemaRole) -> String { ModelNames.declared(ModelNames.member(plan.names[role])) }
    var parts = [
      """
      extension \(plan.names[.extension]): ExtensionElement {
        /// The URL that says what the extension means.
        public var extensionURL: String? { \(member(.extensionURL))?.value }
      }
      """,
      """
      extension \(plan.names[.reference]): ReferenceElement {
        /// The text of the reference.
        public var target: String? { \(member(.referenceReference))?.value }
      }
      """,
      "extension \(plan.names[.meta]): MetaElement {}",
    ]
    let systems = plan.types.compactMap(\.first).filter { type in
      !type.isResource && type.properties.contains { $0.name == "system" && $0.declaredType == "Primitive<String>?" }
    }
    parts += systems.map { "extension \($0.name): SystemElement {}" }
    let bundle = plan.names[.bundle]
    if plan.selection.resources.contains(bundle) {
      parts += ["extension \(bundle): ResourceBundle {}", "extension \(bundle).Entry: ResourceBundleEntry {}"]
    }
    let comments = plan.selection.comments
    for type in comments.isEmpty ? [] : ["FHIRElement", "FHIRResource", "ModelPrimitive"] {
      parts.append(
        """
        extension \(type) where Release == \(plan.release) {
          /// The comments in `\(comments)`.
          public var fhirComments: [String] {
            get { extras.comments }
            set { extras.comments = newValue }
          }
        }
        """)
    }
    return parts
  }

  // MARK: - Enums

  static func anyResource(_ resources: [String], _ release: String) -> String {
    let cases = resources.map { (name: $0, word: ModelNames.uncapitalized($0)) }
    func article(_ name: String) -> String { "AEIOU".contains(name.prefix(1)) ? "An" : "A" }
    return """
      /// A resource of any type; one without a model is kept whole.
      public enum AnyResource: AnyFHIRResource {
        /// The release of the models.
        public typealias Release = \(release)

      \(lines(cases) { "  /// \(article($0.name)) \($0.name).\n  case \($0.word)(\($0.name))" })
        /// A resource of a type without a model, or of an unknown one.
        indirect case other(RawResource)

        /// The resource as what all models are; `nil` for a resource of a type without a model.
        public var model: (any FHIRResource<\(release)>)? {
          switch self {
      \(lines(cases) { "    case .\($0.word)(let resource): resource" })
          case .other: nil
          }
        }

        /// The resource of a type without a model, `nil` for any other.
        public var rawResource: RawResource? { if case .other(let resource) = self { resource } else { nil } }
      }

      extension TapeReader {
        /// The resource of an object by the number of its type.
        mutating func modelled(_ number: Int, at object: Place) -> AnyResource {
          switch number {
      \(lines(cases.enumerated()) { "    case \($0.offset): .\($0.element.word)(stored(object))" })
          default: .other(RawResource(resourceTypeName: nil, json: raw(object)))
          }
        }
      }

      extension ElementWriter {
        /// A resource of any type.
        mutating func resource(_ resource: AnyResource) {
          switch resource {
      \(lines(cases) { "    case .\($0.word)(let resource): stored(resource, \"\($0.name)\")" })
          case .other(let resource): raw(resource.json.text)
          }
        }
      }

      """
  }

  static func resourceTypes(_ plan: ModelPlan) -> String {
    """
    /// The types of resources of \(plan.selection.title), also those without a model.
    public enum ResourceType: String, ModelResourceType {
    \(lines(plan.resourceTypes) { "  /// `\($0)`\n  case \(ModelNames.declared(ModelNames.uncapitalized($0))) = \"\($0)\"" })
    }

    """
  }

  static func codes(
    _ codes: [String], of valueSet: String, _ selection: ModelSelection, _ meanings: inout ModelMeanings
  ) throws(CompilerError) -> String {
    let name = selection.codeType(valueSet)
    var cases: [(name: String, declared: String, code: String)] = []
    for code in codes {
      guard !code.contains(" "), !code.contains("!"), !code.contains("[") else {
        throw CompilerError("the code '\(code)' of \(valueSet) cannot stand in a table")
      }
      let name = try ModelNames.codeCase(code)
      cases.append((name, ModelNames.declared(name), code))
    }
    guard Set(cases.map(\.name)).count == cases.count, !cases.contains(where: { $0.name == "unlisted" }) else {
      throw CompilerError("two cases of \(name) would have the same name")
    }
    return """
      /// \(try meanings.meaning("codes " + valueSet))
      ///
      /// \(selection.site)valueset-\(valueSet).html
      public enum \(name): CodeSet {
      \(lines(cases) { "  /// `\($0.code)`\n  case \($0.declared)" })
        /// A code that the value set does not list.
        case unlisted(String)

        /// The codes of the value set, in its order.
        public static let listed: [\(name)] = [
      \(lines(cases) { "    .\($0.name)," })
        ]

        @usableFromInline package static let codes = MemberTable(.codes, "\(codes.joined(separator: " "))")

        /// The code as it stands in JSON.
        public var code: String {
          switch self {
      \(lines(cases) { "    case .\($0.name): \"\($0.code)\"" })
          case .unlisted(let code): code
          }
        }
      }

      // So that a code can be set as it is: `.\(cases.first?.name ?? "")`.
      extension Primitive<\(name)> {
      \(lines(cases) { "  /// `\($0.code)`\n  \(ModelWriter.emission) public static var \($0.declared): Self { Self(.\($0.name)) }" })
      }

      """
  }

  private static func lines<Items: Sequence>(_ items: Items, _ line: (Items.Element) -> String) -> String {
    items.map(line).joined(separator: "\n")
  }
}
