package import FHIRSchema

/// What the releases have together, as the text that `ReleaseNames` reads: the names by which a record shows its release.
///
/// It follows from the texts of the releases alone. A type of all releases has the members that not all of them have in
/// the same JSON form, and those that lead to such members; whatever else a record has says nothing of its release.
///
/// ```text
/// release r4 4.0.1                                   the releases by number, the oldest first
/// rank 2                                             their numbers by rank, the best first
/// bundle Bundle                                      the types whose entries are records
/// profile 04 ://hl7.org/fhir/us/core/                and `system`, `version`, `comments`: a text, and who has it
/// type 1f Account 1234                               a resource, the releases that have it, and the place of its members
///                                                    behind the first empty line
///
/// subject 07o18O                                     the releases that have it in a form, an array in capitals
/// coverage >002345                                   the place of the members of its values
/// contained *                                        its values are resources
/// reference &                                        its value refers to a resource
/// +000087                                            also the members at another place, those of a base
/// ```
package struct JointText {
  /// A type by its structures in the releases, `nil` for a release without one.
  private typealias Key = [String?]

  private let releases: [ReleaseStructures]
  /// The types: those of resources, sorted by name, then those of their values.
  private var keys: [Key] = []
  private var numbers: [Key: Int] = [:]
  /// The members of each type, shorter names first.
  private var members: [[Member]] = []
  /// The type of the bases of each type's structures, -1 for none.
  private var bases: [Int] = []

  private struct Member: Equatable {
    let name: String
    /// For each form, one bit for each release that has it so.
    var forms: [MemberForm: Int] = [:]
    /// The structure of its values in each release.
    var contents: Key
    /// The number of the type of its values, -1 for none.
    var content = -1
    var holdsResources = false
    var isReference = false
    var tells = false
  }

  /// - Parameter texts: the schema texts of the releases, the oldest first.
  package init(_ texts: [String]) throws {
    releases = try texts.map(ReleaseStructures.init)
    for name in Set(releases.flatMap(\.resources)).sorted() {
      _ = number(of: releases.map { $0.resources.contains(name) ? name : nil })
    }
    while members.count < keys.count {
      var own = read(keys[members.count])
      for place in own.indices { own[place].content = number(of: own[place].contents) }
      let key = keys[members.count]
      bases.append(number(of: key.indices.map { number in key[number].flatMap { releases[number].base(of: $0) } }))
      members.append(own)
    }
  }

  private mutating func number(of key: Key) -> Int {
    if let number = numbers[key] { return number }
    guard key.contains(where: { $0 != nil }) else { return -1 }
    numbers[key] = keys.count
    keys.append(key)
    return keys.count - 1
  }

  package var text: String {
    // Whether a member, or one of its values, tells releases apart.
    var (telling, hasChanged) = (keys.map { _ in false }, true)
    while hasChanged {
      hasChanged = false
      for type in keys.indices where !telling[type] {
        telling[type] = members[type].contains {
          $0.tells || $0.holdsResources || $0.isReference || $0.content >= 0 && telling[$0.content]
        }
        hasChanged = hasChanged || telling[type]
      }
    }
    let resources = Set(releases.flatMap(\.resources)).count
    // Places are of one width, so that they are known before the lines are.
    var (lines, places) = ("", keys.map { _ in 0 })
    for isKnown in [false, true] {
      lines = ""
      for type in keys.indices where telling[type] || type < resources {
        if !isKnown { places[type] = lines.utf8.count }
        let inherited = bases[type] >= 0 ? members[bases[type]] : []
        let isShared = bases[type] >= 0 && telling[bases[type]] && inherited.allSatisfy(members[type].contains)
        for member in members[type] where !isShared || !inherited.contains(member) {
          lines += line(of: member, member.content >= 0 && telling[member.content] ? places[member.content] : nil)
        }
        lines += isShared ? "+\(digits(places[bases[type]]))\n\n" : "\n"
      }
    }
    let heads = (0..<resources).map { type in
      "type \(hex(set(of: keys[type]))) \(keys[type].compactMap(\.self)[0]) \(places[type])\n"
    }
    // Some readers of names read eight bytes at once.
    return facts() + heads.joined() + "\n" + lines + "the end\n"
  }

  // MARK: - Types

  /// The line of a member, empty if it tells nothing.
  private func line(of member: Member, _ place: Int?) -> String {
    var word = ""
    for form in MemberForm.allCases where member.tells {
      if let set = member.forms[form] { word += "\(hex(set))\(Character(UnicodeScalar(form.letter)))" }
    }
    if member.holdsResources { word += "*" }
    if member.isReference { word += "&" }
    if let place { word += ">" + digits(place) }
    return word.isEmpty ? "" : "\(member.name) \(word)\n"
  }

  /// The members that the structures have, and those of their bases.
  private func read(_ key: Key) -> [Member] {
    var (members, places) = ([Member](), [String: Int]())
    for (number, release) in releases.enumerated() {
      guard let structure = key[number] else { continue }
      let facts = release.schema.facts
      let isExtension = structure == facts.typeName(.extension)
      for element in release.elements(of: structure) {
        for type in element.types.map(\.name) {
          let suffix = element.isChoice ? ModelNames.capitalized(type) : ""
          let name = element.baseName + suffix
          let place = places[name] ?? members.count
          if place == members.count { members.append(Member(name: name, contents: key.map { _ in nil })) }
          places[name] = place
          let content = type.hasPrefix("@") ? String(type.dropFirst()) : type
          let form = release.form(of: content)
          members[place].forms[element.maximum == 1 ? form : form.repeated ?? form, default: 0] |= 1 << number
          let holdsResources = content == facts.typeName(.resource)
          if holdsResources { members[place].holdsResources = true }
          if "\(structure).\(name)" == facts.typeName(.referenceReference) { members[place].isReference = true }
          // What an extension holds is its author's choice.
          if form == .object, !holdsResources, !isExtension || !element.isChoice, release.structures[content] != nil {
            members[place].contents[number] = content
          }
        }
      }
    }
    let all = set(of: key)
    for place in members.indices { members[place].tells = members[place].forms.values.contains { $0 != all } }
    // Longer names than any release has are left out.
    return members.filter { $0.name.utf8.count < 64 }.sorted { $0.name.utf8.count < $1.name.utf8.count }
  }

  private func set(of key: Key) -> Int { key.indices.reduce(0) { $0 | (key[$1] == nil ? 0 : 1 << $1) } }

  private func digits(_ place: Int) -> String { String(String(1_000_000 + place).dropFirst()) }

  private func hex(_ set: Int) -> String { (set < 16 ? "0" : "") + String(set, radix: 16) }

  // MARK: - Facts

  private func facts() -> String {
    let ranks = releases.indices.sorted { (releases[$0].rank, -$0) < (releases[$1].rank, -$1) }
    let bundles = Set(releases.compactMap { $0.schema.facts.typeName(.bundle) }).sorted()
    var marks: [String: Int] = [:]
    for (number, release) in releases.enumerated() {
      for mark in release.marks { marks[mark, default: 0] |= 1 << number }
      // Until the release that moved them.
      let earlier = Set(releases[..<number].flatMap(\.moved))
      for system in release.moved where !earlier.contains(system) {
        marks["system \(system)", default: 0] |= 1 << number - 1
      }
    }
    let lines =
      releases.map { "release \($0.schema.release) \($0.schema.version)" } + ranks.map { "rank \($0)" }
      + bundles.map { "bundle \($0)" }
      + marks.keys.sorted().map {
        let words = $0.split(separator: " ")
        return "\(words[0]) \(hex(marks[$0] ?? 0)) \(words[1])"
      }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension ReleaseNames {
  /// The names of releases that are not generated; what is read of their texts is never freed.
  package convenience init(_ texts: [String], others: [FHIRRelease] = []) throws {
    self.init(UnsafeBufferPointer(keeping: try JointText(texts).text), others: others)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The bytes of a text, which are never freed.
  fileprivate init(keeping text: String) {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
    _ = bytes.initialize(from: text.utf8)
    self.init(bytes)
  }
}

private struct ReleaseStructures {
  let schema: SchemaText
  private(set) var structures: [String: SchemaText.Structure] = [:]
  /// The names of the resources that a document may contain.
  private(set) var resources: Set<String> = []
  private(set) var rank = Int.max
  /// Texts that show the release, each behind its kind.
  private(set) var marks: [String] = []

  init(_ text: String) throws {
    schema = try SchemaText(UnsafeBufferPointer(keeping: text))
    for structure in schema.structures {
      structures[structure.name] = structure
      if structure.category == .resource { resources.insert(structure.name) }
    }
    if let comments = schema.facts.comments { marks.append("comments \(comments)") }
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      switch (words[0], words.count) {
      case ("rank", 2): rank = Int(words[1]) ?? .max
      case ("sign", 3...):
        let isList = words[1] == "profiles"
        marks += words[(isList ? 3 : 2)...].map { isList ? "profile \(words[2])\($0)" : "\(words[1]) \($0)" }
      default: break
      }
    }
  }

  var moved: [String] { schema.facts.movedSystems.map { String(decoding: $0.old, as: UTF8.self) } }

  func form(of name: String) -> MemberForm {
    let forms: [String?: MemberForm] = ["number": .number, "boolean": .boolean, "string": .string]
    return forms[structures[name]?.grammar?.jsonKind] ?? .object
  }

  func base(of name: String) -> String? { structures[name].flatMap { structures[$0.base] == nil ? nil : $0.base } }

  func elements(of name: String) -> [FHIRSchema.SchemaElement] {
    (structures[name].map(schema.elements) ?? []).filter { $0.maximum != 0 } + (base(of: name).map(elements) ?? [])
  }
}
