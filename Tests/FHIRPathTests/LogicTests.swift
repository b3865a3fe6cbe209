import Testing

/// Section 6.5: three-valued logic, and the rules for single items.
struct LogicTests {
  @Test(
    arguments: table(
      """
      true and true => true
      true and false => false
      true and {} => {}
      false and {} => false
      {} and false => false
      {} and {} => {}
      true or {} => true
      {} or true => true
      false or {} => {}
      false or false => false
      {} or {} => {}
      true xor false => true
      true xor true => false
      true xor {} => {}
      {} xor {} => {}
      true implies true => true
      true implies false => false
      true implies {} => {}
      false implies {} => true
      {} implies true => true
      {} implies false => {}
      {} implies {} => {}
      true.not() => false
      false.not() => true
      {}.not() => {}
      1.not() => false
      0.not() => false
      (1 | 2).not() => !evaluation
      'a' and true => true
      name.first() and true => true
      name and true => !evaluation
      active and deceased.not() => true
      true or false and false => true
      (true or false) and false => false
      false implies false and false => true
      true = false or true => true
      1 > 2 = false => true
      true xor true or true => true
      'a'.not() => false
      (true|false).not() => !evaluation
      1 and true => true
      (1|2) and true => !evaluation
      """))
  func logic(row: PathRow) throws { try row.check(on: Records.patient) }
}
