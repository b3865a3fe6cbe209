import FHIRSchema
import Testing

/// Sections 6.1 and 6.2: equality, equivalence, comparison.
struct EqualityTests {
  @Test(
    arguments: table(
      """
      1 = 1 => true
      1 = 2 => false
      1 = 1.0 => true
      1.10 = 1.1 => true
      1 = '1' => false
      'a' = 'A' => false
      true = true => true
      {} = {} => {}
      {} = 1 => {}
      1 = {} => {}
      (1 | 2) = (1 | 2) => true
      (1 | 2) = (2 | 1) => false
      (1 | 2) = 1 => false
      1 != 2 => true
      {} != 1 => {}
      (1 | 2) != (2 | 1) => true
      @2012 = @2012 => true
      @2012 = @2013 => false
      @2012 = @2012-01 => {}
      @2012 = @2013-01 => false
      @2012-01-01 = @2012-01-01T => true
      @2012-01-01 = @2012-01-01T10:00 => {}
      @2012-04-15T15:00:00Z = @2012-04-15T17:00:00+02:00 => true
      @2012-04-15T15:00:00Z = @2012-04-15T15:00:00 => {}
      @2012-04-15T15:00:00.0 = @2012-04-15T15:00:00 => true
      @2012-04-15T15:00:00.1 = @2012-04-15T15:00:00 => false
      @T14:34:28 = @T14:34:28.000 => true
      @T14:34 = @T14:34:28 => {}
      @T14:34 = @T15 => false
      @2012 = 2012 => false
      1 'mg' = 1 'mg' => true
      1 'mg' = 2 'mg' => false
      7 days = 1 week => true
      1 year = 12 months => true
      1 year = 365 days => true
      1 month = 30 days => true
      1 month > 29 days => true
      1 year = 365 'd' => {}
      1 'a' = 1 year => {}
      1 's' = 1 second => true
      1000 'ms' = 1 second => true
      1 'mg' = 1 'm' => {}
      1 = 1 '1' => true
      4.0000 'g' = 4000.0 'mg' => true
      1 '[in_i]' = 2.54 'cm' => true
      1 '[lb_av]' = 453.59237 'g' => true
      37 'Cel' = 98.6 '[degF]' => true
      1 'nonsense' = 1 'mg' => {}
      7 days = 1 'wk' => true
      1 'mo' = 1 month => {}
      Patient.name[0] = Patient.name[0] => true
      Patient.name[0] = Patient.name[1] => false
      Patient.name[0].given = Patient.name[2].given => true
      Patient.birthDate = @1974-12-25 => true
      Patient.birthDate = @1974-12 => {}
      Patient.gender = 'male' => true
      Patient.name = Patient.name => true
      """))
  func equality(row: PathRow) throws { try row.check(on: Records.patient) }

  @Test(
    arguments: table(
      """
      1 ~ 1 => true
      1 ~ 1.0 => true
      1.12 ~ 1.1 => true
      1.2 / 1.8 ~ 0.67 => true
      {} ~ {} => true
      1 ~ {} => false
      'ABC' ~ 'abc' => true
      'a  b' ~ ' A\\tB ' => true
      'a' ~ 'b' => false
      (1 | 2) ~ (2 | 1) => true
      (1 | 2 | 3) ~ (1 | 2) => false
      @2012 ~ @2012-01 => false
      @2012-01 ~ @2012-01 => true
      @2012-04-15T15:00:00Z ~ @2012-04-15T15:00:00 => false
      1 year ~ 1 'a' => true
      1 month ~ 1 'mo' => true
      1 year ~ 11 months => true
      1 year ~ 5 months => false
      4 'g' ~ 4000 'mg' => true
      4 'g' ~ 4040 'mg' => true
      4 'g' ~ 4600 'mg' => false
      21 'mm' ~ 2 'cm' => true
      2.1 'cm' ~ 22 'mm' => false
      1 '[in_i]' ~ 2.5 'cm' => true
      1 'mg' ~ 1 'm' => false
      1 !~ 2 => true
      {} !~ {} => false
      'a' !~ 'A' => false
      name.given ~ name.given => true
      name[0].given ~ name[2].given => true
      name[0] ~ name[0] => true
      name[0] ~ name[1] => false
      """))
  func equivalence(row: PathRow) throws { try row.check(on: Records.patient) }

  /// Codings are equivalent by code and system, concepts by one Coding that both have.
  @Test(
    arguments: table(
      """
      Observation.code ~ Observation.method => true
      Observation.code !~ Observation.method => false
      Observation.code.coding[0] ~ Observation.method.coding => true
      Observation.code.coding[1] ~ Observation.method.coding => false
      Observation.code = Observation.method => false
      Observation.code.coding[0] = Observation.method.coding => false
      Observation.code.coding[2] ~ Observation.code.coding[3] => false
      Observation.code.coding[0] ~ Observation.code.coding[4] => false
      Observation.bodySite ~ Observation.method => false
      Observation.bodySite ~ Observation.component[0].code => true
      Observation.bodySite ~ Observation.component[1].code => false
      Observation.component[0] ~ Observation.component[0] => true
      Observation.component[1] ~ Observation.component[2] => true
      """), FHIRRelease.published)
  func equivalenceOfCodes(row: PathRow, release: FHIRRelease) throws {
    try row.check(
      on: #"""
        {
          "resourceType": "Observation",
          "code": {
            "coding": [
              { "system": "http://loinc.org", "code": "8480-6", "display": "A", "userSelected": true },
              { "system": "http://loinc.org", "code": "8462-4" },
              { "display": "A" },
              { "display": "B" },
              { "system": "http://example.org", "code": "8480-6" }
            ],
            "text": "a"
          },
          "method": { "coding": [{ "system": "http://loinc.org", "version": "2", "code": "8480-6", "display": "B" }] },
          "bodySite": { "id": "x", "text": "a" },
          "component": [
            { "code": { "text": "a" } },
            { "code": { "coding": [{ "code": "c", "display": "A" }], "text": "a" } },
            { "code": { "coding": [{ "code": "c" }] } }
          ]
        }
        """#, release: release)
  }

  @Test(
    arguments: table(
      """
      1 < 2 => true
      2 < 1 => false
      1 <= 1 => true
      2 > 1.5 => true
      2 >= 2.0 => true
      'a' < 'b' => true
      'abc' > 'ab' => true
      'Z' < 'a' => true
      1 < 'a' => !evaluation
      {} < 1 => {}
      1 < {} => {}
      (1 | 2) < 3 => !evaluation
      @2012-12 < @2013-01 => true
      @2012 < @2012-01 => {}
      @2012 > @2011-05 => true
      @2012-04-15T10:30 < @2012-04-15T10:30:00 => {}
      @2012-04-15T10:00 < @2012-04-15T10:30:00 => true
      @2012-04-15T15:00:00Z > @2012-04-15T16:30:00+02:00 => true
      @2012-04-15T15:00:00Z > @2012-04-15T15:00:00 => {}
      @2018-03-01T10:30:00.0 > @2018-03-01T10:30:00 => false
      @T10:30 < @T10:31 => true
      @T10 < @T10:30 => {}
      4 'mg' < 5 'mg' => true
      4 'mg' < 5 'm' => {}
      4 'g' > 5 'mg' => true
      1 'm' <= 99 'cm' => false
      38 'Cel' > 98.6 '[degF]' => true
      1 day > 23 hours => true
      true > false => !evaluation
      Patient.birthDate < today() => true
      Patient.telecom.rank > 0 => true
      """))
  func comparison(row: PathRow) throws { try row.check(on: Records.patient) }
}
