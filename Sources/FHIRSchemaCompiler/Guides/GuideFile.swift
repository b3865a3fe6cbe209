/// The content of `guide.txt`, kept by hand: facts about a guide or another built-in set of definitions.
///
/// ```text
/// guide us-core r4 3.1.1             name, release, version
/// like r4-extensions                 what is the same there, but for the version, stands there only
/// package hl7.fhir.us.core http://hl7.org/fhir/us/core hl7.terminology.r4|5.0.0 ...
///                                    the name of its package, how its urls begin, and what the package depends on
/// source uscore/3.1.1                a folder of definitions: all of it,
/// source uscore/3.1.0 cdcrec         or those of some ids
/// source packages/us-core-610.tgz    or a package
/// baseless ID ...                    profiles whose base is not inside: all of the snapshot is taken
/// map Patient URL                    records of the type are judged by the profile
/// map Observation URL category http://system|code ...    those only whose element has one of the codes
/// correct ValueSet-a OLD NEW         a text that is published wrong, with the right one
/// reason WORDS                       why the constraints in the next lines are corrected
/// constraint KEY PUBLISHED => EXPRESSION [=> PLACE]  a constraint whose expression does not say what its words do
/// ```
struct GuideFile {
  struct Source {
    var folder: String
    /// Empty for all.
    var ids: Set<String>
  }

  struct Correction {
    var definition: String
    var old: String
    var new: String
  }

  static let name = "guide.txt"

  private(set) var release = ""
  private(set) var version = ""
  /// The name of the guide that has the definitions which both share.
  private(set) var like: String?
  private(set) var sources: [Source] = []
  /// How the urls of the package's own definitions begin.
  private(set) var canonical = ""
  /// The ids of profiles of which the snapshot is taken.
  private(set) var baseless: Set<String> = []
  private(set) var corrections: [Correction] = []
  /// The key and the published text of each constraint that is corrected.
  private(set) var constraints: [String] = []
  /// The lines that are needed at run time.
  private(set) var head: [String] = []

  init(_ text: String) throws(CompilerError) {
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let words = line.split(separator: " ").map(String.init)
      switch (words.first, words.count) {
      case ("guide", 4): (release, version) = (words[2], words[3])
      case ("like", 2): like = words[1]
      case ("map", 3), ("map", 5...), ("reason", 2...): break
      case ("package", 3...): canonical = words[2]
      case ("baseless", 2...):
        baseless.formUnion(words.dropFirst())
        continue
      case ("source", 2...):
        sources.append(Source(folder: words[1], ids: Set(words.dropFirst(2))))
        continue
      case ("correct", 4):
        corrections.append(Correction(definition: words[1], old: words[2], new: words[3]))
        continue
      case ("constraint", 5...) where words.contains("=>"):
        constraints.append(words[1...].prefix { $0 != "=>" }.joined(separator: " "))
      default: throw CompilerError("\(Self.name) has a line that is not understood: '\(line)'")
      }
      head.append(String(line))
    }
    guard head.first?.hasPrefix("guide ") ?? false else {
      throw CompilerError("\(Self.name) does not begin with 'guide'")
    }
  }
}
