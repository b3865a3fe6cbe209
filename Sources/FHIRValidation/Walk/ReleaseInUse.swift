import FHIRPath
import FHIRSchema
import FHIRTape

/// The definitions of the current resource's release, with their rows as bare pointers: no look-up retains a table.
struct ReleaseInUse {
  /// The place of the release among the definitions.
  let number: Int
  let schema: SchemaTable
  let rows: SchemaRows
  let roles: UnsafePointer<SchemaRoles>
  /// Keeps ``roles``.
  private let definitions: Definitions
  let invariants: InvariantTable
  let gates: InvariantGates
  let forms: LazyObjects<FastForm>

  let parts: JudgedParts
  /// Whether it has profiles for records that do not claim them.
  let hasAppliedProfiles: Bool
  /// The invariants that are switched off, one bit for each number; empty if all are on.
  private let invariantsOff: [UInt64]

  init(_ definitions: Definitions, number: Int, _ rules: RuleSelection) {
    self.number = number
    schema = definitions.schema
    rows = definitions.schema.rows
    roles = UnsafePointer(definitions.rolesPlace)
    self.definitions = definitions
    invariants = definitions.invariants
    gates = definitions.invariants.gates
    forms = definitions.invariants.forms
    hasAppliedProfiles = ReleaseProfiles.applies(to: definitions.schema.release.name)
    if rules.isWhole {
      parts = .all
      invariantsOff = []
    } else {
      let natives: [NativeInvariant] = [.narrativeAttributes, .narrativeContent, .narrativeElements, .narrativeForm]
      let table = definitions.invariants
      parts = JudgedParts(rules, narratives: natives.compactMap { table.native($0)?.rule })
      let count = schema.invariants.count
      var off = [UInt64](repeating: 0, count: (count + 63) / 64)
      for number in 0..<count where !rules.contains(table.name(number).rule) { off[number / 64] |= 1 << (number % 64) }
      invariantsOff = off
    }
  }

  @inline(__always) func judges(invariant number: Int) -> Bool {
    invariantsOff.isEmpty || invariantsOff[number / 64] & 1 << (number % 64) == 0
  }
}

/// The releases that occurred so far, each with its memory of good values.
struct LoadedReleases {
  typealias Release = (place: Int, definitions: Definitions, memory: WalkerMemory)

  private let definitions: DefinitionSet
  private let options: ValidationOptions
  private let profiles: ValidatorProfiles
  /// In the order of their first use.
  private(set) var all: [Release] = []

  init(_ releases: JudgedReleases, _ options: ValidationOptions) {
    (definitions, profiles) = (releases.definitions, releases.profiles)
    self.options = options
  }

  /// The release at a place among the definitions, loaded on first use.
  mutating func release(_ place: Int) -> Release {
    if let known = all.first(where: { $0.place == place }) { return known }
    let definitions = definitions[place]
    let memory = WalkerMemory(options, profiles.systems(of: definitions.release))
    all.append((place, definitions, memory))
    return (place, definitions, memory)
  }
}

/// The working memory of a walk, and what it leaves for the next walk: good texts and values. A verdict "good" does not
/// depend on the input. So later files profit from earlier ones, and a small one does not pay for large tables.
final class WalkerMemory: @unchecked Sendable {
  // @unchecked: one walker owns it, see `WalkerPool`.

  /// Names of code systems, units, and codes with their value sets, that were found good.
  let goodSystems: TextMemo
  let goodUnits: TextMemo
  let goodCodes: TextMemo
  /// The messages for misspelt names of code systems, by their hashes. Kept for one file alone, 12 Bundles of made-up
  /// patients took 16 % more instructions, to find the names that are meant.
  let misspeltSystems = RecentMessages()
  /// The messages for missing elements, by type and element. Without them 120 such Bundles took 2 % more instructions.
  let missingElements = RecentMessages()
  let goodValues = ValueMemo()
  /// References that need not be judged again. They are far more numerous and must not evict other values.
  let goodReferences = ValueMemo()
  /// The first key of each slot of an object, followed by the first `_` siblings.
  let valueKeys: UnsafeMutablePointer<TapeIndex>
  /// 64 numbers for each nesting depth.
  let choices: UnsafeMutablePointer<UInt16>
  private let words: UnsafeMutablePointer<UInt64>
  /// The judge of profiles, with what it knows to be good; `nil` until there is need of it.
  var judge: KeptJudge?
  let shortcuts: Shortcuts
  let systems: KnownSystems

  init(_ options: ValidationOptions, _ systems: KnownSystems) {
    self.systems = systems
    shortcuts = options.shortcuts
    let maximumDepth = options.readableDepth
    // A word has room for four choices.
    words = .allocate(capacity: 3 * TextMemo.size + 128 + (maximumDepth + 2) * 16)
    goodSystems = TextMemo(at: words, isKept: shortcuts.contains(.texts))
    goodUnits = TextMemo(at: words + TextMemo.size, isKept: shortcuts.contains(.texts))
    goodCodes = TextMemo(at: words + 2 * TextMemo.size, isKept: shortcuts.contains(.texts))
    valueKeys = UnsafeMutableRawPointer(words + 3 * TextMemo.size).bindMemory(to: TapeIndex.self, capacity: 128)
    choices = UnsafeMutableRawPointer(words + 3 * TextMemo.size + 128)
      .bindMemory(to: UInt16.self, capacity: (maximumDepth + 2) * 64)
  }

  deinit {
    words.deallocate()
    goodValues.deallocate()
    goodReferences.deallocate()
  }
}

/// The last messages of one kind, since an export repeats a few in each file.
final class RecentMessages: @unchecked Sendable {
  // @unchecked: part of a `WalkerMemory`.

  @exclusivity(unchecked) private var kept: [(key: UInt64, message: Wording)] = []

  subscript(key: UInt64) -> Wording? {
    get { kept.first { $0.key == key }?.message }
    set {
      guard let newValue else { return }
      if kept.count == 32 { kept.removeAll(keepingCapacity: true) }
      kept.append((key, newValue))
    }
  }
}
