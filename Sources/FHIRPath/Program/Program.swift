/// A compiled expression: instructions, and the constants, names and types that they refer to. The compiler writes a
/// program, and it never changes afterwards, so any number of threads may run it.
final class Program: @unchecked Sendable {
  // @unchecked: see above; the arena is written only during compilation.
  let model: FHIRPathModel
  let instructions: UnsafeBufferPointer<Instruction>
  let constants: UnsafeBufferPointer<Item>
  let names: UnsafeBufferPointer<ElementName>
  let types: UnsafeBufferPointer<TypeTarget>
  let expressions: [RegularExpression]
  let hints: [FHIRPathHint]
  /// The number of the instruction that is the whole expression.
  let root: Int32
  private let arena: ProgramArena

  init(_ compiler: Compiler, root: Int32) {
    model = compiler.model
    arena = compiler.arena
    instructions = arena.arena.keep(all: compiler.instructions)
    constants = arena.arena.keep(all: compiler.constants)
    names = arena.arena.keep(all: compiler.names)
    types = arena.arena.keep(all: compiler.types)
    expressions = compiler.expressions
    hints = compiler.hints
    self.root = root
  }

  /// Where the parts begin; even empty ones have an address.
  var starts: (UnsafePointer<Instruction>, UnsafePointer<Item>, UnsafePointer<ElementName>, UnsafePointer<TypeTarget>) {
    (
      instructions.baseAddress.unsafelyUnwrapped, constants.baseAddress.unsafelyUnwrapped,
      names.baseAddress.unsafelyUnwrapped, types.baseAddress.unsafelyUnwrapped
    )
  }
}

/// The type operand of `is`, `as` and `ofType`.
struct TypeTarget {
  enum Namespace { case fhir, system, any }
  var namespace: Namespace
  var name: TextSpan
  /// The row of a FHIR type, -1 if the release does not have it.
  var row: Int16
  /// The kind of a System type, `none` for others.
  var kind: Item.Kind
}

/// Keeps a program alive.
final class ProgramArena {
  var arena = Arena()
}

/// One node of a compiled expression. Operands are the numbers of other instructions.
struct Instruction {
  /// The operation; those before ``Op/constant`` return a boolean or nothing, and are evaluated without a collection.
  enum Op: UInt8 {
    case and, or, xor, implies, not
    case exists, empty, all, allTrue, anyTrue, allFalse, anyFalse
    case equal, notEqual, equivalent, notEquivalent
    case less, lessOrEqual, greater, greaterOrEqual
    case inside, contains
    case subsetOf, supersetOf, isDistinct, isType
    case startsWith, endsWith, containsText, matches, matchesFull
    case hasValue, memberOf, subsumes, subsumedBy, conformsTo, htmlChecks, comparable
    case convertsToBoolean, convertsToInteger, convertsToDecimal, convertsToString
    case convertsToDate, convertsToDateTime, convertsToTime, convertsToQuantity

    case constant, none, this, index, total, context, resource, rootResource
    case member, typeName, indexer
    case union, combine, intersect, exclude
    case add, subtract, multiply, divide, div, mod, concatenate, negate, positive
    case `where`, select, `repeat`, ofType, asType, single, first, last, tail, skip, take
    case distinct, count, iif, aggregate, trace, now, today, timeOfDay, type
    case children, descendants
    case toBoolean, toInteger, toDecimal, toString, toDate, toDateTime, toTime, toQuantity
    case indexOf, lastIndexOf, substring, upper, lower, replace, replaceMatches, length, toChars
    case trim, split, join, encode, decode, escape, unescape
    case abs, ceiling, exp, floor, ln, log, power, round, sqrt, truncate
    case lowBoundary, highBoundary, precision
    case `extension`, getValue, resolve, checkModifiers
    case repeatAll, coalesce, sum, sort, sortKey, defineVariable, variable, focus
    case yearOf, monthOf, dayOf, hourOf, minuteOf, secondOf, millisecondOf, timezoneOffsetOf, dateOf, timeOf

    @inline(__always) func holds(_ first: Int, _ second: Int) -> Bool {
      switch self {
      case .equal: first == second
      case .notEqual: first != second
      case .less: first < second
      case .lessOrEqual: first <= second
      case .greater: first > second
      default: first >= second
      }
    }
  }

  var op: Op
  /// The static type of the result, -1 if it is unknown.
  var result: Int16 = -1
  /// For a member: the type that ``member`` was looked up in. For a pattern: its flags.
  var owner: Int16 = -1
  /// For a member: its row in the static type, -1 for none.
  var member: Int32 = -1
  /// The input; -1 is `$this`, or the current item.
  var first: Int32 = -1
  var second: Int32 = -1
  var third: Int32 = -1
  /// The number of a constant, name, type or regular expression, or a fourth operand.
  var detail: Int32 = -1
  var column: Int32 = 0

  var isBoolean: Bool { op.rawValue < Op.constant.rawValue }
}

struct FunctionEntry {
  var op: Instruction.Op
  var arguments: ClosedRange<Int>
  /// Whether `$this` is an item of the input in an argument; elsewhere it is the current item.
  var isOfItems: Bool

