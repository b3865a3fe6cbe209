import Testing

/// Section 5.6: texts.
struct TextTests {
  @Test(
    arguments: table(
      #"""
      'abcdefg'.indexOf('bc') => 1
      'abcdefg'.indexOf('x') => -1
      'abcdefg'.indexOf('') => 0
      'éabc'.indexOf('b') => 2
      'abcbc'.lastIndexOf('bc') => 3
      {}.indexOf('a') => {}
      'a'.indexOf({}) => {}
      'abcdefg'.substring(3) => 'defg'
      'abcdefg'.substring(1, 2) => 'bc'
      'abcdefg'.substring(6, 2) => 'g'
      'abcdefg'.substring(7, 1) => {}
      'abcdefg'.substring(-1, 1) => {}
      'abcdefg'.substring(3, 0) => ''
      'abcdefg'.substring(3, {}) => 'defg'
      'abcdefg'.substring({}) => {}
      'aéb'.substring(1, 1) => 'é'
      'abcdefg'.startsWith('abc') => true
      'abcdefg'.startsWith('bc') => false
      'abcdefg'.startsWith('') => true
      'abcdefg'.startsWith({}) => {}
      {}.startsWith('a') => {}
      1.startsWith('1') => !evaluation
      ('a' | 'b').startsWith('a') => !evaluation
      'abcdefg'.endsWith('efg') => true
      'abcdefg'.endsWith('abc') => false
      'abc'.contains('b') => true
      'abc'.contains('bcd') => false
      'abc'.contains('') => true
      'aabaabaaabaabaaabaabab'.contains('aabaabaabaabaabab') => false
      'aabaabaabaabaabaabab'.contains('aabaabaabaabaabab') => true
      'abcé'.upper() => 'ABCÉ'
      'ABCÉ'.lower() => 'abcé'
      {}.upper() => {}
      'abcdefg'.replace('cde', '123') => 'ab123fg'
      'abcdefg'.replace('cde', '') => 'abfg'
      'abc'.replace('', 'x') => 'xaxbxcx'
      'aaa'.replace('aa', 'b') => 'ba'
      'abc'.replace('b', {}) => {}
      'abc'.length() => 3
      ''.length() => 0
      {}.length() => {}
      'abc'.toChars() => 'a', 'b', 'c'
      ''.toChars() => {}
      '  a b '.trim() => 'a b'
      'a,b,,c'.split(',') => 'a', 'b', '', 'c'
      ('a' | 'b' | 'c').join(',') => 'a,b,c'
      ('a' | 'b').join() => 'ab'
      {}.join(',') => {}
      'test'.encode('base64') => 'dGVzdA=='
      'dGVzdA=='.decode('base64') => 'test'
      'subjects?_d'.encode('base64') => 'c3ViamVjdHM/X2Q='
      'subjects?_d'.encode('urlbase64') => 'c3ViamVjdHM_X2Q='
      'c3ViamVjdHM_X2Q='.decode('urlbase64') => 'subjects?_d'
      'test'.encode('hex') => '74657374'
      '74657374'.decode('hex') => 'test'
      '7g'.decode('hex') => {}
      'a'.encode('rot13') => !evaluation
      '"1<2"'.escape('html') => '&quot;1&lt;2&quot;'
      '&quot;1&lt;2&quot;'.unescape('html') => '"1<2"'
      '"1"'.escape('json') => '\"1\"'
      '\\"1\\"'.unescape('json') => '"1"'
      'abc'.upper() = 'ABC' => true
      'LogicalModel-Person'.indexOf('Person') => 13
      {}.indexOf({}) => {}
      'abc'.substring(-1) => {}
      'abc'.substring(3) => {}
      'abc'.substring(0, 10) => 'abc'
      'abc'.substring(1, -1) => ''
      'abc'.substring(1, 0) => ''
      ''.substring(0) => {}
      'abc'.replace('', '-') => '-a-b-c-'
      'abc'.replace({}, '-') => {}
      {}.replace('a', 'b') => {}
      'a'.replace('a', '') => ''
      'abc'.matchesFull('.*') => true
      'abc'.replaceMatches('b', '$0$0') => 'abbc'
      'a$b'.replaceMatches('\\$', '#') => 'a#b'
      'abc'.toChars().count() => 3
      'Peter,James'.split(',') => 'Peter', 'James'
      ',a'.split(',') => '', 'a'
      ''.split(',') => ''
      'abc'.split('') => 'a', 'b', 'c'
      ('a' | 'b').join('-') => 'a-b'
      (1|2).join(',') => !evaluation
      '  x '.trim() => 'x'
      '"1<2"'.escape('json') => '\"1<2\"'
      """#))
  func texts(row: PathRow) throws { try row.check() }

  @Test(
    arguments: table(
      """
      Patient.name.given.first().startsWith('Pe') => true
      Patient.name.given.startsWith('Pe') => !evaluation
      Patient.name.where(given.first().length() = 3).use => 'usual'
      Patient.name.select(given.join(' ')) => 'Peter James', 'Jim', 'Peter James'
      Patient.birthDate.startsWith('1974') => true
      Patient.active.startsWith('t') => !evaluation
      Patient.trace('it').gender => 'male'
      Patient.name.trace('given', given).count() => 3
      """))
  func textsOfElements(row: PathRow) throws { try row.check(on: Records.patient) }
}
