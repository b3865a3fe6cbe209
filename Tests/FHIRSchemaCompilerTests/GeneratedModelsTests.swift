import FHIRSchema
import FHIRSchemaCompiler
import Testing

/// Generates models for a small release: one resource, and one value set to which its elements are bound.
struct GeneratedModelsTests {
  /// The generated files of a release whose resource `Dose` has the elements.
  private func files(
    elements: String, codes: String = "a", primitives: String = "", models: String = "", meanings: String = ""
  ) throws -> [String: String] {
    let files = [
      "release.txt": "release r0 1.0.0\n",
      "roles.txt": Self.roles,
      "primitives.txt": "primitive code Element string code -\nprimitive uri Element string uri -\n" + primitives,
      "types/Element.txt": "type Element -\n  extension 0..* Extension\n",
      "types/BackboneElement.txt": "type BackboneElement Element\n",
      "types/Extension.txt": "type Extension Element\n  url 1..1 uri attribute\n",
      "resources/Resource.txt": "abstract Resource -\n",
      "resources/Dose.txt": "resource Dose Resource\n\(elements)\n",
      "valuesets/dose-when.txt": "valueset dose-when http://a/dose-when\n  system http://a/when\n\(codes)\n",
      "models.txt": "title R0\nsite http://a/\nresource Dose\n\(models)\n",
      "meanings.txt": "Dose A dose.\nExtension An addition.\nExtension.url Its name.\n\(meanings)\n",
    ]
    return try GeneratedModels(SchemaFiles(release: "r0", files: files)).files
  }

  private static let roles = """
    role element Element
    role backbone-element BackboneElement
    role resource Resource
    role domain-resource DomainResource
    role extension Extension
    role reference Reference
    role meta Meta
    role narrative Narrative
    role bundle Bundle
    role reference.reference Reference.reference
    role extension.url Extension.url

    """

  private static let when = "when 0..1 code required dose-when"
  private static let whenMeanings = "Dose.when When it is taken.\ncodes dose-when When a dose is taken."

  @Test func codesBecomeCases() throws {
    let file = try files(elements: Self.when, codes: "MORN.late\nin-error\nGET\nseeAlso", meanings: Self.whenMeanings)[
      "Resources/Dose.swift"]
    let source = try #require(file)
    for (code, name) in [("MORN.late", "mornLate"), ("in-error", "inError"), ("GET", "get"), ("seeAlso", "seeAlso")] {
      #expect(source.contains("  /// `\(code)`\n  case \(name)\n"))
      #expect(source.contains("    case .\(name): \"\(code)\"\n"))
    }
  }

  /// So `FHIRToolkit` exports the release alone, and an app can name the models of two releases.
  @Test(arguments: [FHIRRelease.dstu2, .r4])
  func everyModelIsAMemberOfItsRelease(release: FHIRRelease) throws {
    let files = try GeneratedModels(CheckedIn.schema(release)).files
    let members = try #require(files["\(release.rawValue).swift"])
    let models = files.values.flatMap { source in
      source.matches(of: /(?m)^public (?:indirect )?(?:struct|enum|final class) ([A-Za-z0-9]+)\b(?!<)/).map(\.output.1)
    }
    #expect(models.count > 100 && models.contains("Patient"))
    for model in models where model != release.rawValue {
      #expect(members.contains("  public typealias \(model) = FHIR\(release.rawValue).\(model)\n"), "\(model)")
    }
  }

  /// A choice that may be a date with a time or an instant can be asked for it.
  @Test(arguments: [
    ("when[x] 0..1 dateTime|instant|code", "case .instant(let value): value.value?.dateTime\n      default: nil"),
    ("when[x] 0..1 dateTime|instant", "case .instant(let value): value.value?.dateTime\n      }"),
    ("when[x] 0..1 date|dateTime", nil), ("when[x] 0..1 code|uri", nil),
  ])
  func choicesOfDatesHaveAMoment(element: String, branch: String?) throws {
    let primitives = """
      primitive date Element string date -
      primitive dateTime Element string date-time -
      primitive instant Element string instant -

      """
    let files = try files(elements: element, primitives: primitives, meanings: "Dose.when When it is taken.")
    let source = try #require(files["Resources/Dose.swift"])
    #expect(source.contains(": ChoiceContent, MomentChoice {") == (branch != nil))
    #expect(source.contains("      case .dateTime(let value): value.value\n") == (branch != nil))
    if let branch { #expect(source.contains(branch)) }
  }

  @Test func codeWithoutANameIsRefused() {
    #expect(throws: CompilerError("no name for the code '_abstract'")) {
      try files(elements: Self.when, codes: "_abstract", meanings: Self.whenMeanings)
    }
  }

