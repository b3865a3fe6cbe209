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
    case hasValue, memberOf, conformsTo, htmlChecks, comparable
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
