import FHIRSchema

struct ModelType {
  /// The path in the definitions: `Observation`, `Observation.component`.
  var path: String
  /// The base with the members that it has from the runtime.
  var kind: SchemaRole
  /// Its elements and those of its base, without `id` and extensions of elements.
  var properties: [ModelProperty]
  /// The member of a resource after which its extensions follow, if it may have them.
  var memberBeforeExtensions: String?

  /// The name within the type that it is nested in.
  var name: String { ModelNames.capitalized(ModelNames.member(path)) }
  var isNested: Bool { path.contains(".") }
  var isResource: Bool { kind == .resource || kind == .domainResource }

  /// The text of its member table, with the forms of choices in the order of their numbers.
  var memberTable: String {
    properties.map { property in
      let forms = property.isChoice ? "[\(property.forms.map(\.suffix).joined(separator: "|"))]" : ""
      return property.name + forms + (property.isRequired ? "!" : "")
    }.joined(separator: " ")
  }
}

struct ModelProperty {
  /// The name in the definitions, without the suffix of a choice.
  var name: String
  var path, cardinality: String
  var isRequired, isArray, isChoice: Bool
  /// Whether it is stored on the heap because of its size.
  var isBoxed = false
  var forms: [ModelForm]
  var binding: SchemaBinding?

  /// The name of the enum of a choice; it must not shadow a type that is one of its forms.
  var choice: String {
    let name = ModelNames.capitalized(name)
    return forms.contains { $0.type == name } ? name + "Value" : name
  }

  /// The type without optional or array.
  var type: String { isChoice ? choice : forms.first?.type ?? "" }

  var declaredType: String { isArray ? "[\(type)]" : "\(type)?" }

  /// Whether a choice can be asked for a point in time. `date`, which all such choices get, must not hide a form.
  var hasMoment: Bool {
    isChoice && forms.contains { $0.momentPath != nil } && !forms.contains { $0.caseName == "date" }
  }
}

struct ModelForm {
  /// The suffix of the name in JSON, if the property is a choice.
  var suffix: String
  var type: String
  var structure: String?
  /// The types of resources that a reference may refer to; empty for any.
  var targets: [String] = []

  var caseName: String { ModelNames.uncapitalized(suffix) }

  /// The path from the value of the form to a date with a time; `nil` for types that have none.
  var momentPath: String? {
    switch type {
    case "Primitive<FHIRDateTime>": "value.value"
    case "Primitive<FHIRInstant>": "value.value?.dateTime"
    default: nil
    }
  }
}
