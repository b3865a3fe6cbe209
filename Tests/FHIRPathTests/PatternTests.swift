import Testing

/// matches() and replaceMatches(), and the syntax of regular expressions.
struct PatternTests {
  @Test(
    arguments: table(
      #"""
      'abc'.matches('b') => true
      'abc'.matches('^b') => false
      'abc'.matches('^a.c$') => true
      'abc'.matches('') => true
      'abc'.matches({}) => {}
      {}.matches('a') => {}
      1.matches('1') => !evaluation
      'a\nb'.matches('a.b') => true
      '12345-6789'.matches('^[0-9]{5}(-[0-9]{4})?$') => true
      '1234'.matches('^[0-9]{5}(-[0-9]{4})?$') => false
      '12345'.matches(%`us-zip`) => true
      'N8000123123'.matches('^N[0-9]{8}$') => false
      'Library'.matches('library') => false
      'Library'.matches('(?i)LIBRARY') => true
      'Zz'.matches('(?i)^[x-z]+$') => true
      'a1_'.matches('^\\w+$') => true
      'a b'.matches('^\\S+\\s\\S+$') => true
      'a-b'.matches('^[a-z\\-]+$') => true
      'a]b'.matches('^[]ab]+$') => true
      'x'.matches('[^a-w]') => true
      'é'.matches('^\\p{L}$') => true
      '1'.matches('^\\p{L}$') => false
      'é'.matches('^.$') => true
      'é'.matches('^[à-ü]$') => true
      'é'.matches('^\\u00e9$') => true
      'foo bar'.matches('\\bbar\\b') => true
      'foobar'.matches('\\bbar\\b') => false
      'aab'.matches('^a{2}b$') => true
      'aab'.matches('^a{3,}b$') => false
      'a{b'.matches('^a{b$') => true
      'abab'.matches('^(ab)+$') => true
      'ab'.matches('^(?:a|ab)$') => true
      'ab'.matches('^(|a|ab)$') => true
      'b'.matches('^(a*)*b$') => true
      'abc'.matchesFull('b') => false
      'abc'.matchesFull('a.c') => true
      'abc'.matchesFull('a|abc') => true
      'a'.matches('a**') => !semantics
      'a'.matches('*a') => !semantics
      'a'.matches('(?=a)') => !semantics
      'a'.matches('(a)\\1') => !semantics
      'a'.matches('[b-a]') => !semantics
      'a'.matches('a{2,1}') => !semantics
      'a'.matches('[[:alpha:]]') => !semantics
      'a'.matches('(a{1000}){1000}') => !semantics
      'a'.matches('(' & 'a') => !evaluation
      'a'.matches('(a)' & '?') => true
      'abc'.replaceMatches('b', 'x') => 'axc'
      'abc'.replaceMatches('', 'x') => 'abc'
      'abc'.replaceMatches('x*', '-') => '-a-b-c-'
      'abcabc'.replaceMatches('[ac]', '') => 'bb'
      'aab'.replaceMatches('a+?', 'x') => 'xxb'
      'aab'.replaceMatches('(a|aa)', '<$1>') => '<a><a>b'
      'ab'.replaceMatches('(a)(b)(c)?', '$2$1$3') => 'ba'
      '11/30/1972'.replaceMatches('\\b(?<month>\\d{1,2})/(?<day>\\d{1,2})/(?<year>\\d{2,4})\\b', '${day}-${month}-${year}') => '30-11-1972'
      'cost'.replaceMatches('cost', '$$5') => '$5'
      'é'.replaceMatches('.', '[$0]') => '[é]'
      'abc'.replaceMatches('b', {}) => {}
      """#))
  func patterns(row: PathRow) throws { try row.check() }

  /// Patterns for which backtracking engines take exponential time.
  @Test(
    .timeLimit(.minutes(5)),
    arguments: ["^(a+)+$", "^(a|aa)+$", "^(a*)*b$", "(x+x+)+y", "^(([a-z])+.)+[A-Z]([a-z])+$"])
  func hostilePatternsEnd(pattern: String) throws {
    let text = String(repeating: "a", count: 20_000) + "!"
    let row = PathRow(expression: "'\(text)'.matches('\(pattern)')", expected: "false")
    try row.check()
  }
}
