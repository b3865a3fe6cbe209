/// The records of R4 for the tables.
enum RecordsOfR4 {
  static let patient = #"""
    {
      "resourceType": "Patient",
      "id": "r4",
      "meta": { "source": "https://clinic.example/ehr", "profile": ["http://example.org/StructureDefinition/p|1.0"] },
      "contained": [{ "resourceType": "Practitioner", "id": "gp", "name": [{ "family": "Weber" }] }],
      "extension": [
        { "url": "http://example.org/shade", "valueUrl": "http://example.org/blue" },
        { "url": "http://example.org/pair", "extension": [{ "url": "left", "valueMarkdown": "*l*" }] }
      ],
      "identifier": [{ "use": "usual", "system": "urn:oid:1.2.3", "value": "7" }],
      "active": true,
      "name": [
        { "use": "official", "family": "Berg", "given": ["Ida", "Marie"] },
        { "use": "nickname", "given": ["Ida"] },
        { "use": "maiden", "family": "Lund", "given": ["Ida", "Marie"], "period": { "end": "2009-06" } }
      ],
      "telecom": [{ "use": "home" }, { "system": "phone", "value": "555 1", "rank": 1 }],
      "gender": "female",
      "birthDate": "1984-05-07",
      "_birthDate": {
        "extension": [
          { "url": "http://hl7.org/fhir/StructureDefinition/patient-birthTime", "valueDateTime": "1984-05-07T03:04:05+02:00" }
        ]
      },
      "deceasedBoolean": false,
      "multipleBirthInteger": 2,
      "address": [{ "line": ["1 Road", null], "_line": [null, { "id": "second" }], "city": "Oslo" }],
      "contact": [{ "relationship": [{ "text": "mother" }, { "text": "carer" }], "name": { "family": "Berg" } }],
      "communication": [{ "language": { "coding": [{ "system": "urn:ietf:bcp:47", "code": "no" }] }, "preferred": true }],
      "generalPractitioner": [{ "reference": "#gp", "type": "Practitioner" }],
      "link": [{ "other": { "identifier": { "value": "x" } }, "type": "seealso" }]
    }
    """#

  static let observation = #"""
    {
      "resourceType": "Observation",
      "id": "mass",
      "status": "final",
      "category": [
        { "coding": [{ "system": "http://terminology.hl7.org/CodeSystem/observation-category", "code": "vital-signs" }] },
        { "text": "home" }
      ],
      "code": {
        "coding": [
          { "system": "http://loinc.org", "code": "29463-7", "display": "Body weight" },
          { "system": "http://snomed.info/sct", "code": "27113001" }
        ]
      },
      "subject": { "reference": "Patient/r4" },
      "effectivePeriod": { "start": "2021-03-04", "end": "2021-03-05T10:00:00Z" },
      "issued": "2021-03-05T11:00:00.250Z",
      "valueQuantity": { "value": 1.85E2, "unit": "lbs", "system": "http://unitsofmeasure.org", "code": "[lb_av]" },
      "referenceRange": [{ "low": { "value": 0.00010e3 }, "high": { "value": 210.50, "unit": "lbs" } }],
      "component": [
        { "code": { "text": "a" }, "valueBoolean": true },
        { "code": { "text": "b" }, "valueTime": "14:30:00" },
        { "code": { "text": "c" }, "valueInteger": 3 }
      ]
    }
    """#

  static let medication = #"""
    {
      "resourceType": "MedicationRequest",
      "id": "m",
      "status": "active",
      "intent": "order",
      "instantiatesCanonical": ["http://example.org/ActivityDefinition/a|2"],
      "medicationCodeableConcept": { "text": "Aspirin" },
      "subject": { "reference": "http://example.org/fhir/Patient/9" },
      "authoredOn": "2020",
      "dosageInstruction": [
        {
          "sequence": 1, "asNeededBoolean": true,
          "timing": { "repeat": { "frequency": 2, "period": 1.0, "periodUnit": "d", "timeOfDay": ["08:00:00"] } },
          "doseAndRate": [{ "doseQuantity": { "value": 5, "unit": "mg", "system": "http://unitsofmeasure.org", "code": "mg" } }]
        }
      ],
      "dispenseRequest": { "expectedSupplyDuration": { "value": 4, "unit": "weeks", "system": "http://unitsofmeasure.org", "code": "wk" } }
    }
    """#

  static let parameters = #"""
    {
      "resourceType": "Parameters",
      "parameter": [
        { "name": "canonical", "valueCanonical": "http://example.org/v|1" },
        { "name": "url", "valueUrl": "http://example.org" },
        { "name": "uuid", "valueUuid": "urn:uuid:04121321-4af5-424c-a0e1-ed3aab1c349d" },
        { "name": "uri", "valueUri": "urn:x" },
        { "name": "oid", "valueOid": "urn:oid:1.2" },
        { "name": "id", "valueId": "a" },
        { "name": "code", "valueCode": "c" },
        { "name": "markdown", "valueMarkdown": "m" },
        { "name": "string", "valueString": "s" },
        { "name": "integer", "valueInteger": 1 },
        { "name": "positiveInt", "valuePositiveInt": 2 },
        { "name": "unsignedInt", "valueUnsignedInt": 3 },
        { "name": "decimal", "valueDecimal": 1.50 },
        { "name": "date", "valueDate": "2020-01" },
        { "name": "dateTime", "valueDateTime": "2020-01-01T00:00:00Z" },
        { "name": "instant", "valueInstant": "2020-01-01T00:00:00.000Z" },
        { "name": "time", "valueTime": "10:00:00" },
        { "name": "base64Binary", "valueBase64Binary": "AAAA" },
        { "name": "age", "valueAge": { "value": 3, "unit": "a", "system": "http://unitsofmeasure.org", "code": "a" } },
        { "name": "money", "valueMoney": { "value": 3.20, "currency": "EUR" } },
        { "name": "dosage", "valueDosage": { "text": "twice" } },
        { "name": "meta", "valueMeta": { "versionId": "1" } },
        { "name": "part", "part": [{ "name": "inner", "resource": { "resourceType": "Basic", "id": "b" } }] }
      ]
    }
    """#
}
