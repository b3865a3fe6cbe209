import FHIRSchema
import Testing

/// The language over a record of R4: it is the same for all releases, except for names and types.
struct LanguageOverR4Tests {
  @Test(
    arguments: table(
      #"""
      Patient.name[0].given.sort() => 'Ida', 'Marie'
      Patient.name[0].given.sort(-$this) => 'Marie', 'Ida'
      Patient.name.sort(family desc).use => 'maiden', 'official', 'nickname'
      Patient.birthDate = '1984-05-07' => false
      Patient.birthDate.extension(%`ext-patient-birthTime`).value => '1984-05-07T03:04:05+02:00'
      Patient.birthDate.extension(%"ext-patient-birthTime").exists() => true
      %vs-administrative-gender => !semantics
      Patient.descendants().where($this is Reference).reference => '#gp'
      Patient.extension('http://example.org/pair').extension.value is string => true
      Patient.address.line.hasValue() => false
      Patient.address.line[1].hasValue() => false
      Patient.address.line[0].hasValue() => true
      Patient.contact.name is HumanName => true
      Patient.name.repeat($this).count() => 3
      Patient.name.given.where($index = 1) => 'Marie'
      Patient.name.given.select($this.length()) => 3, 5, 3, 3, 5
      Patient.name.given.aggregate($total + $this.length(), 0) => 19
      Patient.name.exists(use = 'official' and family = 'Berg') => true
      Patient.name.all(given.count() > 0) => true
      Patient.name.select(use).combine(name.select(use)).count() => 6
      Patient.name.use.subsetOf(Patient.name.use | 'x') => true
      Patient.name[0].given.supersetOf(name[1].given) => true
      Patient.name.tail().use => 'nickname', 'maiden'
      Patient.name.skip(1).take(1).use => 'nickname'
      Patient.name.last().use => 'maiden'
      Patient.gender.single() => 'female'
      Patient.photo.single() => {}
      $this.gender => 'female'
      %resource.gender = %context.gender => true
      %rootResource.id => 'r4'
      Patient.contained.select(%resource.id) => 'r4'
      Patient.name.given[0] => 'Ida'
      Patient.name.given[10] => {}
      Patient.telecom.where(rank = 1).value => '555 1'
      Patient.telecom.where(rank > 0).value => '555 1'
      Patient.multipleBirth.ofType(integer) = 2 => true
      Patient.deceased = false => true
      Patient.active and Patient.deceased.not() => true
      Patient.`name`.`given`.first() => 'Ida'
      Patient.name.where(`use` = 'official').family => 'Berg'
      Patient.children().count() = Patient.children().distinct().count() => true
      Patient.name.trace('n').count() => 3
      Patient.name.trace('n', given).count() => 3
      Patient.name.given.contains('a') => !evaluation
      Patient.gender.contains('ale') => true
      Patient.gender contains 'female' => true
      'female' in Patient.gender => true
      Patient.identifier.period.start => {}
      Patient.where(name.exists()).name.first().use => 'official'
      Patient.name.empty().not() => true
      Patient.name.count() > 2 implies Patient.active => true
      Patient.active is boolean and true => true
      iif(true, select(%resource.id), 2) => 'r4'
      name.given.first().iif($this = 'Ida', 1, 2) => 1
      Patient.name.iif(text.exists(), text, family + ' ' + given.first()) => !evaluation
      Patient.name.first().iif(text.exists(), text, family + given.first()) => 'BergIda'
      name.given.join() => 'IdaMarieIdaIdaMarie'
      """#))
  func paths(row: PathRow) throws { try row.check(on: RecordsOfR4.patient, release: .r4) }

  @Test(
    arguments: table(
      #"""
      defineVariable('n1', name.first()).select(%n1.given) | defineVariable('n1', name.skip(1).first()).select(%n1.given) => 'Ida', 'Marie'
      'aaa'.replace(defineVariable('p', 'aaa').select(%p), defineVariable('p', 'bbb').select(%p)) => 'bbb'
      name.defineVariable('n1', skip(1).first()).defineVariable('res', %n1.given + %n1.given).select(%res) => 'IdaIda', 'IdaIda', 'IdaIda'
      defineVariable('n1', 'v1').active | defineVariable('n2', 'v2').select(%n1) => !semantics
      defineVariable('root', name).select(%root.count()) => 3
      defineVariable('a', 1).select(defineVariable('a', 2)) => !semantics
      name.select(defineVariable('f', family).given.select(%f & ' ' & $this)).first() => 'Berg Ida'
      where(active).defineVariable('x', 5).where(%x = 5).id => 'r4'
      iif(true, defineVariable('v', 3).select(%v)) => 3
      name.where(defineVariable('u', use).select(%u = 'maiden')).family => 'Lund'
      """#))
  func variables(row: PathRow) throws { try row.check(on: RecordsOfR4.patient, release: .r4) }

  @Test(
    arguments: table(
      #"""
      Patient.birthDate != @1984-05-07T12:34:00 => {}
      Patient.birthDate != @T12:34 => true
      Patient.birthDate = @1984-05-07 => true
      today() > Patient.birthDate => true
      now() > Patient.birthDate => true
      Patient.birthDate ~ @1984-05-07 => true
      @2012-04-15T15:30:31 = @2012-04-15T15:30:31.0 => true
      @2012-04-15T15:00:00+02:00 = @2012-04-15T16:00:00+03:00 => true
      @2012-04-15T15:00:00 > @2012-04-15T10:00:00 => true
      @T12:00 < @T12:00:00 => {}
      @2012-04-15T15:00:00Z = @2012-04-15T10:00:00 => {}
      @2012-04-15 = @2012-04-15T10:00:00 => {}
      @2018-12 > @2018-11-05 => true
      @2018 >= @2018-05 => {}
      @2014-12-12T24:00 => !syntax
      @2015-02-29 => !syntax
      @T24:00 => !syntax
      @2015-02-04T14:34:28.123456789Z => @2015-02-04T14:34:28.123456789Z
      @2015-02-04T14:34:28+14:00 => @2015-02-04T14:34:28+14:00
      """#))
  func moments(row: PathRow) throws { try row.check(on: RecordsOfR4.patient, release: .r4) }

  @Test(
    arguments: table(
      #"""
      (10 | 2 | 1).sort(-$this) => 10, 2, 1
      (true and 'foo').empty() => false
      (true | 'foo').allTrue() => !evaluation
      '\u0065' => 'e'
      '\x' => 'x'
      'P\'a' => 'P'a'
      'a' ~ 'A' => true
      1.0 ~ 1 => true
      (1|2|3) ~ (3|2|1) => true
      (1|2|3) ~ (3|2|1|1) => true
      1.combine(1) ~ 1.combine(2) => false
      1L => !syntax
      1 'mg' => 1 'mg'
      1 year => 1 year
      1 years = 12 months => true
      (1 | 2).empty() => false
      1 > 2 is Boolean => !evaluation
      1 + 2 * 3 - 4 div 2 => 5
      7 mod 4 * 2 => 6
      'a' & 'b' + 'c' => 'abc'
      1 = 1 = true => true
      1 < 2 = true => true
      false implies false = false => true
      -1.abs() => -1
      (1 | 2)[0] + 1 => 2
      -name.count() => -3
      """#))
  func operators(row: PathRow) throws { try row.check(on: RecordsOfR4.patient, release: .r4) }

  @Test(
    arguments: table(
      #"""
      Patient.name.given.extension => {}
      Patient.birthDate.hasValue() => true
      Patient.active.getValue() => true
      Patient.gender.getValue().type().name => 'String'
      Patient.gender.getValue() is String => true
      Patient.multipleBirth.getValue() is Integer => true
      Patient.name.given.getValue() => !evaluation
      Patient.children().where($this is boolean) => true, false
      Patient.descendants().where($this is BackboneElement).count() => 3
      'abc' & {} & 'd' => 'abcd'
      1.is(System.Integer) => true
      (1).as(Integer) => 1
      '1' as Integer => {}
      @2020.is(Date) => true
      @2020 as DateTime => {}
      1.ofType(Decimal) => {}
      (1 | 1.0).count() => 1
      (1 'cm' | 0.01 'm').count() => 1
      @2012-01-01.toDateTime() => @2012-01-01
      @2012-01-01T10:00:00.toDate() => @2012-01-01
      today().toString().length() => 10
      now().toString().length() > 19 => true
      timeOfDay() is Time => true
      @T10:00 + 3 hours => @T13:00
      @2016-02-28 + 1 day => @2016-02-29
      @2016-02-29 - 1 year => @2015-02-28
      @2019-03-01 - 24 months => @2017-03-01
      @2019-03 + 1 day => @2019-03
      @2019-03-01T10:00:00Z + 1.5 seconds => @2019-03-01T10:00:01.500Z
      @2019-03-01T10:00:00.000Z + 1500 milliseconds => @2019-03-01T10:00:01.500Z
      @2019-03-01 + 36 hours => @2019-03-02
      @2019-03-01 + 1 'wk' => @2019-03-08
      @2019-03-01 + 1 's' => @2019-03-01
      2 years + 3 months => 27 months
      1 'h' = 60 'min' => true
      1 hour = 60 minutes => true
      1 'd' = 24 hours => true
      1 week = 7 'd' => true
      3 'min' = 180 seconds => true
      1 'mg' < 1 'g' => true
      1 'g' / 1 'mg' => 1 'g/mg'
      5 'mg' * 2 => 10 'mg'
      -(5 'mg') => -5 'mg'
      5 'mg' div 2 => !evaluation
      (2).power(0) => 1
      10.log(10) => 1.0
      'abc'.indexOf('d') => -1
      'abc'.lastIndexOf('') => 3
      ''.empty() => false
      'a,b'.split(',').count() => 2
      'Ünïcode'.upper() => 'ÜNÏCODE'
      '\u00e9' = 'é' => true
      ('a' | 'b' | 'a').count() => 2
      {}.first() => {}
      ({} | 1) = 1 => true
      iif({}, 1) => {}
      1.0 = 1.00 => true
      1.0 ~ 1.01 => true
      true = 'true' => false
      (1 | 2 | 3).where($this > 1).select($this + $index) => 2, 4
      (1 | 2).all($this > 0) => true
      (1|2|3).skip(1).first() => 2
      (1|2|3)[-1] => {}
      (1|2|3).last() => 3
      (1|2|3).tail() => 2, 3
      (1|2|3).take(10).count() => 3
      1.combine(2).combine(1).distinct() => 1, 2
      (1|2|3).exclude({}) => 1, 2, 3
      (1|2|3).intersect({}) => {}
      (1|2).supersetOf(1) => true
      (1|2).sum() => 3
      @2020-01-01T00:00:00+00:00 = @2020-01-01T00:00:00Z => true
      @2020-01-01T00:00:00Z ~ @2020-01-01T01:00:00+01:00 => true
      @T12:30:00.1 ~ @T12:30:00.10 => true
      @2020-01 ~ @2020-01-01 => false
      @2020-06 < @2020-07-01 => true
      @2020-06 < @2020-06-15 => {}
      'b' > 'a' => true
      'a' < 'B' => false
      'a' >= 'a' => true
      1 < 1.5 => true
      1 <= 1.0 => true
      """#))
  func functions(row: PathRow) throws { try row.check(on: RecordsOfR4.patient, release: .r4) }
}
