import FHIRProfiles
import FHIRValidation

struct Arguments {
  enum Command {
    case help
    case generate(SyntheticCorpus)
    /// Writes made-up terminologies of a part of the real sizes.
    case terminology(folder: String, percent: Int)
    case measure(MeasureOptions)
    case score(Score.Options)
  }

  struct MeasureOptions {
    var paths: [String] = []
    var generatedBytes: Int?
    var rounds = 7
    /// The name of the corpus of all paths.
    var name = "files"
    /// The guide by whose profiles the records are validated in a stage of its own.
    var guide: Guide?
    /// The shortcuts of validation whose gains are measured.
    var without: [String] = []
    /// A file of figures to compare with.
    var compared: String?
  }

  struct UsageError: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = "\(description); see fhirbench --help" }
  }

  static let usage = """
    usage: fhirbench [--rounds N] [--compare FILE] [--guide GUIDE] [--without SHORTCUT]... [--name NAME] PATH...
           fhirbench [--rounds N] [--compare FILE] [--guide GUIDE] [--without SHORTCUT]... --generate BYTES
           fhirbench generate [--kind ndjson|bundle] [--release dstu2|r4|mixed] [--bytes N] [--seed N]
                              [--faults PER_MILLE] [--pretty]
           fhirbench terminology FOLDER [PERCENT]
           fhirbench score [--with PACKAGE]... [--known FILE]... [--seed N] [--list] PACKAGE...

    Measures, on one thread and over bytes in memory: reading JSON into a tape, validating, and decoding into finished
    models, each as a multiple of the speed of Foundation's JSONSerialization. The four take turns, after one round that
    does not count. Figures are medians of the rounds, in processor time of the thread. Build with -c release; absolute
    times differ between machines, so none are printed.

      PATH          a file (.json; .ndjson and .jsonl hold one document a line) or a folder of such files
      --generate    a corpus of about BYTES made-up bytes, once indented and once on one line
      --rounds      rounds that count (7)
      --name        what the figures of the paths are called (files)
      --compare     compares the run with a file of figures; exit code 1 where it is worse than the file allows
      --guide       validates once more by the profiles of a guide, such as us-core
      --without     measures validation without a shortcut too, which changes no finding: \(shortcuts),
                    or each of them; may be repeated. "without nothing" is the control: all shortcuts, measured once
                    more. Gains below its difference say nothing. Take at least one round for each line

    generate writes valid, made-up records to standard output, the same bytes for the same options.

      --kind        one record a line (the default), or one Bundle
      --release     dstu2 (the default), r4, or patients of both in turn
      --bytes       the size to reach (10000000)
      --seed        another seed, other records (1)
      --faults      how many of a thousand records get an element that FHIR does not know (0)
      --pretty      indent the Bundle

    terminology writes made-up files of SNOMED CT, LOINC and RxNorm in their publishers' layouts, of the size of the real
    ones, or PERCENT of it, to measure 'fhircheck terminology compile'.

    score prints a table: what is found in the examples of each package, in the same with one planted fault each, and
    with one harmless edit each. The article "How right is it" explains it.

      PACKAGE       a package (.tgz), the folder of one, or the folders DEFINITIONS,EXAMPLES
      --with        a package that those build on
      --known       errors that are the examples' own, one a line: file | rule | number | reason
      --seed        other places for the faults and edits (1)
      --list        list the other errors, the faults that were not found at their line, and what an edit raised
    """

  private static let shortcuts = Shortcuts.byName.map(\.name).joined(separator: ", ")

  let command: Command

  init(_ arguments: [String]) throws {
    var words = arguments[...]
    if words.contains("--help") || words.contains("-h") || words.isEmpty {
      command = .help
    } else if words.first == "generate" {
      words.removeFirst()
      command = .generate(try Self.generated(&words))
    } else if words.first == "terminology", let folder = words.dropFirst().first {
      command = .terminology(folder: folder, percent: words.dropFirst(2).first.flatMap { Int($0) } ?? 100)
    } else if words.first == "score" {
      words.removeFirst()
      command = .score(try Self.scoreOptions(&words))
    } else {
      command = .measure(try Self.measureOptions(&words))
    }
  }

  private static func generated(_ words: inout ArraySlice<String>) throws -> SyntheticCorpus {
    var (kind, release, byteCount) = (SyntheticCorpus.Kind.ndjson, SyntheticCorpus.Release.dstu2, 10_000_000)
    var (seed, faultsPerMille, isPretty) = (UInt64(1), 0, false)
    while let word = words.popFirst() {
      switch word {
      case "--kind": kind = try value("--kind takes ndjson or bundle", &words) { .init(rawValue: $0) }
      case "--release": release = try value("--release takes dstu2, r4 or mixed", &words) { .init(rawValue: $0) }
      case "--bytes": byteCount = try number(of: word, &words)
      case "--seed": seed = UInt64(try number(of: word, &words))
      case "--faults": faultsPerMille = try number(of: word, &words)
      case "--pretty": isPretty = true
      default: throw UsageError("unknown argument \(word)")
      }
    }
    return SyntheticCorpus(
      kind: kind, release: release, byteCount: byteCount, seed: seed, isPretty: isPretty,
      faultsPerMille: faultsPerMille)
  }

  private static func scoreOptions(_ words: inout ArraySlice<String>) throws -> Score.Options {
    var options = Score.Options()
    while let word = words.popFirst() {
      switch word {
      case "--with": options.others.append(try value("--with takes a package", &words) { $0 })
      case "--known": options.known.append(try value("--known takes a file", &words) { $0 })
      case "--seed": options.seed = UInt64(try number(of: word, &words))
      case "--list": options.lists = true
      case let option where option.hasPrefix("-"): throw UsageError("unknown option \(option)")
      default: options.rows.append(word)
      }
    }
    guard !options.rows.isEmpty else { throw UsageError("nothing to score: give a package") }
    return options
  }

  private static func measureOptions(_ words: inout ArraySlice<String>) throws -> MeasureOptions {
    var options = MeasureOptions()
    while let word = words.popFirst() {
      switch word {
      case "--generate": options.generatedBytes = try number(of: word, &words)
      case "--rounds": options.rounds = max(1, try number(of: word, &words))
      case "--name": options.name = try value("--name takes a name", &words) { $0 }
      case "--guide": options.guide = try value("--guide takes the name of a guide", &words) { Guide.named($0) }
      case "--compare": options.compared = try value("--compare takes a file of figures", &words) { $0 }
      case "--without":
        options.without += try value("--without takes \(shortcuts) or each", &words) { name in
          let names = Shortcuts.byName.map(\.name)
          return name == "each" ? names : names.contains(name) ? [name] : nil
        }
      case let option where option.hasPrefix("-"): throw UsageError("unknown option \(option)")
      default: options.paths.append(word)
      }
    }
    guard !options.paths.isEmpty || options.generatedBytes != nil else {
      throw UsageError("nothing to measure: give a path or --generate BYTES")
    }
    return options
  }

  private static func number(of option: String, _ words: inout ArraySlice<String>) throws -> Int {
    try value("\(option) takes a whole number", &words) { Int($0).flatMap { $0 < 0 ? nil : $0 } }
  }

  /// The value of an option; `problem` says what is wrong if there is none, or if it cannot be parsed.
  private static func value<Value>(
    _ problem: String, _ words: inout ArraySlice<String>, _ parse: (String) -> Value?
  ) throws -> Value {
    guard let value = words.popFirst().flatMap(parse) else { throw UsageError(problem) }
    return value
  }
}
