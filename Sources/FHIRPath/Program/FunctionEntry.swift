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
      for (name, op) in ops { all[name] = FunctionEntry(op: op, arguments: arguments, style: style) }
    }
    return all
  }()

  /// The functions by their style and the number of their arguments.
  private static let groups: [(Style, ClosedRange<Int>, KeyValuePairs<String, Instruction.Op>)] = [
    (
      .values, 0...0,
      [
        "empty": .empty, "allTrue": .allTrue, "anyTrue": .anyTrue, "allFalse": .allFalse, "anyFalse": .anyFalse,
        "count": .count, "distinct": .distinct, "isDistinct": .isDistinct, "sum": .sum, "single": .single,
        "first": .first, "last": .last, "tail": .tail, "toBoolean": .toBoolean, "toInteger": .toInteger,
        "toDecimal": .toDecimal, "toString": .toString, "toDate": .toDate, "toDateTime": .toDateTime,
        "toTime": .toTime, "convertsToBoolean": .convertsToBoolean, "convertsToInteger": .convertsToInteger,
        "convertsToDecimal": .convertsToDecimal, "convertsToString": .convertsToString,
        "convertsToDate": .convertsToDate, "convertsToDateTime": .convertsToDateTime,
        "convertsToTime": .convertsToTime, "upper": .upper, "lower": .lower, "length": .length, "toChars": .toChars,
        "trim": .trim, "abs": .abs, "ceiling": .ceiling, "exp": .exp, "floor": .floor, "ln": .ln, "sqrt": .sqrt,
        "truncate": .truncate, "children": .children, "descendants": .descendants, "now": .now, "today": .today,
        "timeOfDay": .timeOfDay, "precision": .precision, "yearOf": .yearOf, "monthOf": .monthOf, "dayOf": .dayOf,
        "hourOf": .hourOf, "minuteOf": .minuteOf, "secondOf": .secondOf, "millisecondOf": .millisecondOf,
        "timezoneOffsetOf": .timezoneOffsetOf, "dateOf": .dateOf, "timeOf": .timeOf, "type": .type, "not": .not,
        "hasValue": .hasValue, "getValue": .getValue, "resolve": .resolve, "htmlChecks": .htmlChecks,
      ]
    ),
    (
      .values, 1...1,
      [
        "subsetOf": .subsetOf, "supersetOf": .supersetOf, "skip": .skip, "take": .take, "intersect": .intersect,
        "exclude": .exclude, "union": .union, "indexOf": .indexOf, "lastIndexOf": .lastIndexOf,
        "startsWith": .startsWith, "endsWith": .endsWith, "contains": .containsText, "split": .split,
        "encode": .encode, "decode": .decode, "escape": .escape, "unescape": .unescape, "log": .log, "power": .power,
        "comparable": .comparable, "extension": .extension, "memberOf": .memberOf, "conformsTo": .conformsTo,
      ]
    ),
    (
      .values, 1...2,
      [
        "combine": .combine, "substring": .substring, "matches": .matches, "matchesFull": .matchesFull,
      ]
    ),
    (
      .values, 0...1,
      [
        "toQuantity": .toQuantity, "convertsToQuantity": .convertsToQuantity, "join": .join, "round": .round,
        "lowBoundary": .lowBoundary, "highBoundary": .highBoundary,
      ]
    ),
    (.values, 2...2, ["replace": .replace]),
    (.values, 2...3, ["replaceMatches": .replaceMatches]),
    (.values, 1...3, ["checkModifiers": .checkModifiers]),
    (.items, 0...1, ["exists": .exists]),
    (
      .items, 1...1,
      [
        "all": .all, "where": .where, "select": .select, "repeat": .repeat, "repeatAll": .repeatAll,
      ]
    ),
    (.type, 1...1, ["ofType": .ofType, "is": .isType, "as": .asType]),
    (.keys, 0...Int.max, ["sort": .sort]),
    (.alternatives, 1...Int.max, ["coalesce": .coalesce]),
    (.conditional, 2...3, ["iif": .iif]),
    (.valueThenItems, 1...2, ["trace": .trace]),
    (.itemsThenValue, 1...2, ["aggregate": .aggregate]),
    (.definition, 1...2, ["defineVariable": .defineVariable]),
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
