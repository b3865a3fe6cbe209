import Testing

/// Sections 5.2 to 5.4 and 6.4: filtering, subsetting, combining, membership.
struct CollectionTests {
  @Test(
    arguments: table(
      """
      Patient.name.where(use = 'usual').given => 'Jim'
      Patient.name.where(use = 'usual' or use = 'maiden').count() => 2
      Patient.name.where($index > 0).given => 'Jim', 'Peter', 'James'
      Patient.name.where({}) => {}
      Patient.name.where(given) => !evaluation
      Patient.name.where(given.first()).count() => 3
      Patient.name.select(given.first()) => 'Peter', 'Jim', 'Peter'
      Patient.name.given.select($index) => 0, 1, 2, 3, 4
      Patient.name.given.select($this & $index.toString()).first() => 'Peter0'
      (1 | 2 | 3).select($this * 2) => 2, 4, 6
      (1 | 2).select({}) => {}
      (1).repeat(iif($this < 5, $this + 1)) => 2, 3, 4, 5
      Patient.contained.ofType(Organization).name => 'Acme'
      Patient.contained.ofType(Patient) => {}
      (1 | 'a' | true).ofType(String) => 'a'
      (1 | 'a' | true).ofType(System.Integer) => 1
      Patient.name.where(use = 'usual').single().given => 'Jim'
      Patient.name.single() => !evaluation
      {}.single() => {}
      Patient.name.given.first() => 'Peter'
      Patient.name.given.last() => 'James'
      Patient.name.given.tail() => 'James', 'Jim', 'Peter', 'James'
      (1).tail() => {}
      (1 | 2 | 3).skip(1) => 2, 3
      (1 | 2 | 3).skip(0) => 1, 2, 3
      (1 | 2 | 3).skip(-1) => 1, 2, 3
      (1 | 2 | 3).skip(9) => {}
      (1 | 2 | 3).take(2) => 1, 2
      (1 | 2 | 3).take(0) => {}
      (1 | 2 | 3).take(-1) => {}
      (1 | 2 | 3).take(9) => 1, 2, 3
      (1 | 2 | 3)[1] => 2
      (1 | 2 | 3).intersect(2 | 3 | 4) => 2, 3
      (1 | 2 | 3).exclude(2 | 4) => 1, 3
      (1.combine(1)).exclude(2) => 1, 1
      (1 | 2).union(2 | 3) => 1, 2, 3
      (1 | 2).combine(2 | 3) => 1, 2, 2, 3
      1.combine(1) | 2 => 1, 2
      {} | {} => {}
      {} | 1 => 1
      name.given | name.family => 'Peter', 'James', 'Jim', 'Chalmers', 'Windsor'
      2 in (1 | 2) => true
      4 in (1 | 2) => false
      {} in (1 | 2) => {}
      1 in {} => false
      (1 | 2) in (1 | 2) => !evaluation
      (1 | 2) contains 2 => true
      {} contains 1 => false
      (1 | 2) contains {} => {}
      'Jim' in Patient.name.given => true
      Patient.name.given contains 'Jim' => true
      (1 | 2 | 3).aggregate($this + $total, 0) => 6
      (3 | 1 | 2).aggregate(iif($total.empty(), $this, iif($this < $total, $this, $total))) => 1
      {}.aggregate($this + $total, 7) => 7
      (1 | 2).aggregate($total | $this) => 1, 2
      (1 | 2 | 3).aggregate($this + $total, 2) => 8
      (1|2|3).count() => 3
      (1|2|2).count() => 2
      1.combine(1).count() => 2
      (1 | 2).exclude(2) => 1
      (1|2|3).intersect(2|4) => 2
      1.combine(1).intersect(1) => 1
      1.union(1|2) => 1, 2
      1 | 1 => 1
      'a' in 'a' => true
      {} in {} => {}
      1 contains {} => {}
      (1|2) in (1|2) => !evaluation
      """))
  func collections(row: PathRow) throws { try row.check(on: Records.patient) }
}
