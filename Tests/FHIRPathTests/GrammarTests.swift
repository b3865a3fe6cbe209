import FHIRPath
import FHIRSchema
import Testing

/// Section 4 and the grammar: literals, escapes, comments, precedence, and the faults of an expression.
struct GrammarTests {
  @Test(
    arguments: table(
      #"""
      true => true
      'a\'b' => 'a'b'
      'a\"b\`c' => 'a"b`c'
      'a\\b\/c' => 'a\b/c'
      'a\u0041' => 'aA'
      'é'.length() => 1
      '\ud83d\ude00'.length() => 1
      '\r\n\t\f'.length() => 4
      'a\d' => 'ad'
      'a\\d' => 'a\d'
      '\u005' => 'u005'
      '\ud83dx' => !syntax
      '\é' => 'é'
      'a\' => !syntax
      'a => !syntax
      "a" => !syntax
      1 => 1
      1.50 => 1.50
      0.0 => 0.0
      2147483647 => 2147483647
      -2147483648 => -2147483648
      2147483647 is Integer => true
      -2147483648 is Integer => true
      2147483648 is Integer => false
      2147483648 is Decimal => true
      123456789012345678.12345678 => 123456789012345678.12345678
      @2015 => @2015
      @2015-02 => @2015-02
      @2015-02-04 => @2015-02-04
      @2015T => @2015
      @2015T is DateTime => true
      @2015-02T is DateTime => true
      @2015-02-04T14:34:28 => @2015-02-04T14:34:28
      @2015-02-04T14:34:28.123Z => @2015-02-04T14:34:28.123Z
      @2015-02-04T14:34:28+09:00 => @2015-02-04T14:34:28+09:00
      @2015-02-04T14 => @2015-02-04T14
      @T14:34:28.5 => @T14:34:28.5
      @T14 => @T14
      @2015-02-30 => !syntax
      @2015-13 => !syntax
      @T25:00 => !syntax
      4.5 'mg' => 4.5 'mg'
      100 '[degF]' => 100 '[degF]'
      1 day => 1 day
      4 days => 4 days
      1 weeks = 7 days => true
      {} => {}
      { } => {}
      1 // the rest is a comment => 1
      /* one */ 1 /* two */ + 2 => 3
      1 /* open => !syntax
      1 + 2 * 3 => 7
      (1 + 2) * 3 => 9
      -1 + 2 => 1
      -(1 + 2) => -3
      - - 1 => 1
      1 - -1 => 2
      10 - 2 - 3 => 5
      2 * 3 div 4 => 1
      1 + 1 & 'a' => !evaluation
      1.toString() & 'a' & 'b' => '1ab'
      1 | 2 = 2 | 1 => false
      1 + 2 | 3 => 3
      1 in 1 | 2 => true
      1 < 2 is Boolean => !evaluation
      (1 < 2) is Boolean => true
      1 is Integer and 2 is Integer => true
      -1.toString() => !evaluation
      (-1).toString() => '-1'
      1.type().name => 'Integer'
      `text` => {}
      is => {}
      as.contains.in => {}
      day => {}
      contains.as(String) => {}
      text.div => {}
      $this => {}
      """#))
  func expressions(row: PathRow) throws { try row.check() }

  /// An expression, the place of its fault, and the message.
  struct Fault: CustomTestStringConvertible {
    let expression: String
    let column: Int
    let message: String
    var testDescription: String { expression }

    init(_ expression: String, _ column: Int, _ message: String) {
      self.expression = expression
      self.column = column
      self.message = message
    }
  }

  @Test(
    arguments: [
      Fault("", 1, "expected an expression, found the end of the expression"),
      Fault("1 +", 4, "expected an expression, found the end of the expression"),
      Fault("name.", 6, "expected a name or a function, found the end of the expression"),
      Fault("name)", 5, "expected an operator or the end of the expression, found ')'"),
      Fault("(name", 6, "expected ')' to close the parenthesis, found the end of the expression"),
      Fault("name[1", 7, "expected ']' after the index, found the end of the expression"),
      Fault("a b", 3, "expected an operator or the end of the expression, found 'b'"),
      Fault("é # 1", 1, "unexpected character 'é'"),
      Fault("'é' # 1", 5, "unexpected character '#'"),
      Fault("'abc", 1, "the string is not closed with '"),
      Fault("{1}", 2, "expected '}' right after '{', since only the empty collection is written in braces, found '1'"),
      Fault("$that", 1, "there is no '$that'; there are $this, $index and $total"),
      Fault("@2015-02-30", 1, "not a date that exists; its form is @YYYY-MM-DD, and parts may be left out at the end"),
      Fault("name.exist()", 6, "there is no function 'exist'"),
      Fault("name.Exists()", 6, "there is no function 'Exists'; did you mean 'exists'?"),
      Fault("name.first(1)", 6, "first() takes no argument, found 1"),
      Fault("name.where()", 6, "where() takes 1 argument, found 0"),
      Fault("name.substring()", 6, "substring() takes 1 to 2 arguments, found 0"),
      Fault("gender.as(string1)", 11, "there is no type 'string1'; the names of types are case-sensitive"),
      Fault("gender is FHIR.Code", 11, "there is no type 'Code'; the names of types are case-sensitive"),
      Fault("a.matches('b', 'x')", 16, "the flags of a pattern are 'i' and 'm', in quotes"),
      Fault("coalesce()", 1, "coalesce() takes at least 1 argument, found 0"),
      Fault("defineVariable('a').defineVariable('a')", 36, "there is a '%a' already"),
      Fault("defineVariable(id)", 16, "defineVariable() needs the name in quotes"),
      Fault("name.ofType('a')", 13, "ofType() needs the name of a type, such as Patient, FHIR.string or System.String"),
      Fault(
        "value as Quantity.value", 10,
        "'Quantity.value' is not a type; the namespaces of types are FHIR and System, and a cast that is to be followed by a path belongs in parentheses"
      ),
      Fault("a.matches('(')", 11, "the pattern '(' cannot be used: a '(' is not closed"),
      Fault("slice('a', 'b')", 1, "slice() cannot be evaluated here: it needs the profiles of the record"),
      Fault("1234567890123456789012345678901234567890", 1, "a number has at most 38 digits"),
    ])
  func faultsHaveTheirColumn(fault: Fault) {
    let error = #expect(throws: FHIRPathError.self) { try FHIRPathExpression(fault.expression, release: .dstu2) }
    #expect(error?.column == fault.column)
    #expect(error?.message == fault.message)
  }

  @Test func deepExpressionsAreRefused() {
    let open = String(repeating: "(", count: 100_000)
    #expect(throws: FHIRPathError.self) { try FHIRPathExpression(open, release: .dstu2) }
    #expect(throws: FHIRPathError.self) {
      try FHIRPathExpression(String(repeating: "-", count: 100_000) + "1", release: .dstu2)
    }
    #expect(throws: FHIRPathError.self) {
      try FHIRPathExpression("a" + String(repeating: ".a", count: 100_000), release: .dstu2)
    }
    #expect(throws: FHIRPathError.self) {
      try FHIRPathExpression("1" + String(repeating: "+1", count: 100_000), release: .dstu2)
    }
    #expect(throws: FHIRPathError.self) {
      try FHIRPathExpression(String(repeating: "a.where(", count: 10_000), release: .dstu2)
    }
  }
}
