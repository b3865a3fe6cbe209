import FHIRTerminology

/// The registry of language tags: records of lines `Name: value`, divided by `%%`.
///
/// A language is a code by itself. Scripts, regions and variants, whose codes may be the same in small letters, are those
/// of tags in an undetermined language, such as `und-CH`. What extends a language is registered as a language, too.
/// Layout: <https://www.rfc-editor.org/rfc/rfc5646#section-3.1>
enum LanguageSource {
  static func read(_ table: DelimitedReader, _ compiler: TerminologyCompiler) throws {
    let draft = compiler.draft(CodeSystemURI.languages, title: "BCP 47")
    (draft.ignoresCase, draft.isWhole) = (true, true)
    var fields: [(name: String, value: String)] = []
    while try table.next() {
      let line = table.text(0)
      if line == "%%" {
        try add(fields, to: draft)
        fields = []
      } else if line.first == " ", let last = fields.indices.last {
        fields[last].value += " \(line.trimmed)"
      } else if let colon = line.firstIndex(of: ":") {
        fields.append((String(line[..<colon]), String(line[line.index(after: colon)...]).trimmed))
      }
    }
    guard fields.contains(where: { $0.name == "Description" }) else {
      throw TerminologyPackError("the last record has no description; the file is cut")
    }
    try add(fields, to: draft)
  }

  private static func add(_ fields: [(name: String, value: String)], to draft: SystemDraft) throws {
    func value(_ name: String) -> String? { fields.first { $0.name == name }?.value }
    if let date = value("File-Date") { try draft.state(version: date) }
    guard let tag = value("Subtag") ?? value("Tag"), let type = value("Type"), type != "extlang" else { return }
    let prefix = ["script", "region", "variant"].contains(type) ? "und-" : ""
    for tag in tags(tag) {
      let concept = draft.concept(prefix + tag)
      for field in fields where field.name == "Description" { try draft.addLabel(field.value, of: concept) }
      if value("Deprecated") != nil { draft.set(PackedSystem.deprecated, of: concept) }
      if let other = value("Preferred-Value") {
        SystemDraft.withBytes(of: prefix + other) { draft.addReplacement(draft.reference($0), of: concept) }
      }
    }
  }

  /// The tags of a range such as `qaa..qtz`, or the one tag.
  private static func tags(_ text: String) -> [String] {
    let ends = text.split(separator: ".").map { Array($0.utf8) }
    guard ends.count == 2, ends[0].count == ends[1].count, ends[0].lexicographicallyPrecedes(ends[1]),
      ends.joined().allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) })
    else { return [text] }
    var (tags, tag) = ([ends[0]], ends[0])
    while tag != ends[1], tags.count < 1000 {
      var place = tag.count - 1
      while place > 0, tag[place] & 0x1F == 26 {
        tag[place] -= 25
        place -= 1
      }
      tag[place] += 1
      tags.append(tag)
    }
    return tags.map { String(decoding: $0, as: UTF8.self) }
  }
}
