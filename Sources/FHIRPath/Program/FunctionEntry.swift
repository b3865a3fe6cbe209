/// A function of the language.
struct FunctionEntry {
  /// How the arguments are evaluated.
  enum Style {
    /// Evaluated once, on the current item.
    case values
    /// Evaluated for each item of the input, which is `$this`.
    case items
    /// The name of a type.
    case type
    /// `iif`, whose arguments are evaluated only when needed.
    case conditional
    /// The first is a value, the second is evaluated for each item.
    case valueThenItems
    /// The first is evaluated for each item, the second is a value.
    case itemsThenValue
    /// Any number of collections; those after the first that has items are not evaluated.
    case alternatives
    /// Any number of keys, evaluated for each item.
    case keys
    /// A name in quotes, and a collection, which is evaluated on the whole input.
    case definition
  }

  var op: Instruction.Op
  var arguments: ClosedRange<Int>
  var style: Style

  /// All functions by name.
  static let all: [String: FunctionEntry] = {
    var all: [String: FunctionEntry] = [:]
    for (style, arguments, ops) in groups {
      for op in ops { all[op.function] = FunctionEntry(op: op, arguments: arguments, style: style) }
    }
    return all
  }()

  /// The functions by their style and the number of their arguments.
  private static let groups: [(Style, ClosedRange<Int>, [Instruction.Op])] = [
    (
      .values, 0...0,
      [
        .empty, .allTrue, .anyTrue, .allFalse, .anyFalse, .count, .distinct, .isDistinct, .sum, .single, .first,
        .last, .tail, .toBoolean, .toInteger, .toDecimal, .toString, .toDate, .toDateTime, .toTime,
        .convertsToBoolean, .convertsToInteger, .convertsToDecimal, .convertsToString, .convertsToDate,
        .convertsToDateTime, .convertsToTime, .upper, .lower, .length, .toChars, .trim, .abs, .ceiling, .exp, .floor,
        .ln, .sqrt, .truncate, .children, .descendants, .now, .today, .timeOfDay, .precision, .yearOf, .monthOf,
        .dayOf, .hourOf, .minuteOf, .secondOf, .millisecondOf, .timezoneOffsetOf, .dateOf, .timeOf, .type, .not,
        .hasValue, .getValue, .resolve, .htmlChecks,
      ]
    ),
    (
      .values, 1...1,
      [
        .subsetOf, .supersetOf, .skip, .take, .intersect, .exclude, .union, .indexOf, .lastIndexOf, .startsWith,
        .endsWith, .containsText, .split, .encode, .decode, .escape, .unescape, .log, .power, .comparable, .extension,
        .memberOf, .conformsTo,
      ]
    ),
    (.values, 1...2, [.combine, .substring, .matches, .matchesFull]),
    (.values, 0...1, [.toQuantity, .convertsToQuantity, .join, .round, .lowBoundary, .highBoundary]),
    (.values, 2...2, [.replace]),
    (.values, 2...3, [.replaceMatches]),
    (.values, 1...3, [.checkModifiers]),
    (.items, 0...1, [.exists]),
    (.items, 1...1, [.all, .where, .select, .repeat, .repeatAll]),
    (.type, 1...1, [.ofType, .isType, .asType]),
    (.keys, 0...Int.max, [.sort]),
    (.alternatives, 1...Int.max, [.coalesce]),
    (.conditional, 2...3, [.iif]),
    (.valueThenItems, 1...2, [.trace]),
    (.itemsThenValue, 1...2, [.aggregate]),
    (.definition, 1...2, [.defineVariable]),
  ]

  /// Functions without arguments that are defined by other functions.
  static let definitions: [String: String] = [
    "min": "aggregate(iif($total.empty() or $this < $total, $this, $total))",
    "max": "aggregate(iif($total.empty() or $this > $total, $this, $total))",
    "avg": "sum() / count()",
  ]

  /// FHIR functions that need more than a record, with the reason.
  static let unsupported: [String: String] = [
    "elementDefinition": "needs the profiles of the record",
    "slice": "needs the profiles of the record",
    "subsumes": "needs a terminology service",
    "subsumedBy": "needs a terminology service",
  ]
}

extension Instruction.Op {
  /// The name of the function; an operation is named after it where no other one has the name.
  var function: String {
    switch self {
    case .isType: "is"
    case .asType: "as"
    case .containsText: "contains"
    default: "\(self)"
    }
  }
}