  @Test func plainCodesStayStrings() throws {
    let files = try files(
      elements: Self.when, codes: "_abstract", models: "plain dose-when", meanings: "Dose.when When it is taken.")
    #expect(files["Resources/Dose.swift"]?.contains("public var when: Primitive<String>? {") == true)
    #expect(!files.values.contains { $0.contains("DoseWhen") })
  }

  @Test func unusedNamesAreRefused() {
    #expect(throws: CompilerError("models.txt names dose-how, which is no value set")) {
      try files(elements: Self.when, models: "plain dose-how", meanings: Self.whenMeanings)
    }
    #expect(throws: CompilerError("models.txt names dose-how, which no model has")) {
      try files(elements: Self.when, models: "codes dose-how DoseHow", meanings: Self.whenMeanings)
    }
  }

  /// The grammars of the release's primitives determine what its dates, times and decimals may contain.
  @Test(arguments: [
    ("", "date: [], dateTime: [], instant: [], time: [], exponents: false"),
    (
      "primitive date Element string signed-date -\nprimitive time Element string leap-time -\n",
      "date: .signedYear, dateTime: [], instant: [], time: .leapSecond, exponents: false"
    ),
    (
      "primitive instant Element string instant -\nprimitive decimal Element number scientific-decimal -\n",
      "date: [], dateTime: [], instant: .leapSecond, time: [], exponents: true"
    ),
  ])
  func formsFollowFromTheGrammars(primitives: String, forms: String) throws {
    let files = try files(elements: Self.when, primitives: primitives, meanings: Self.whenMeanings)
    #expect(files["R0.swift"]?.contains("    forms: PrimitiveForms(\(forms)),\n") == true)
    #expect(files["R0.swift"]?.contains("static var fhirVersion: String { \"1.0.0\" }") == true)
  }

  @Test func aDateWithTheGrammarOfSomethingElseIsRefused() {
    #expect(throws: CompilerError("no grammar of dates or times for date")) {
      try files(
        elements: Self.when, primitives: "primitive date Element string uri -\n", meanings: Self.whenMeanings)
    }
  }

  /// The parameters of the decoding function have names that an element can have, too.
  @Test(arguments: ["member", "reader"])
  func elementMayHaveTheNameOfAParameter(name: String) throws {
    let source = try files(elements: "\(name) 0..1 uri", meanings: "Dose.\(name) A name.")["Resources/Dose.swift"]
    #expect(source?.contains("reader.decode(&self.\(name))") == true)
  }

  @Test func pageOfADataTypeIsTheSharedOneUnlessNamed() throws {
    let url = "url 0..1 uri"
    let meanings = "Dose.url A name."
    let shared = try files(elements: url, meanings: meanings)
    #expect(shared["DataTypes/Extension.swift"]?.contains("/// http://a/datatypes.html#Extension\n") == true)
    #expect(shared["Resources/Dose.swift"]?.contains("/// http://a/dose.html\n") == true)
    let named = try files(elements: url, models: "page Extension extensibility.html", meanings: meanings)
    #expect(named["DataTypes/Extension.swift"]?.contains("/// http://a/extensibility.html\n") == true)
  }

  @Test func modelWithoutAMeaningIsRefused() {
    #expect(throws: CompilerError("Dose.when is missing in meanings.txt")) { try files(elements: Self.when) }
  }

  @Test func meaningWithoutAModelIsRefused() {
    #expect(throws: CompilerError("Dose.how in meanings.txt is not in the models")) {
      try files(elements: Self.when, meanings: Self.whenMeanings + "\nDose.how How it is taken.")
    }
  }
}
