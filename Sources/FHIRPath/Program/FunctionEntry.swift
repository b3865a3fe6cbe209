/// The functions of the language: one line per function.
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

  init(_ op: Instruction.Op, _ arguments: ClosedRange<Int>, _ style: Style = .values) {
    self.op = op
    self.arguments = arguments
    self.style = style
  }

  /// All functions by name.
  static let all: [String: FunctionEntry] = [
    // Existence
    "empty": FunctionEntry(.empty, 0...0),
    "exists": FunctionEntry(.exists, 0...1, .items),
    "all": FunctionEntry(.all, 1...1, .items),
    "allTrue": FunctionEntry(.allTrue, 0...0),
    "anyTrue": FunctionEntry(.anyTrue, 0...0),
    "allFalse": FunctionEntry(.allFalse, 0...0),
    "anyFalse": FunctionEntry(.anyFalse, 0...0),
    "subsetOf": FunctionEntry(.subsetOf, 1...1),
    "supersetOf": FunctionEntry(.supersetOf, 1...1),
    "count": FunctionEntry(.count, 0...0),
    "distinct": FunctionEntry(.distinct, 0...0),
    "isDistinct": FunctionEntry(.isDistinct, 0...0),
    // Filtering and projection
    "where": FunctionEntry(.where, 1...1, .items),
    "select": FunctionEntry(.select, 1...1, .items),
    "repeat": FunctionEntry(.repeat, 1...1, .items),
    "ofType": FunctionEntry(.ofType, 1...1, .type),
    "repeatAll": FunctionEntry(.repeatAll, 1...1, .items),
    "sort": FunctionEntry(.sort, 0...Int.max, .keys),
    "coalesce": FunctionEntry(.coalesce, 1...Int.max, .alternatives),
    "sum": FunctionEntry(.sum, 0...0),
    // Subsetting
    "single": FunctionEntry(.single, 0...0),
    "first": FunctionEntry(.first, 0...0),
    "last": FunctionEntry(.last, 0...0),
    "tail": FunctionEntry(.tail, 0...0),
    "skip": FunctionEntry(.skip, 1...1),
    "take": FunctionEntry(.take, 1...1),
    "intersect": FunctionEntry(.intersect, 1...1),
    "exclude": FunctionEntry(.exclude, 1...1),
    // Combining
    "union": FunctionEntry(.union, 1...1),
    "combine": FunctionEntry(.combine, 1...2),
    // Conversion
    "iif": FunctionEntry(.iif, 2...3, .conditional),
    "toBoolean": FunctionEntry(.toBoolean, 0...0),
    "toInteger": FunctionEntry(.toInteger, 0...0),
    "toDecimal": FunctionEntry(.toDecimal, 0...0),
    "toString": FunctionEntry(.toString, 0...0),
    "toDate": FunctionEntry(.toDate, 0...0),
    "toDateTime": FunctionEntry(.toDateTime, 0...0),
    "toTime": FunctionEntry(.toTime, 0...0),
    "toQuantity": FunctionEntry(.toQuantity, 0...1),
    "convertsToBoolean": FunctionEntry(.convertsToBoolean, 0...0),
    "convertsToInteger": FunctionEntry(.convertsToInteger, 0...0),
    "convertsToDecimal": FunctionEntry(.convertsToDecimal, 0...0),
    "convertsToString": FunctionEntry(.convertsToString, 0...0),
    "convertsToDate": FunctionEntry(.convertsToDate, 0...0),
    "convertsToDateTime": FunctionEntry(.convertsToDateTime, 0...0),
    "convertsToTime": FunctionEntry(.convertsToTime, 0...0),
    "convertsToQuantity": FunctionEntry(.convertsToQuantity, 0...1),
    // Strings
    "indexOf": FunctionEntry(.indexOf, 1...1),
    "lastIndexOf": FunctionEntry(.lastIndexOf, 1...1),
    "substring": FunctionEntry(.substring, 1...2),
    "startsWith": FunctionEntry(.startsWith, 1...1),
    "endsWith": FunctionEntry(.endsWith, 1...1),
    "contains": FunctionEntry(.containsText, 1...1),
    "upper": FunctionEntry(.upper, 0...0),
    "lower": FunctionEntry(.lower, 0...0),
    "replace": FunctionEntry(.replace, 2...2),
    "matches": FunctionEntry(.matches, 1...2),
    "matchesFull": FunctionEntry(.matchesFull, 1...2),
    "replaceMatches": FunctionEntry(.replaceMatches, 2...3),
    "length": FunctionEntry(.length, 0...0),
    "toChars": FunctionEntry(.toChars, 0...0),
    "trim": FunctionEntry(.trim, 0...0),
    "split": FunctionEntry(.split, 1...1),
    "join": FunctionEntry(.join, 0...1),
    "encode": FunctionEntry(.encode, 1...1),
    "decode": FunctionEntry(.decode, 1...1),
    "escape": FunctionEntry(.escape, 1...1),
    "unescape": FunctionEntry(.unescape, 1...1),
    // Mathematics
    "abs": FunctionEntry(.abs, 0...0),
    "ceiling": FunctionEntry(.ceiling, 0...0),
    "exp": FunctionEntry(.exp, 0...0),
    "floor": FunctionEntry(.floor, 0...0),
    "ln": FunctionEntry(.ln, 0...0),
    "log": FunctionEntry(.log, 1...1),
    "power": FunctionEntry(.power, 1...1),
    "round": FunctionEntry(.round, 0...1),
    "sqrt": FunctionEntry(.sqrt, 0...0),
    "truncate": FunctionEntry(.truncate, 0...0),
    // The tree
    "children": FunctionEntry(.children, 0...0),
    "descendants": FunctionEntry(.descendants, 0...0),
    // Utilities
    "trace": FunctionEntry(.trace, 1...2, .valueThenItems),
    "now": FunctionEntry(.now, 0...0),
    "today": FunctionEntry(.today, 0...0),
    "timeOfDay": FunctionEntry(.timeOfDay, 0...0),
    "aggregate": FunctionEntry(.aggregate, 1...2, .itemsThenValue),
    "lowBoundary": FunctionEntry(.lowBoundary, 0...1),
    "highBoundary": FunctionEntry(.highBoundary, 0...1),
    "precision": FunctionEntry(.precision, 0...0),
    "comparable": FunctionEntry(.comparable, 1...1),
    "defineVariable": FunctionEntry(.defineVariable, 1...2, .definition),
    // Parts of dates and times
    "yearOf": FunctionEntry(.yearOf, 0...0),
    "monthOf": FunctionEntry(.monthOf, 0...0),
    "dayOf": FunctionEntry(.dayOf, 0...0),
    "hourOf": FunctionEntry(.hourOf, 0...0),
    "minuteOf": FunctionEntry(.minuteOf, 0...0),
    "secondOf": FunctionEntry(.secondOf, 0...0),
    "millisecondOf": FunctionEntry(.millisecondOf, 0...0),
    "timezoneOffsetOf": FunctionEntry(.timezoneOffsetOf, 0...0),
    "dateOf": FunctionEntry(.dateOf, 0...0),
    "timeOf": FunctionEntry(.timeOf, 0...0),
    // Types and logic
    "is": FunctionEntry(.isType, 1...1, .type),
    "as": FunctionEntry(.asType, 1...1, .type),
    "type": FunctionEntry(.type, 0...0),
    "not": FunctionEntry(.not, 0...0),
    // FHIR's additions
    "extension": FunctionEntry(.extension, 1...1),
    "hasValue": FunctionEntry(.hasValue, 0...0),
    "getValue": FunctionEntry(.getValue, 0...0),
    "resolve": FunctionEntry(.resolve, 0...0),
    "memberOf": FunctionEntry(.memberOf, 1...1),
    "conformsTo": FunctionEntry(.conformsTo, 1...1),
    "htmlChecks": FunctionEntry(.htmlChecks, 0...0),
    "checkModifiers": FunctionEntry(.checkModifiers, 1...3),
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
