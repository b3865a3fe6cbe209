import Testing

/// Section 6.6 and 5.7: numbers, quantities, and the functions of mathematics.
struct ArithmeticTests {
  @Test(
    arguments: table(
      """
      1 + 2 => 3
      1 + 2.5 => 3.5
      1.0 + 2 => 3.0
      0.1 + 0.2 => 0.3
      0.1 + 0.2 = 0.3 => true
      1 - 2 => -1
      2 * 3 => 6
      2 * 3.5 => 7.0
      1.5 * 1.5 => 2.25
      4 / 2 => 2
      4 / 2 = 2.0 => true
      1 / 3 => 0.333333333333333333
      2 / 3 => 0.666666666666666667
      -2 / 3 => -0.666666666666666667
      1 / 8 => 0.125
      1 / 0 => {}
      1.0 / 0.0 => {}
      5 div 2 => 2
      -5 div 2 => -2
      5.5 div 0.7 => 7
      5 div 0 => {}
      5 mod 2 => 1
      -5 mod 2 => -1
      5.5 mod 0.7 => 0.6
      5 mod 0 => {}
      2147483647 + 1 => {}
      2147483647 * 2 => {}
      2147483647.0 * 2 => 4294967294.0
      99999999999999999999.5 + 0.5 => 100000000000000000000.0
      'a' + 'b' => 'ab'
      'a' + {} => {}
      'a' & {} => 'a'
      {} & {} => ''
      'a' & 'b' => 'ab'
      1 + 'a' => !evaluation
      'a' - 'b' => !evaluation
      1 + {} => {}
      {} * 2 => {}
      true + 1 => !evaluation
      (1 | 2) + 1 => !evaluation
      1 'mg' + 2 'mg' => 3 'mg'
      1 'mg' - 3 'mg' => -2 'mg'
      1 'mg' + 1 's' => {}
      1 day + 12 hours => 36 hours
      1 'day' = 1 day => true
      2 'months' + 1 year => 14 months
      2 'cm' * 3 'm' => 6 'cm.m'
      2 'cm' * 3 'm' = 0.06 'm2' => true
      1 'm' + 1 'cm' => 101 'cm'
      1 'cm' + 1 'm' => 101 'cm'
      1 '[in_i]' + 1 'cm' => 3.54 'cm'
      2 'mg' * 3 => 6 'mg'
      2 * 3 'mg' => 6 'mg'
      6 'g' / 2 'm' => 3 'g/m'
      6 'g' / 2 'g' => 3 '1'
      6 'g' / 2 => 3 'g'
      6 'g' / 0 'g' => {}
      -(4 'mg') => -4 'mg'
      +4 => 4
      -'a' => !evaluation
      -{} => {}
      1 div 0 => {}
      1 mod 0 => {}
      1.1 div 0.0 => {}
      2.2 div 1.8 => 1
      2.2 mod 1.8 => 0.4
      5 / 2 => 2.5
      5.5 / 1.1 => 5
      """))
  func operators(row: PathRow) throws { try row.check() }

