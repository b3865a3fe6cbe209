/// Conveniences that shorten code that uses the models.
extension ModelWriter {
  /// The initialiser with the required elements as parameters; all others have a default.
  mutating func initialiser(_ type: ModelType, _ depth: Int) {
    let isStrict = type.properties.contains { $0.isRequired }
    line(
      "/// Makes \(type.isResource ? "a resource" : "an element") of what is given\(isStrict ? "; what has no default is required" : "").",
      depth)
    line("\(Self.emission) public init(", depth)
    let parameters = type.properties.map { property in
      let value = property.isRequired ? "" : property.isArray ? " = []" : " = nil"
      let declared = property.isRequired && !property.isArray ? property.type : property.declaredType
      let comma = property.name == type.properties.last?.name ? "" : ","
      return "\(ModelNames.declared(property.name)): \(declared)\(value)\(comma)"
    }
    for text in Self.wrapped(parameters, width: 110 - 2 * depth) { line(text, depth + 1) }
    line(") {", depth)
    line("self.init()", depth + 1)
    for property in type.properties {
      let name = ModelNames.declared(property.name)
      line("self.\(name) = \(name)", depth + 1)
    }
    line("}", depth)
    line()
  }

  /// The property of a choice that holds one of its forms.
  mutating func accessor(_ form: ModelForm, of property: ModelProperty) {
    let name = ModelNames.declared(form.caseName)
    line()
    line("/// `\(property.name)\(form.suffix)`, `nil` when the type is another.", 2)
    line("\(Self.emission) public var \(name): \(form.type)? {", 2)
    line("if case .\(form.caseName)(let value) = self { value } else { nil }", 3)
    line("}", 2)
  }

  /// The date of a choice, whichever of its types has one.
  mutating func moment(_ property: ModelProperty) {
    line()
    line("/// The value of a `dateTime` or an `instant`; `nil` for any other type.", 2)
    line("public var moment: FHIRDateTime? {", 2)
    line("switch self {", 3)
    for form in property.forms {
      if let path = form.momentPath { line("case .\(form.caseName)(let value): \(path)", 3) }
    }
    if property.forms.contains(where: { $0.momentPath == nil }) { line("default: nil", 3) }
    line("}", 3)
    line("}", 2)
  }
}
