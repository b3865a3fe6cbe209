import Testing

/// Quantities in other units: exact, to the digits of the operands.
struct UnitConversionTests {
  @Test(
    arguments: table(
      """
      (1 '1/[ly]').toQuantity('cm-1').value => 0.00000000000000000105700083402461546
      (1 '[ly]').toQuantity('cm').value => 946073047258080000
      (1 '[ly]').toQuantity('cm').toQuantity('[ly]').value => 1
      (1 'cm-1').toQuantity('1/[ly]').value => 946073047258080000
      (1 '[ft_us]').toQuantity('m').value => 0.304800609601219202
      (1 '[lb_av]').toQuantity('kg').value => 0.45359237
      (150 '[lb_av]').toQuantity('kg').value => 68.0388555
      (1 'kg').toQuantity('[lb_av]').value => 2.204622621848775807
      (1 'u').toQuantity('g').value => 0.0000000000000000000000016605390666
      (1 'eV').toQuantity('J').value => 0.0000000000000000001602176634
      (1 '10*-30').toQuantity('1').value => 0.000000000000000000000000000001
      (1 '10*30').toQuantity('1').value => 1000000000000000000000000000000
      (1 '10*40').toQuantity('1') => {}
      (1 '10*-60').toQuantity('1') => {}
      (0 '10*-60').toQuantity('1').value => 0
      (37 'Cel').toQuantity('[degF]').value => 98.6
      (98.6 '[degF]').toQuantity('Cel').value => 37
      (10 '[degF]').toQuantity('Cel').value => -12.222222222222222222
      (3 'Cel').toQuantity('K').value => 276.15
      (37000 'mCel').toQuantity('Cel').value => 37
      (180 'deg').toQuantity('rad').value => 3.1415926535897932
      (1 'deg').toQuantity('rad').value => 0.017453292519943296
      (1 '[pi].rad').toQuantity('deg').value => 180
      (7.4 '[pH]').toQuantity('mol/L') => {}
      (7.4 '[pH]').toQuantity('[pH]').value => 7.4
      (1 '[iU]').toQuantity('mg') => {}
      (1 'mg').toQuantity('s') => {}
      (3 'm').toQuantity('(m/s)2') => {}
      1 'u' < 1 'g' => true
      1 'g' > 1 'u' => true
      1 '[h]' < 1 'J.s' => true
      1 'u' = 0.0000000000000000000000016605390666 'g' => true
      1 'u' = 2.0 'g' => false
      98.6 '[degF]' = 37 'Cel' => true
      98.6000000000001 '[degF]' = 37 'Cel' => false
      1 '[ly]' = 946073047258080000 'cm' => true
      1 '1/[ly]' < 1 'cm-1' => true
      1 '10*60' > 1 '10*-60' => true
      1 '10*-60' < 1 '10*60' => true
      -1 '10*60' < 1 '10*-60' => true
      180 'deg' = 3.1415926535897932 'rad' => true
      1 'deg' < 1 'rad' => true
      37 'Cel' ~ 98.6 '[degF]' => true
      1 '[in_i]' + 1 'cm' => 3.54 'cm'
      1 'Cel' + 1 'K' => {}
      """))
  func conversions(row: PathRow) throws { try row.check() }
}