  @Test(
    arguments: table(
      """
      (-5).abs() => 5
      (-5.5).abs() => 5.5
      (-5.5 'mg').abs() => 5.5 'mg'
      {}.abs() => {}
      'a'.abs() => !evaluation
      (1 | 2).abs() => !evaluation
      1.1.ceiling() => 2
      (-1.1).ceiling() => -1
      1.ceiling() => 1
      2.1.floor() => 2
      (-2.1).floor() => -3
      101.99.truncate() => 101
      (-1.56).truncate() => -1
      0.exp() => 1.0
      (-1).exp() => 0.36787944117144233
      1.ln() => 0.0
      1.ln() = 0 => true
      0.ln() => {}
      16.log(2) => 4.0
      100.0.log(10.0) => 2.0
      1000.log(10) => 3.0
      100.log({}) => {}
      100.log(1) => {}
      2.power(3) => 8
      2.5.power(2) => 6.25
      (-1).power(0.5) => {}
      4.power(0.5) => 2.0
      2.power(-1) => 0.5
      2.power(100) => {}
      0.power(-1) => {}
      2.power({}) => {}
      1.round() => 1
      3.14159.round(3) => 3.142
      1.5.round() => 2
      (-1.5).round() => -2
      0.4.round() => 0
      3.14159.round(-1) => !evaluation
      81.sqrt() => 9.0
      2.sqrt() => 1.4142135623730951
      (-1).sqrt() => {}
      1.587.precision() => 3
      @2014.precision() => 4
      @2014-01-05T10:30:00.000.precision() => 17
      @T10:30.precision() => 4
      1.587.lowBoundary() => 1.58650000
      1.587.lowBoundary(2) => 1.58
      1.587.highBoundary() => 1.58750000
      1.587.highBoundary(2) => 1.59
      (-1.587).lowBoundary() => -1.58750000
      (-1.587).highBoundary() => -1.58650000
      1.lowBoundary() => 0.50000000
      1.587.highBoundary(39) => {}
      @2014.lowBoundary(6) => @2014-01
      @2014.highBoundary(6) => @2014-12
      @2014-02.highBoundary(8) => @2014-02-28
      @2014-01-01T08.lowBoundary(17) => @2014-01-01T08:00:00.000+14:00
      @2014-01-01T08.highBoundary(17) => @2014-01-01T08:59:59.999-12:00
      @T10:30.highBoundary(9) => @T10:30:59.999
      1.587.lowBoundary(8) => 1.58650000
      1.587.lowBoundary(-1) => {}
      1.587.lowBoundary(0) => 1
      1.587.lowBoundary(32) => {}
      1.lowBoundary(0) => 0
      1.lowBoundary(5) => 0.50000
      12.587.lowBoundary(2) => 12.58
      12.500.lowBoundary(4) => 12.4995
      120.lowBoundary(2) => 119.50
      -120.lowBoundary(2) => -119.50
      (-120).lowBoundary(2) => -120.50
      0.0034.lowBoundary(1) => 0.0
      0.0034.lowBoundary(0) => 0
      (-0.0034).highBoundary(1) => 0.0
      (-0.0034).lowBoundary(1) => -0.1
      (-0.0034).lowBoundary(0) => -1
      (1.587 'cm').lowBoundary(8) => 1.58650000 'cm'
      1.587.highBoundary(0) => 2
      (-1.587).highBoundary(0) => -1
      (-1.587).highBoundary(2) => -1.58
      1.highBoundary(0) => 2
      12.500.highBoundary(4) => 12.5005
      @2014-01-01T08:05+08:00.highBoundary(17) => @2014-01-01T08:05:59.999+08:00
      @2014-01-01T08:05+08:00.lowBoundary(8) => @2014-01-01
      @2014-01-01T08:05+08:00.lowBoundary(17) => @2014-01-01T08:05:00.000+08:00
      @T10:30.lowBoundary(9) => @T10:30:00.000
      @T10:30.highBoundary() => @T10:30:59.999
      @2014.lowBoundary() => @2014-01-01
      @2014T.lowBoundary() => @2014-01-01T00:00:00.000+14:00
      {}.lowBoundary() => {}
      1.58700.precision() => 5
      1.precision() => 0
      @2014-01-05T10:30:00.precision() => 14
      @2014-01.precision() => 6
      @T10:30:00.000.precision() => 9
      @T10.precision() => 2
      'a'.precision() => {}
      {}.precision() => {}
      -5.5.abs() => -5.5
      2.9.floor() => 2
      (-0.0).exp() => 1.0
      100.log(10) => 2.0
      (-0.5).round() => -1
      2.5.round() => 3
      101.truncate() => 101
      1.00000001.truncate() => 1
      """))
  func functions(row: PathRow) throws { try row.check() }
}
