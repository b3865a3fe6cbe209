import ClinicalSources
import FHIRSupport

/// An option: a row of the table ``all``, which is the one place that declares it. Reading the command line and a
/// configuration, `--show-config`, help, manual and completions come from these rows.
struct CommandOption: Sendable {
  /// What else a caller of the table has to know.
  enum Trait {
    /// It chooses the action or the configuration, and so cannot stand in a configuration.
    case typedOnly
    /// It decides which findings there are, which findings, files and rows count, or what is listed or fails the run.
    case decides
    /// Its values come in addition to those of the configuration.
    case adds
    /// It names a file that the run writes.
    case writes
    /// Its value is not shown.
    case secret
  }

  /// The name: after two dashes on the command line, and as a key in a configuration.
  let name: String
  let letter: Character?
  /// Made when it is asked for: most runs need few, and the runtime takes long to make the path of a property.
  private let makeSetter: @Sendable () -> OptionSetter
  let commands: Set<CommandName>
  private let traits: [Trait]
  var description = ""

  // Not inlined: the table has some fifty rows.
  @inline(never) init(
    _ name: String, letter: Character? = nil, _ setter: @autoclosure @escaping @Sendable () -> OptionSetter,
    _ commands: Set<CommandName>, traits: [Trait] = []
  ) {
    (self.name, self.letter, makeSetter, self.commands, self.traits) = (name, letter, setter, commands, traits)
  }

  var setter: OptionSetter { makeSetter() }
  var dashed: String { "--" + name }
  var label: String { (letter.map { "-\($0), " } ?? "    ") + dashed + (setter.placeholder.map { " " + $0 } ?? "") }
  func has(_ trait: Trait) -> Bool { traits.contains(trait) }
  static func named(_ name: String) -> CommandOption? { all.first { $0.name.byBytes == name.byBytes } }

  func set(_ value: String, in invocation: inout Invocation) throws(UsageError) {
    try setter.set(&invocation, value, dashed)
  }

  /// The current setting as in a configuration; `nil` for an option without a value, and for one that is no setting.
  func shown(in invocation: Invocation) -> String? {
    if has(.typedOnly) || has(.secret) { return nil }
    let values = setter.json(invocation)
    let isList = setter.isList || setter.shape == .oneOrList && values.count > 1
    return isList ? "[" + values.joined(separator: ",") + "]" : values.first
  }

  func help(of command: CommandName? = nil) -> String {
    let text = description + (setter.isList ? "; may be repeated" : "")
    guard command == nil, commands.count == 1, let only = commands.first else { return text }
    return text + " (\(only.rawValue) only)"
  }
}

/// What an option sets in an invocation, and how its value is written.
struct OptionSetter: Sendable {
  typealias Property<Value> = any WritableKeyPath<Invocation, Value> & Sendable

  enum Shape { case flag, one, oneOrList, list, judgements }

  let shape: Shape
  /// What it sets. If one of the options that set the same is given, those of the configuration are not used.
  let property: any PartialKeyPath<Invocation> & Sendable
  let isPath, namesRules: Bool
  let choices: @Sendable () -> [String]
  let isSeparated: Bool
  private let fixedPlaceholder: String?
  let set: @Sendable (inout Invocation, _ value: String, _ option: String) throws(UsageError) -> Void
  let json: @Sendable (Invocation) -> [String]

  /// Stands for the value in the help; `nil` for a switch.
  var placeholder: String? { shape == .flag ? nil : fixedPlaceholder ?? choices().joined(separator: "|") }
  /// Whether each time that it is given adds a value.
  var isList: Bool { shape == .list || shape == .judgements }

  private init<Value>(
    _ shape: Shape, _ property: any PartialKeyPath<Invocation> & Sendable, _ form: ValueForm<Value>,
    set: @escaping @Sendable (inout Invocation, Value) throws(UsageError) -> Void,
    values: @escaping @Sendable (Invocation) -> [Value]
  ) {
    (self.shape, self.property, choices, fixedPlaceholder) = (shape, property, form.choices, form.placeholder)
    (isPath, namesRules, isSeparated) = (form.content == .path, form.content == .rules, form.isSeparated)
    self.set = { invocation, text, name throws(UsageError) in try set(&invocation, form.read(text, of: name)) }
    json = { values($0).map(form.json) }
  }

  static func flag(_ property: Property<Bool>, _ value: Bool = true) -> OptionSetter {
    let form = ValueForm(nil, json: { "\($0)" }, parse: { _ in true })
    return OptionSetter(
      .flag, property, form, set: { $0[keyPath: property] = $1 == value }, values: { [$0[keyPath: property] == value] })
  }

  static func one<Value>(_ property: Property<Value>, _ form: ValueForm<Value>) -> OptionSetter {
    OptionSetter(.one, property, form, set: { $0[keyPath: property] = $1 }, values: { [$0[keyPath: property]] })
  }

  static func one<Value>(_ property: Property<Value?>, _ form: ValueForm<Value>) -> OptionSetter {
    OptionSetter(
      .one, property, form, set: { $0[keyPath: property] = $1 }, values: { [$0[keyPath: property]].compactMap { $0 } })
  }

  static func list<Value>(
    _ property: Property<[Value]>, _ form: ValueForm<Value>, as shape: Shape = .list
  ) -> OptionSetter {
    OptionSetter(shape, property, form, set: { $0[keyPath: property].append($1) }, values: { $0[keyPath: property] })
  }

  /// A list of which a value on the command line may have several.
  static func list<Value>(_ property: Property<[Value]>, _ form: ValueForm<[Value]>) -> OptionSetter {
    OptionSetter(
      .list, property, form, set: { $0[keyPath: property] += $1 }, values: { $0[keyPath: property].map { [$0] } })
  }

  /// A report in a format; its file may follow.
  static let format = OptionSetter(
    .oneOrList, \.reports, ValueForm<ReportFormat>.choice(as: "FORMAT"),
    set: { $0.reports.append(ReportTarget(format: $1)) }, values: { $0.orderedReports.map(\.format) })

  static let output = OptionSetter(
    .oneOrList, \.reports, ValueForm<FilePath>.path("FILE", "name"),
    set: { invocation, path throws(UsageError) in try invocation.write(to: path) },
    values: { $0.orderedReports.compactMap(\.path) })
}
