import FHIRFindings

extension CommandOption {
  /// All options, in the order of the help. A new option is a property of ``Invocation``, a row here, and a row in
  /// `OptionEffectTests`, which goes through this table.
  static let all = table.map { option, description in
    var option = option
    option.description = description
    return option
  }

  private static let table: KeyValuePairs<CommandOption, String> = [
    CommandOption("format", .format, .withFormats):
      "the format of the output, see below; by default the first",
    CommandOption("output", letter: "o", .output, [.check, .preflight, .records, .terminology], traits: [.writes]):
      "write the report of the --format before it, or the pack, to FILE, as a whole or not at all",
    CommandOption("redact", .flag(\.redacts), [.check, .summary]):
      "show no values of records, only their kind and length, and numbers instead of the names of files",
    CommandOption("fhir-version", .one(\.release, .release()), .ofRecords, traits: [.decides]):
      "the release of all records; auto, the default, recognises that of each (see the article on limits)",
    CommandOption("profile", .list(\.profiles, .notEmpty("URL")), [.check, .summary], traits: [.decides]):
      "judge all records of its type by this profile, whatever they claim",
    CommandOption("guide", .list(\.guides, .guide()), [.check, .summary], traits: [.decides]):
      "judge records by the profiles that this guide has for their type; without a version the newest that is there",
    CommandOption("definitions", .list(\.definitions, .path("PATH")), [.check, .summary], traits: [.decides]):
      "a file, package.tgz or folder of profiles, extensions and value sets, for records that claim these profiles",
    CommandOption("terminology", .list(\.terminology, .path("PATH")), [.check, .summary, .path], traits: [.decides]):
      "a terminology pack, or a file, package or folder of code systems and expansions, for codes not known otherwise",
    CommandOption("keys", .list(\.keys, .path("PATH")), [.check, .summary, .records], traits: [.decides]):
      "a file or folder of the keys of issuers, and of lists of revoked cards, to verify SMART Health Cards",
    CommandOption("must-support", .flag(\.countsMustSupport), [.summary]):
      "count how often the elements are present that profiles mark as must-support",
    CommandOption("strict", .flag(\.isStrict), [.path]):
      "treat names that no element of their type has, and types that the release lacks, as errors",
    CommandOption("source", .one(\.source, .notEmpty("NAME")), .ofRecords):
      "the source of records for which an Apple Health export names none",
    CommandOption("jobs", .one(\.jobs, .number(from: 1)), .ofRecords):
      "read at most N files, or parts of large NDJSON, at a time; by default, and at most, one for each core",
    CommandOption("fail-on", .one(\.failOn, .choice()), [.check, .preflight], traits: [.decides]):
      "the least severity that makes the exit code 1; error by default",
    CommandOption("fail-on-unjudged", .flag(\.failsOnUnjudged), [.check, .summary]):
      "exit code 1 also if a file, a record or a part of a record was not judged",
    CommandOption("allow-empty", .flag(\.allowsEmpty), [.check, .summary, .records, .preflight], traits: [.decides]):
      "exit code 0 instead of 2 if nothing was judged",
    CommandOption("select", .list(\.findings.policy.selected, .rules()), [.check, .preflight], traits: [.decides]):
      "count only findings of these rules or groups, such as code/* or structure/unknown-element, separated by commas",
    CommandOption("ignore", .list(\.findings.policy.ignored, .rules()), [.check, .preflight], traits: [.decides]):
      "hide findings of these rules or groups; the summary still counts them",
    CommandOption(
      "severity", .list(\.findings.policy.severities, .judgement(), as: .judgements), [.check, .preflight],
      traits: [.decides, .adds]):
      "judge a rule or a group as error, warning or information",
    CommandOption("only-errors", .flag(\.findings.onlyErrors), [.check, .preflight], traits: [.decides]):
      "hide warnings and information; the summary still counts them",
    CommandOption("exclude", .list(\.excluded, .text("PATTERN")), .ofRecords, traits: [.decides]):
      "leave out files and folders, such as build or **/*.bak; the summary counts them",
    CommandOption("baseline", .one(\.findings.baseline, .text("FILE", .path)), [.check], traits: [.decides]):
      "hide findings that are in this file; the summary says how many there were, and which are gone",
    CommandOption("write-baseline", .one(\.findings.newBaseline, .text("FILE", .path)), [.check], traits: [.writes]):
      "write the findings of this run to such a file; they do not fail the run",
    CommandOption("statistics", .flag(\.findings.showsStatistics), [.check]):
      "count findings by rule, place, value and source, with an example of each, instead of listing them",
    CommandOption("all", .flag(\.findings.listsAll), [.check]):
      "list every finding; text otherwise lists once what repeats, in about a hundred lines, and counts the rest by rule",
    CommandOption("max-issues", .one(\.maxIssues, .number(from: 0)), [.check, .preflight], traits: [.decides]):
      "list at most N findings in all, some of each kind; the summary counts all of them",
    CommandOption("no-identity", .flag(\.checksIdentity, false), [.check, .summary], traits: [.decides]):
      "do not compare records to find copies and conflicts",
    CommandOption("memory", .one(\.memory, .size()), [.check, .summary, .records]):
      "memory for comparing records, such as 256M or 1G; 32M by default; the rest goes to temporary files",
    CommandOption("max-pipe", .one(\.maximumPipeBytes, .size()), .ofFiles):
      "keep at most so much of a pipe, which is read twice; 4G by default, or half of the free space if that is less",
    CommandOption("columns", .one(\.columns, .columns()), [.records]):
      "the columns of the table in their order, separated by commas",
    CommandOption("where", .list(\.conditions, .condition()), [.records], traits: [.decides]):
      "write only rows in which COLUMN = VALUE, or for whose record a FHIRPath expression gives anything but false",
    CommandOption("row-per-component", .flag(\.splitsComponents), [.records]):
      "write also a row for each component of a measurement, with its code and value",
    CommandOption("with-issues", .flag(\.listsFindings), [.records]):
      "also write the findings, each line with its type; needs --format jsonl",
    CommandOption("harmless-cells", .flag(\.makesFormulasHarmless), [.records]):
      "put an apostrophe before what a spreadsheet would take for a formula; needs --format csv",
    CommandOption("digest-key", .one(\.digestKey, .key()), [.records], traits: [.secret]):
      "the secret key of the digests, 64 hexadecimal digits; without it everyone computes the same digests",
    CommandOption("stdin-names", .flag(\.readsFrames), [.check, .summary, .records]):
      "standard input holds several files, each after a line with its name and length (see the article records-format)",
    CommandOption("each", .flag(\.reportsEach), [.check]):
      "with --stdin-names, check and report each file as soon as it has come, as a run of its own; needs --format jsonl",
    CommandOption("quiet", letter: "q", .flag(\.isQuiet), [.check, .preflight], traits: [.decides]):
      "list no findings, write only the summary",
    CommandOption("verbose", letter: "v", .flag(\.isVerbose), [.check]):
      "say which configuration was read, and how long the run took",
    CommandOption("no-progress", .flag(\.showsProgress, false), .ofRecords):
      "show no progress line; otherwise there is one on a terminal",
    CommandOption("watch", .flag(\.watches), [.check], traits: [.typedOnly]):
      "check again when a file has changed, until stopped; on a terminal, in place of the report before",
    CommandOption("color", .one(\.color, .choice()), [.check, .summary, .preflight, .explain, .rules]):
      "colours in text; auto, the default, uses them on a terminal unless NO_COLOR is set",
    CommandOption("end-with-reader", .flag(\.endsWithReader), .ofRecords, traits: [.typedOnly]):
      "end as soon as no program reads standard output; otherwise the rest is still checked, for the exit code",
    CommandOption("config", .one(\.configuration.path, .text("FILE")), .ofFiles, traits: [.typedOnly]):
      "read the configuration from FILE instead of the nearest .fhircheck.json in this folder or above",
    CommandOption("no-config", .flag(\.configuration.isUsed, false), .ofFiles, traits: [.typedOnly]):
      "read no configuration",
    CommandOption("show-config", .flag(\.configuration.isShown), .ofFiles, traits: [.typedOnly]):
      "print each setting and where it comes from, and read no records",
    CommandOption("version", letter: "V", .flag(\.showsVersion), .all, traits: [.typedOnly]):
      "print the version",
    CommandOption("help", letter: "h", .flag(\.showsHelp), .all, traits: [.typedOnly]):
      "print this help",
  ]
}

extension Set<CommandName> {
  fileprivate static let all = Set(CommandName.allCases)
  fileprivate static let ofFiles = all.filter(\.readsFiles)
  fileprivate static let ofRecords = ofFiles.subtracting([.preflight])
  fileprivate static let withFormats = all.filter { $0.formats.count > 1 }
}
