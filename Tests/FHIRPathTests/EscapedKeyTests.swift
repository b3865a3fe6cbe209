import Testing

/// Escapes in keys are resolved; and years before 0001 go backwards.
struct EscapedKeyTests {
  private static let patient = #"""
    {
      "resourceType": "Patient",
      "\u0065xtension": [{ "\u0075rl": "http://example.org/colour", "valueCode": "red" }],
      "birthD\u0061te": "-0044-03-15",
      "\u005FbirthDate": { "extension": [{ "url": "http://example.org/a", "valueString": "b" }] },
      "_gend\u0065r": { "id": "g" },
      "gender": "male"
    }
    """#

  @Test(
    arguments: table(
      """
      Patient.extension('http://example.org/colour').value => 'red'
      Patient.birthDate.extension('http://example.org/a').value => 'b'
      Patient.gender.id => 'g'
      Patient.birthDate.getValue() => @-0044-03-15
      Patient.birthDate < @0001-01-01 => true
      Patient.birthDate.yearOf() => -44
      """))
  func ofPatient(row: PathRow) throws { try row.check(on: Self.patient) }

  @Test(arguments: [#"resourceTyp\u0065"#, #"\u0072esourceType"#], table("Patient.gender => 'male'"))
  func theKeyResourceTypeMayHaveEscapes(key: String, row: PathRow) throws {
    try row.check(on: #"{ "gender": "male", "\#(key)": "Patient" }"#)
  }

  @Test(arguments: [#"Patien\u0074"#, #"\u0050atient"#], table("Patient.gender => 'male'\n$this is Patient => true"))
  func theNameOfATypeMayHaveEscapes(type: String, row: PathRow) throws {
    try row.check(on: #"{ "resourceType": "\#(type)", "gender": "male" }"#)
  }

  @Test(
    arguments: table(
      """
      managingOrganization.resolve().ofType(Organization).name => 'City Clinic'
      contained.ofType(Organization).partOf.resolve().is(Organization) => true
      """))
  func ofContainedResources(row: PathRow) throws {
    try row.check(
      on: #"""
        {
          "resourceType": "Patient",
          "cont\u0061ined": [
            {
              "resourceType": "Organizati\u006fn", "id": "\u0061", "name": "City Clinic",
              "partOf": { "reference": "#\u0062" }
            },
            { "resourceType": "Org\u0061nization", "id": "b" }
          ],
          "managingOrganization": { "reference": "\u0023a" }
        }
        """#)
  }

  @Test(
    arguments: table(
      """
      entry.resource.subject.resolve().gender => 'male'
      entry.resource.performer.resolve().active => true
      """))
  func ofEntries(row: PathRow) throws {
    try row.check(
      on: #"""
        {
          "resourceType": "Bundle",
          "entry": [
            {
              "resource": {
                "resourceType": "Observation",
                "subject": { "reference": "Patient/p" },
                "performer": [{ "reference": "http://example.org/Practitioner/q" }]
              }
            },
            { "resource": { "resourceType": "P\u0061tient", "id": "\u0070", "gender": "male" } },
            {
              "fullUrl": "http:\/\/example.org\/Practitioner\/q",
              "resource": { "resourceType": "Practitioner", "active": true }
            }
          ]
        }
        """#)
  }
}
