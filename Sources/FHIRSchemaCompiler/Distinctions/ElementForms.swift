package import Foundation

/// The members that the objects of a release may have, each with its JSON forms.
package struct ElementForms: Sendable {
  /// The JSON form of a member, as far as it distinguishes releases.
  package enum Form: String, CaseIterable, Comparable, Sendable {
    case string, number, boolean, object, strings, numbers, booleans, objects

    /// The form of an array of such values.
    var repeated: Form {
      switch self {
      case .string, .strings: .strings
      case .number, .numbers: .numbers
      case .boolean, .booleans: .booleans
      case .object, .objects: .objects
      }
    }

    package static func < (a: Form, b: Form) -> Bool { a.rawValue < b.rawValue }
  }

  /// One member.
  package struct Member: Hashable, Sendable {
    package let form: Form
    /// The type of its value; `nil` if it is nested in the element.
    package let type: String?

    package init(form: Form, type: String?) { (self.form, self.type) = (form, type) }
  }

  /// Resources that a document can contain.
  package private(set) var resources: Set<String> = []
  /// The members by name, by the type or the path of the element that has them.
  package private(set) var members: [String: [String: Member]] = [:]
  /// The types that stand for any resource.
  private var abstractResources: Set<String> = []

  /// The names of the members whose values are resources.
  package var resourceMembers: Set<String> {
    Set(
      members.values.flatMap { members in
        members.filter { abstractResources.contains($0.value.type ?? "") }.map(\.key)
      })
  }

  package init() {}

  package mutating func insert(resource: String) { resources.insert(resource) }
  package mutating func insert(abstractResource: String) { abstractResources.insert(abstractResource) }

  package mutating func insert(_ name: String, of holder: String, _ member: Member) {
    members[holder, default: [:]][name] = member
  }

  /// Reads the definitions of any release.
  package init(directory: URL) throws {
    for folder in ["resources", "types"] {
      let folder = directory.appendingPathComponent(folder)
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      where name.hasSuffix(".json") {
        let data = try Data(contentsOf: folder.appendingPathComponent(name))
        do {
          insert(try JSONDecoder().decode(Structure.self, from: data))
        } catch {
          throw CompilerError("\(name): \(error)")
        }
      }
    }
  }

  private mutating func insert(_ structure: Structure) {
    guard structure.kind != "primitive-type" else { return }
    if structure.kind == "resource" {
      if structure.abstract { insert(abstractResource: structure.id) } else { insert(resource: structure.id) }
    }
    for element in structure.snapshot.element {
      guard let dot = element.path.lastIndex(of: "."), element.max != "0" else { continue }
      insert(element, String(element.path[element.path.index(after: dot)...]), of: String(element.path[..<dot]))
    }
  }

  private mutating func insert(_ element: Structure.Element, _ name: String, of holder: String) {
    let codes = (element.type ?? []).compactMap(\.code)
    for code in codes.isEmpty ? [""] : codes {
      let form = Self.form(ofType: code)
      let isNested = ["", "BackboneElement", "Element"].contains(code)
      insert(
        name.hasSuffix("[x]") ? name.dropLast(3) + code.prefix(1).uppercased() + code.dropFirst() : name, of: holder,
        Member(form: element.max == "1" ? form : form.repeated, type: isNested ? nil : code))
    }
  }

  /// In all releases the names of primitive types begin with a lower-case letter.
  private static func form(ofType code: String) -> Form {
    switch code {
    case "boolean": .boolean
    case "decimal", "integer", "positiveInt", "unsignedInt": .number
    default: code.first.map { $0.isLowercase } ?? false ? .string : .object
    }
  }

  /// The part of a structure that has the same form in all releases.
  private struct Structure: Decodable {
    let id: String
    let kind: String
    let abstract: Bool
    let snapshot: Snapshot

    struct Snapshot: Decodable { let element: [Element] }
    struct Element: Decodable {
      let path: String
      let max: String
      let type: [ElementType]?
    }
    struct ElementType: Decodable { let code: String? }
  }
}
