import Testing

/// Section 5.5: iif, toX and convertsToX.
struct ConversionTests {
  @Test(
    arguments: table(
      #"""
      iif(true, 1, 2) => 1
      iif(false, 1, 2) => 2
      iif({}, 1, 2) => 2
      iif(false, 1) => {}
      iif(true, 1, 1.abs(2)) => !semantics
      iif(true, 1, (1 | 2).single()) => 1
      'a'.iif($this = 'a', 1, 2) => 1
      (1 | 2).iif(true, 1, 2) => !evaluation
      true.toBoolean() => true
      1.toBoolean() => true
      0.toBoolean() => false
      2.toBoolean() => {}
      1.0.toBoolean() => true
      'T'.toBoolean() => true
      'yes'.toBoolean() => true
      'n'.toBoolean() => false
      '1.0'.toBoolean() => true
      'maybe'.toBoolean() => {}
      {}.toBoolean() => {}
      (true | false).toBoolean() => !evaluation
      1.convertsToBoolean() => true
      'x'.convertsToBoolean() => false
      {}.convertsToBoolean() => {}
      1.toInteger() => 1
      '1'.toInteger() => 1
      '+1'.toInteger() => 1
      '-1'.toInteger() => -1
      '1.0'.toInteger() => {}
      'a'.toInteger() => {}
      ''.toInteger() => {}
      '2147483648'.toInteger() => {}
      true.toInteger() => 1
      false.toInteger() => 0
      1.5.toInteger() => {}
      '1'.convertsToInteger() => true
      'a'.convertsToInteger() => false
      1.toDecimal() => 1
      1.toDecimal() is Decimal => true
      '1.50'.toDecimal() => 1.50
      '1e3'.toDecimal() => {}
      '.5'.toDecimal() => {}
      '5.'.toDecimal() => {}
      true.toDecimal() => 1.0
      'x'.toDecimal() => {}
      '1.5'.convertsToDecimal() => true
      '1.a'.convertsToDecimal() => false
      1.toString() => '1'
      (-1).toString() => '-1'
      1.50.toString() => '1.50'
      true.toString() => 'true'
      'a'.toString() => 'a'
      @2014-01-05.toString() => '2014-01-05'
      @2014-01-05T10:00:00.000Z.toString() => '2014-01-05T10:00:00.000Z'
      @T10:00.toString() => '10:00'
      1 'mg'.toString() => '1 'mg''
      4 days.toString() => '4 days'
      {}.toString() => {}
      1.convertsToString() => true
      '2014'.toDate() => @2014
      '2014-12-01'.toDate() => @2014-12-01
      '2014-13-01'.toDate() => {}
      '2014-12-01T10:00'.toDate() => {}
      @2014-12-01T10:00:00Z.toDate() => @2014-12-01
      '2014-12-01'.convertsToDate() => true
      'x'.convertsToDate() => false
      1.convertsToDate() => false
      '2014-12-01T10:00:00+02:00'.toDateTime() => @2014-12-01T10:00:00+02:00
      '2014'.toDateTime() => @2014
      '2014'.toDateTime() is DateTime => true
      @2014-12-01.toDateTime() is DateTime => true
      '2014-12-01T10'.convertsToDateTime() => true
      '2014-12-01T25'.convertsToDateTime() => false
      '10:30:00.123'.toTime() => @T10:30:00.123
      '10'.toTime() => @T10
      '25:00'.toTime() => {}
      '10:30'.convertsToTime() => true
      'x'.convertsToTime() => false
      1.toQuantity() => 1 '1'
      1.5.toQuantity() => 1.5 '1'
      true.toQuantity() => 1.0 '1'
      '1'.toQuantity() => 1 '1'
      '1 day'.toQuantity() => 1 day
      '1 day'.toQuantity() = 1 day => true
      '4 \'mg\''.toQuantity() => 4 'mg'
      '4\'mg\''.toQuantity() => 4 'mg'
      '4 mg'.toQuantity() => {}
      'a'.toQuantity() => {}
      1 year.toQuantity('days') => 365 days
      1 year.toQuantity('months') => 12 months
      60 days.toQuantity('month') => 2 months
      1 week.toQuantity('days') => 7 days
      1 week.toQuantity('mg') => {}
      1 'm'.toQuantity('cm') => 100 'cm'
      1 '[lb_av]'.toQuantity('kg') => 0.45359237 'kg'
      '1 \'wk\''.convertsToQuantity() => true
      '1 wk'.convertsToQuantity() => false
      1.convertsToQuantity() => true
      {}.convertsToQuantity() => {}
      iif(false, 'true-result', 'false-result') => 'false-result'
      iif('a', 1, 2) => 1
      iif(1, 1, 2) => 1
      iif((true|false), 1, 2) => !evaluation
      iif(true, true, (1|2).toString()) => true
      iif(false, (1|2).toString(), true) => true
      {}.iif(true, 1, 2) => 1
      (1|2).iif(true, 1, 2) => !evaluation
      'context'.iif($this = 'context', 'a', 'b') => 'a'
      {}.toInteger() => {}
      '1'.toInteger() is Integer => true
      'i1'.toInteger() => {}
      1.1.toInteger() => {}
      'true'.toBoolean() => true
      'TRUE'.toBoolean() => true
      'Y'.toBoolean() => true
      'no'.toBoolean() => false
      'on'.toBoolean() => {}
      0.0.toBoolean() => false
      2.0.toBoolean() => {}
      '0'.toBoolean() => false
      '1.1'.toDecimal() => 1.1
      '1'.toDecimal() => 1
      '-1.10'.toDecimal() => -1.10
      '+1.1'.toDecimal() => 1.1
      '.1'.toDecimal() => {}
      '1.'.toDecimal() => {}
      ' 1'.toInteger() => {}
      1.toDecimal().toString() => '1'
      '2015-02-04T14:34:28Z'.toDateTime() => @2015-02-04T14:34:28Z
      '2015-02-04T14:34:28.123+10:00'.convertsToDateTime() => true
      '2015T'.convertsToDateTime() => true
      '2015-02-04T14:34'.toDate() => {}
      '2015-02-04T14:34'.convertsToDate() => false
      'T14:34:28'.convertsToTime() => false
      '14:34:28.123'.convertsToTime() => true
      '14'.convertsToTime() => true
      '1 day'.convertsToQuantity() => true
      '1 \'g\''.toQuantity() => 1 'g'
      '1.0'.toQuantity() => 1.0 '1'
      '1 \'a\''.toQuantity() = 1 year => {}
      '1 years'.toQuantity() => 1 year
      1.0.toQuantity() => 1.0 '1'
      'abc'.toQuantity() => {}
      '1   day'.convertsToQuantity() => true
      (1 'wk').toString() => '1 'wk''
      1 week.toString() => '1 week'
      @2014-12-14.toString() => '2014-12-14'
      @2014-12-14T10:00:00.toString() => '2014-12-14T10:00:00'
      @T14:30.toString() => '14:30'
      (1 | 2 | 3).aggregate(iif($total.empty(), $this, $total + $this)) => 6
      """#))
  func conversions(row: PathRow) throws { try row.check() }

  @Test(
    arguments: table(
      """
      Patient.birthDate.toString() => '1974-12-25'
      Patient.birthDate.toDateTime() is DateTime => true
      Patient.active.toString() => 'true'
      Patient.telecom.rank.toString() => '1'
      Patient.telecom.rank.toDecimal() / 2 => 0.5
      Patient.name.toString() => !evaluation
      Patient.name.first().toString() => {}
      Patient.name.first().convertsToString() => false
      Patient.gender.convertsToInteger() => false
      """))
  func conversionsOfElements(row: PathRow) throws { try row.check(on: Records.patient) }
}
