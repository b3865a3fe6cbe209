/// The records for the tables.
enum Records {
  static let patient = #"""
    {
      "resourceType": "Patient",
      "id": "ex",
      "text": { "status": "generated", "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">Ann</div>" },
      "contained": [ { "resourceType": "Organization", "id": "org", "name": "Acme" } ],
      "extension": [ { "url": "http://example.org/colour", "valueCode": "red" } ],
      "identifier": [ { "use": "usual", "system": "urn:oid:1.2.36.146.595.217.0.1", "value": "12345" } ],
      "active": true,
      "name": [
        { "use": "official", "family": ["Chalmers"], "given": ["Peter", "James"] },
        { "use": "usual", "given": ["Jim"] },
        { "use": "maiden", "family": ["Windsor"], "given": ["Peter", "James"], "period": { "end": "2002" } }
      ],
      "telecom": [
        { "use": "home" },
        { "system": "phone", "value": "(03) 5555 6473", "use": "work", "rank": 1 }
      ],
      "gender": "male",
      "birthDate": "1974-12-25",
      "_birthDate": {
        "extension": [ { "url": "http://example.org/birthTime", "valueDateTime": "1974-12-25T14:35:45-05:00" } ]
      },
      "deceasedBoolean": false,
      "address": [ { "line": ["534 Erewhon St", null], "_line": [null, { "id": "second" }], "city": "PleasantVille" } ],
      "managingOrganization": { "reference": "#org" }
    }
    """#

  static let observation = #"""
    {
      "resourceType": "Observation",
      "id": "weight",
      "status": "final",
      "code": { "coding": [ { "system": "http://loinc.org", "code": "29463-7", "display": "Body Weight" } ] },
      "subject": { "reference": "Patient/ex" },
      "effectiveDateTime": "2013-04-02T10:30:10+01:00",
      "valueQuantity": { "value": 185.0, "unit": "lbs", "system": "http://unitsofmeasure.org", "code": "[lb_av]" },
      "referenceRange": [ { "low": { "value": 100, "unit": "lbs" } } ],
      "component": [
        { "code": { "text": "a" }, "valueString": "x" },
        { "code": { "text": "b" }, "valueQuantity": { "value": 4, "unit": "days", "system": "http://unitsofmeasure.org", "code": "d" } }
      ]
    }
    """#

  /// Of a release and of types without tables of definitions.
  static let later = #"""
    {
      "resourceType": "ServiceRequest",
      "id": "later",
      "meta": { "versionId": "1" },
      "instantiatesCanonical": [ "http://example.org/plan" ],
      "status": "active",
      "priority": "routine",
      "doNotPerform": false,
      "quantityQuantity": { "value": 3, "unit": "mg" },
      "occurrenceDateTime": "2020-05-06T10:00:00Z",
      "authoredOn": "2020-05-05",
      "asNeededCodeableConcept": { "text": "as needed" },
      "valueCanonical": "http://example.org/canonical",
      "extension": [ { "url": "http://example.org/a", "valueCanonical": "http://example.org/b" } ],
      "performer": [ { "reference": "Practitioner/1" }, { "reference": "Practitioner/2" } ],
      "medicationReference": { "reference": "Medication/1" },
      "reasonReference": { "reference": "Condition/1" },
      "basedOn": { "reference": "CarePlan/1", "display": "plan" },
      "severity": { "coding": [ { "code": "high" } ], "text": "high" },
      "topic": [ { "system": "http://example.org/topics", "code": "t", "_code": { "id": "c" } } ],
      "dose": { "value": 3.5, "unit": "mg", "system": "http://unitsofmeasure.org", "code": "mg" },
      "validity": { "start": "2020-01-01" },
      "why": { "text": "because" },
      "share": { "numerator": { "value": 1 }, "denominator": { "value": 2 } },
      "owner": { "identifier": { "value": "7" } },
      "target": { "code": "t", "equivalence": "equal" },
      "part": { "reference": { "reference": "Patient/1" } },
      "note": [ { "text": "first", "time": "2020-05-05T08:00:00Z" } ]
    }
    """#

  /// Of a known type, in the form of a later release.
  static let laterCondition = #"""
    {
      "resourceType": "Condition",
      "clinicalStatus": { "coding": [ { "code": "active" } ] },
      "evidence": [ { "detail": [ { "reference": "Observation/1" } ] } ],
      "bodySite": "left arm",
      "onsetAge": { "value": 3, "unit": "years", "system": "http://unitsofmeasure.org", "code": "a" }
    }
    """#

  static let questionnaire = #"""
    {
      "resourceType": "Questionnaire",
      "status": "draft",
      "group": {
        "linkId": "root",
        "group": [
          { "linkId": "1", "question": [ { "linkId": "1.1" }, { "linkId": "1.2", "group": [ { "linkId": "1.2.1" } ] } ] },
          { "linkId": "2" }
        ]
      }
    }
    """#

  static let bundle = #"""
    {
      "resourceType": "Bundle",
      "type": "collection",
      "entry": [
        {
          "fullUrl": "http://example.org/fhir/Patient/1",
          "resource": { "resourceType": "Patient", "id": "1", "meta": { "versionId": "3" }, "gender": "female" }
        },
        {
          "fullUrl": "urn:uuid:04121321-4af5-424c-a0e1-ed3aab1c349d",
          "resource": { "resourceType": "Practitioner", "id": "p", "name": { "family": ["Dot"] } }
        },
        {
          "resource": {
            "resourceType": "Condition",
            "id": "c",
            "contained": [ { "resourceType": "Organization", "id": "o", "name": "Inside" } ],
            "patient": { "reference": "Patient/1" },
            "asserter": { "reference": "urn:uuid:04121321-4af5-424c-a0e1-ed3aab1c349d" },
            "encounter": { "reference": "Encounter/none" },
            "stage": { "assessment": [ { "reference": "#o" } ] }
          }
        }
      ]
    }
    """#
}
