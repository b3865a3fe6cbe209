import Testing

/// Trial-use functions of the drafts after 2.0.0.
struct TrialUseTests {
  @Test(
    arguments: table(
      """
      (3 | 1 | 2).sort() => 1, 2, 3
      (3 | 1 | 2).sort($this) => 1, 2, 3
      (3 | 1 | 2).sort($this asc) => 1, 2, 3
      (3 | 1 | 2).sort($this desc) => 3, 2, 1
      (3 | 1 | 2).sort(-$this) => 3, 2, 1
      ('c' | 'a' | 'b').sort(-$this) => 'c', 'b', 'a'
      (3 | 1 | 2 | 5 | 4 | 0).sort($this mod 2, $this desc) => 4, 2, 0, 5, 3, 1
      {}.sort() => {}
      1.sort() => 1
      (1 | 'a').sort() => !evaluation
      (1 | 2).sort($this | 3) => !evaluation
      name.sort(family desc, use).use => 'maiden', 'official', 'usual'
      name.sort(family).use => 'usual', 'official', 'maiden'
      name.sort(period.end.exists()).use => !evaluation
      coalesce({}, 1 | 2, 3) => 1, 2
      coalesce({}) => {}
      name.coalesce(family, 1) => !semantics
      1.coalesce(2) => !semantics
      (1 | 2 | 3).sum() => 6
      (1 | 2.5).sum() => 3.5
      (1 'g' | 500 'mg').sum() => 1500 'mg'
      (1 'g' | 1 's').sum() => {}
      {}.sum() => {}
      ('a' | 'b').sum() => !evaluation
      'a'.sum() => !evaluation
      (1 | 'a').sum() => !evaluation
      name.given.sum() => !evaluation
      @2015.sum() => !evaluation
      name.given.avg() => !evaluation
      (1 | 2).avg() => 1.5
      (2 | 1).min() => 1
      ('a' | 'b').max() => 'b'
      coalesce(1, ('a' | 'b').single()) => 1
      name.select(coalesce(family, given.first())) => 'Chalmers', 'Jim', 'Windsor'
      (1).repeatAll(iif($this < 3, ($this + 1) | ($this + 2))) => 2, 3, 3, 4
      (1).repeatAll($this) => !limit
      1 'cm'.comparable(1 '[in_i]') => true
      1 'cm'.comparable(1 's') => false
      1 year.comparable(1 'a') => false
      1.comparable(2) => true
      'a'.comparable(1) => {}
      1.comparable(@2014) => {}
      1.comparable(gender) => {}
      {}.comparable(1) => {}
      1.combine(1, true) => 1, 1
      'aé'.encode('ascii') => 'a?'
      (1 'cm').comparable(1 'm') => true
      (1 'cm').comparable(1 's') => false
      """))
  func collections(row: PathRow) throws { try row.check(on: Records.patient) }

  @Test(
    arguments: table(
      """
      defineVariable('v', 5).select(%v + 1) => 6
      defineVariable('v', name).select(%v.count()) => 3
      name.defineVariable('n').first().select(%n.count()) => 3
      name.defineVariable('n', first()).select(%n.use) => 'official', 'official', 'official'
      name.defineVariable('n', skip(1).first()).given.first() & %n.use => !semantics
      name.select(defineVariable('u', use).given.select(%u & $this)) => 'officialPeter', 'officialJames', 'usualJim', 'maidenPeter', 'maidenJames'
      defineVariable('a', 1).defineVariable('b', %a + 1).select(%a + %b) => 3
      defineVariable('a', 1).select(%a) | defineVariable('a', 2).select(%a) => 1, 2
      defineVariable('a', Patient.gender).select(%a) => 'male'
      defineVariable('a', 1)[0].gender & %a.toString() => !semantics
      defineVariable('a', 1)[0].select(%a) => 1
      defineVariable('a', {}).select(%a.empty()) => true
      select(defineVariable('a', 1)).select(%a) => !semantics
      %a => !semantics
      defineVariable('resource') => !semantics
      defineVariable('ucum') => !semantics
      defineVariable('vs-a') => !semantics
      """))
  func variables(row: PathRow) throws { try row.check(on: Records.patient) }

  @Test(
    arguments: table(
      """
      (1 | 2 | 3).sum() => 6
      (1.5 | 2).sum() => 3.5
      (1 'cm' | 1 'm').sum() => 101 'cm'
      {}.sum() => {}
      (2 | 4 | 8 | 6).min() => 2
      (2 | 4 | 8 | 6).max() => 8
      (@2012-12-31 | @2013-01-01).max() => @2013-01-01
      ('a' | 'b').min() => 'a'
      (5.5 | 4.7 | 4.8).avg() => 5
      {}.avg() => {}
      (1 | 'a').sum() => !evaluation
      name.given.max() => 'Peter'
      name.select(given.count()).sum() => 5
      """))
  func aggregates(row: PathRow) throws { try row.check(on: Records.patient) }

  @Test(
    arguments: table(
      """
      @2014-01-05T10:30:00.000.yearOf() => 2014
      @2014.yearOf() => 2014
      @T10.yearOf() => {}
      @2012.monthOf() => {}
      @2012-07.monthOf() => 7
      @2014-01-05.dayOf() => 5
      @2014-01-05.hourOf() => {}
      @2012-01-01T16:30:40.002-07:00.hourOf() => 16
      @T16:30.hourOf() => 16
      @2012-01-01T12.minuteOf() => {}
      @2012-01-01T12:30:40.002-07:00.minuteOf() => 30
      @2012-01-01T12:30:40.002-07:00.secondOf() => 40
      @2012-01-01T12:30:00.002-07:00.millisecondOf() => 2
      @2012-01-01T12:30:00.millisecondOf() => {}
      @2012-01-01T12:30:00-07:00.timezoneOffsetOf() => -7.0
      @2012-01-01T12:30:00+08:45.timezoneOffsetOf() => 8.75
      @2012-01-01T12:30:00.timezoneOffsetOf() => {}
      @2012-01-01T12:30:00.000-07:00.dateOf() => @2012-01-01
      @2012.dateOf() => @2012
      @2012-01-01T12:30:00.000-07:00.timeOf() => @T12:30:00.000
      @2012-01-01.timeOf() => {}
      'a'.yearOf() => {}
      1.yearOf() => {}
      true.timeOf() => {}
      (1 'a').dateOf() => {}
      name.yearOf() => !evaluation
      name.first().yearOf() => {}
      birthDate.yearOf() => 1974
      """))
  func partsOfMoments(row: PathRow) throws { try row.check(on: Records.patient) }

  @Test(
    arguments: table(
      #"""
      'abc'.matches('B', 'i') => true
      'abc'.matches('B') => false
      'abc'.matches('B', '') => false
      'first\nsecond'.matches('^second', 'm') => true
      'first\nsecond'.matches('^second') => false
      'first\nsecond'.matches('FIRST$', 'im') => true
      'first\nsecond'.matches('(?im)FIRST$') => true
      'a\nb'.matches('(?s)a.b') => true
      'ABC'.matchesFull('abc', 'i') => true
      'aBc'.replaceMatches('b', 'x', 'i') => 'axc'
      'aBc'.replaceMatches('b' & '', 'x', 'i') => 'axc'
      """#))
  func flagsOfPatterns(row: PathRow) throws { try row.check() }
}
