import Testing

/// Section 5.1: empty, exists, all, and the like.
struct ExistenceTests {
  @Test(
    arguments: table(
      """
      {}.empty() => true
      Patient.name.empty() => false
      Patient.photo.empty() => true
      {}.exists() => false
      Patient.name.exists() => true
      Patient.name.exists(use = 'usual') => true
      Patient.name.exists(use = 'old') => false
      Patient.name.all(given.exists()) => true
      Patient.name.all(family.exists()) => false
      Patient.photo.all(false) => true
      (true | false).allTrue() => false
      {}.allTrue() => true
      (true | false).anyTrue() => true
      {}.anyTrue() => false
      (false).allFalse() => true
      (true | false).allFalse() => false
      {}.allFalse() => true
      (true | false).anyFalse() => true
      {}.anyFalse() => false
      (1 | 2).allTrue() => !evaluation
      Patient.name.select(given.exists()).allTrue() => true
      (1 | 2).subsetOf(1 | 2 | 3) => true
      (1 | 4).subsetOf(1 | 2 | 3) => false
      {}.subsetOf(1) => true
      (1 | 2 | 3).supersetOf(1 | 2) => true
      (1 | 2).supersetOf(3) => false
      Patient.name.first().subsetOf($this.name) => true
      {}.count() => 0
      Patient.name.given.count() => 5
      Patient.name.given.distinct().count() => 3
      Patient.name.given.distinct() => 'Peter', 'James', 'Jim'
      Patient.name.given.isDistinct() => false
      Patient.name.isDistinct() => true
      {}.isDistinct() => true
      (1 | 2).exists($this > 1) => true
      exists(1, 2) => !semantics
      all() => !semantics
      1.combine(1).isDistinct() => false
      (1|2).isDistinct() => true
      {}.distinct() => {}
      (1|2).allTrue() => !evaluation
      {}.all(false) => true
      1.subsetOf({}) => false
      {}.supersetOf(1) => false
      {}.supersetOf({}) => true
      """))
  func existence(row: PathRow) throws { try row.check(on: Records.patient) }
}
