import FHIRTape
import FHIRTerminology

/// ICD-10-CM as the tabular list in XML: diagnoses within diagnoses. The list states the seventh character of codes
/// once for all below a diagnosis; the codes that have one are made here, with an X in each place that is free. Layout:
/// <https://www.cdc.gov/nchs/icd/icd-10-cm/files.html>
enum ICD10Document {
  private struct Diagnosis {
    var (code, title) = ("", "")
    var sevenths: [(sign: String, meaning: String)] = []
    var isLeaf = true
  }

  static func isBeginning(_ text: String) -> Bool { text.contains("<ICD10CM.tabular") }

  static func read(_ bytes: [UInt8], _ compiler: TerminologyCompiler) throws {
    var version = ""
    var scanner = XMLScanner(bytes)
    var (open, text, sign) = ([] as [Diagnosis], "", "")
    do {
      try scanner.skipProlog()
      while !scanner.isAtEnd {
        guard let tag = try scanner.tag() else { throw scanner.fault("expected a tag, found something else") }
        if !tag.isClosing {
          if tag.name == "diag" {
            if let last = open.indices.last { open[last].isLeaf = false }
            open.append(Diagnosis())
          }
          if tag.name == "extension" { sign = try scanner.attributes(of: tag).first { $0.name == "char" }?.value ?? "" }
        } else if tag.name == "version" {
          version = text.trimmed
        } else if let last = open.indices.last {
          switch tag.name {
          case "name": open[last].code = text.trimmed
          case "desc": open[last].title = text.trimmed
          case "extension": open[last].sevenths.append((sign, text.trimmed))
          case "diag":
            let (url, title) = (ICD10Source.diagnoses, "ICD-10-CM")
            try add(open, to: compiler.draft(url, version: version, title: title, isWhole: true))
            open.removeLast()
          default: break
          }
        }
        if tag.isClosing, tag.name == "ICD10CM.tabular" { break }
        text = try scanner.text(in: tag.name)
      }
    } catch let fault as XMLFault {
      let lines = bytes[..<min(fault.start, bytes.count)].split(separator: 0x0A, omittingEmptySubsequences: false)
      throw TerminologyPackError("line \(lines.count), column \((lines.last?.count ?? 0) + 1): \(fault.message)")
    }
  }

  /// Adds the last of some diagnoses, each within the one before.
  private static func add(_ open: [Diagnosis], to draft: SystemDraft) throws {
    guard let own = open.last, !own.code.isEmpty else { return }
    let concept = try add(own.code, own.title, below: open.dropLast().last.map { draft.concept($0.code) }, to: draft)
    guard own.isLeaf, let sevenths = open.last(where: { !$0.sevenths.isEmpty })?.sevenths else { return }
    let signs = own.code.filter { $0 != "." }
    let stem = signs + String(repeating: "X", count: max(0, 6 - signs.count))
    for seventh in sevenths {
      let code = "\(stem.prefix(3)).\(stem.dropFirst(3))\(seventh.sign)"
      _ = try add(code, "\(own.title), \(seventh.meaning)", below: concept, to: draft)
    }
  }

  private static func add(_ code: String, _ title: String, below parent: Int?, to draft: SystemDraft) throws -> Int {
    let concept = draft.concept(code)
    try draft.addLabel(title, of: concept)
    if let parent { draft.addParent(parent, of: concept) }
    return concept
  }
}