  static let all: [String: FunctionEntry] = groups.reduce(into: [:]) { all, group in
    let (isOfItems, arguments, ops) = group
    for (name, op) in ops { all[name] = FunctionEntry(op: op, arguments: arguments, isOfItems: isOfItems) }
  }

  /// The functions by ``isOfItems`` and the number of their arguments. Names are written down: the names of cases are
  /// slow to make, and programs may be built without them.
  private static let groups: [(Bool, ClosedRange<Int>, KeyValuePairs<String, Instruction.Op>)] = [
    (false, 0...0, withoutArguments),
    (false, 1...1, withOneArgument),
    (false, 1...2, ["combine": .combine, "substring": .substring, "matches": .matches, "matchesFull": .matchesFull]),
    (false, 0...1, withOneArgumentAtMost),
    (false, 2...2, ["replace": .replace]),
    (false, 2...3, ["replaceMatches": .replaceMatches]),
    (false, 1...3, ["checkModifiers": .checkModifiers]),
    (false, 1...Int.max, ["coalesce": .coalesce]),
    (true, 0...1, ["exists": .exists]),
    (true, 1...1, ["all": .all, "where": .where, "select": .select, "repeat": .repeat, "repeatAll": .repeatAll]),
    (true, 0...Int.max, ["sort": .sort]),
    (true, 2...3, ["iif": .iif]),
    (true, 1...2, ["trace": .trace, "aggregate": .aggregate, "defineVariable": .defineVariable]),
  ]

  private static let withoutArguments: KeyValuePairs<String, Instruction.Op> = [
    "empty": .empty, "allTrue": .allTrue, "anyTrue": .anyTrue, "allFalse": .allFalse, "anyFalse": .anyFalse,
    "count": .count, "distinct": .distinct, "isDistinct": .isDistinct, "sum": .sum, "single": .single, "first": .first,
    "last": .last, "tail": .tail, "toBoolean": .toBoolean, "toInteger": .toInteger, "toDecimal": .toDecimal,
    "toString": .toString, "toDate": .toDate, "toDateTime": .toDateTime, "toTime": .toTime,
    "convertsToBoolean": .convertsToBoolean, "convertsToInteger": .convertsToInteger,
    "convertsToDecimal": .convertsToDecimal, "convertsToString": .convertsToString, "convertsToDate": .convertsToDate,
    "convertsToDateTime": .convertsToDateTime, "convertsToTime": .convertsToTime, "upper": .upper, "lower": .lower,
    "length": .length, "toChars": .toChars, "trim": .trim, "abs": .abs, "ceiling": .ceiling, "exp": .exp,
    "floor": .floor, "ln": .ln, "sqrt": .sqrt, "truncate": .truncate, "children": .children,
    "descendants": .descendants, "now": .now, "today": .today, "timeOfDay": .timeOfDay, "precision": .precision,
    "yearOf": .yearOf, "monthOf": .monthOf, "dayOf": .dayOf, "hourOf": .hourOf, "minuteOf": .minuteOf,
    "secondOf": .secondOf, "millisecondOf": .millisecondOf, "timezoneOffsetOf": .timezoneOffsetOf, "dateOf": .dateOf,
    "timeOf": .timeOf, "type": .type, "not": .not, "hasValue": .hasValue, "getValue": .getValue, "resolve": .resolve,
    "htmlChecks": .htmlChecks,
  ]

  private static let withOneArgument: KeyValuePairs<String, Instruction.Op> = [
    "subsetOf": .subsetOf, "supersetOf": .supersetOf, "skip": .skip, "take": .take, "intersect": .intersect,
    "exclude": .exclude, "union": .union, "indexOf": .indexOf, "lastIndexOf": .lastIndexOf, "startsWith": .startsWith,
    "endsWith": .endsWith, "contains": .containsText, "split": .split, "encode": .encode, "decode": .decode,
    "escape": .escape, "unescape": .unescape, "log": .log, "power": .power, "comparable": .comparable,
    "extension": .extension, "memberOf": .memberOf, "subsumes": .subsumes, "subsumedBy": .subsumedBy,
    "conformsTo": .conformsTo, "ofType": .ofType, "is": .isType, "as": .asType,
  ]

  private static let withOneArgumentAtMost: KeyValuePairs<String, Instruction.Op> = [
    "toQuantity": .toQuantity, "convertsToQuantity": .convertsToQuantity, "join": .join, "round": .round,
    "lowBoundary": .lowBoundary, "highBoundary": .highBoundary,
  ]

  /// Functions without arguments that are defined by other functions.
  static let definitions: [String: String] = [
    "min": "aggregate(iif($total.empty() or $this < $total, $this, $total))",
    "max": "aggregate(iif($total.empty() or $this > $total, $this, $total))",
    "avg": "sum() / count()",
  ]

  /// FHIR functions that need more than a record, with the reason.
  static let unsupported: [String: String] = [
    "elementDefinition": "needs the profiles of the record", "slice": "needs the profiles of the record",
  ]
}
