import FHIRPath
import FHIRSchema
import FHIRValidation
import Testing

/// Expressions of R4, whose keys often have another meaning in DSTU2: a fast form depends only on the expression.
///
/// They are evaluated on the types of DSTU2 that have the members.
struct LaterExpressionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let key: String
    let expression: String
    let type: String
    let records: [String]

    init(_ key: String, _ expression: String, _ type: String, _ records: String...) {
      (self.key, self.expression, self.type, self.records) = (key, expression, type, records)
    }

    var testDescription: String { key }
  }

  static let cases = [
    Case(
      "vsd-3", "concept.empty() or filter.empty()", "ValueSet.compose.include",
      #"{ "concept": [{ "code": "a" }, { "code": "a" }] }"#, #"{ "concept": [{ "code": "a" }], "filter": [{}] }"#),
    Case(
      "eld-11",
      "binding.empty() or type.code.empty() or type.select((code = 'code') or (code = 'Coding')).exists()",
      "ElementDefinition", #"{ "binding": {}, "type": [{ "profile": ["a"] }] }"#, #"{ "binding": {}, "type": [] }"#),
    Case(
      "eld-6", "fixed.empty() or (type.count()  <= 1)", "ElementDefinition",
      #"{ "fixedCode": "a", "type": [{ "code": "a" }] }"#,
      #"{ "fixedCode": "a", "type": [{ "code": "a" }, { "code": "b" }] }"#),
    Case(
      "eld-4", "aggregation.empty() or (code = 'Reference') or (code = 'canonical')", "ElementDefinition.type",
      #"{ "aggregation": ["bundled"], "code": "canonical" }"#, #"{ "aggregation": ["bundled"], "code": "a" }"#),
    Case(
      "eld-18", "(abstract.exists() and abstract) implies base.exists()", "StructureDefinition",
      #"{ "abstract": true, "base": "a" }"#, #"{ "abstract": true }"#, #"{ "abstract": false }"#),
    Case(
      "drt-1", "code.exists() implies ((system = %ucum) and value.exists())", "Duration",
      #"{ "value": 1, "system": "http://unitsofmeasure.org", "code": "h" }"#, #"{ "value": 1, "code": "h" }"#,
      #"{ "system": "http://unitsofmeasure.org", "code": "h" }"#, #"{ "unit": "h" }"#),
    Case(
      "age-1",
      "(code.exists() or value.empty()) and (system.empty() or system = %ucum) and (value.empty() or "
        + "value.hasValue().not() or value > 0)", "Age",
      #"{ "value": 1.5, "system": "http://unitsofmeasure.org", "code": "a" }"#, #"{ "value": -1, "code": "a" }"#,
      #"{ "value": 0, "code": "a" }"#),
    Case(
      "per-1", "start.hasValue().not() or end.hasValue().not() or (start <= end)", "Period",
      #"{ "start": "2015-02-07T10:00:00.100Z", "end": "2015-02-07T10:00:00.200Z" }"#,
      #"{ "start": "2015-02-31", "end": "2015-02-31" }"#, #"{ "start": "2015-12-31", "end": "2015-11-30" }"#,
      #"{ "start": "2015-02", "end": "2015-13" }"#,
      #"{ "start": "2015-02-07T24:00:00Z", "end": "2015-02-07T25:00:00Z" }"#,
      #"{ "start": "2015-02-07" }"#),
    Case(
      "dom-4", "contained.meta.versionId.empty() and contained.meta.lastUpdated.empty()", "Patient",
      #"{ "contained": [{ "id": "a" }, { "id": "b", "meta": { "versionId": "1" } }] }"#,
      #"{ "contained": [{ "resourceType": "Patient", "meta": { "profile": ["a"] } }], "meta": { "versionId": "1" } }"#),
    Case("dom-2", "contained.contained.empty()", "Patient", #"{ "contained": [{ "contained": [{ "id": "a" }] }] }"#),
    Case(
      "app-4", "Appointment.reason.exists() implies (Appointment.status='no-show' or Appointment.status='cancelled')",
      "Appointment", #"{ "reason": {}, "status": "cancelled" }"#, #"{ "reason": {}, "status": "booked" }"#,
      #"{ "reason": {} }"#),
    Case(
      "eld-16", "name.empty() or name.matches('^[a-zA-Z0-9\\\\/\\\\-_\\\\[\\\\]\\\\@]+$')", "ElementDefinition",
      #"{ "name": "a-b/c@[d]" }"#, #"{ "name": "a b" }"#, #"{ "name": "" }"#),
    Case(
      "app-3", "(start.exists() and end.exists()) or (status in ('proposed' | 'cancelled' | 'waitlist'))",
      "Appointment", #"{ "start": "2015-02-07", "end": "2015-02-07", "status": "booked" }"#),
    Case("md-1", "max='*' or (max.toInteger() > 0)", "ElementDefinition", #"{ "max": "*" }"#),
    Case(
      "tst-5", "extension.exists() or (contentType.count() + path.count() + response.count() <=1)",
      "TestScript.setup.action.assert", #"{ "contentType": "a", "response": "b" }"#, #"{ "path": "a" }"#),
    Case(
      "tst-1", "operation.exists() xor assert.exists()", "TestScript.setup.action", #"{ "operation": {} }"#,
      #"{ "operation": {}, "assert": {} }"#),
    Case(
      "org-2", "where(use = 'home').empty()", "Address", #"{ "use": "home" }"#, #"{ "use": "work" }"#),
    Case(
      "con-3", "(code.text.exists() or category.coding.where(system = 'a' and code = 'b').exists()).not()", "Condition",
      #"{ "category": { "coding": [{ "system": "a", "code": "b" }] } }"#,
      #"{ "category": { "coding": [{ "system": "b", "code": "b" }] }, "code": { "text": "a" } }"#),
    Case(
      "x-1", "period.where(start > end).empty() or use = 'old'", "Identifier",
      #"{ "period": { "start": "2015-02-07", "end": "2015-02-06" }, "use": "usual" }"#,
      #"{ "period": { "start": "2015-02-07", "end": "2015-02-08" } }"#),
    Case(
      "x-2", "start.toString().length() >= 8", "Period", #"{ "start": "2015-02-07" }"#, #"{ "start": "2015-02" }"#, "{}"
    ),
  ]

  @Test(arguments: cases)
  func aFastFormAgreesWithItsExpression(example: Case) throws {
    var comparison = try FormComparison(example.expression, on: example.type)
    #expect(!comparison.form.isOpen)
    for record in example.records {
      let before = comparison.count
      comparison.compare(record, mutations: 400, isDeep: true)
      #expect(comparison.count > before)
    }
  }

  @Test func theTypeOfAValueAndItsLengthAgreeWithTheirExpression() throws {
    for type in ["dateTime", "date", "instant", "Period"] {
      let text = "($this is dateTime and hasValue()) implies toString().length() >= 8"
      var comparison = try FormComparison(text, on: type)
      #expect(!comparison.form.isOpen)
      for value in ["2015-02-07", "2015-02", "2015", "2015-02-07T10:00:00Z", "2015-02-31", "a"] {
        try comparison.compareValue("{\"value\": \"\(value)\"}")
      }
      #expect(comparison.count >= 4)
    }
  }

  /// As guides write of a choice: each of its types has a fast form of its own.
  @Test(arguments: [
    "(ofType(Quantity) | value.ofType(Quantity)).system.all($this = 'urn:a')",
    "(ofType(Quantity) | ofType(CodeableConcept)).empty()", "ofType(Quantity).system.where($this = 'urn:a').empty()",
    "ofType(CodeableConcept).coding.system.exists() implies "
      + "ofType(CodeableConcept).coding.system.where($this = 'urn:a').exists()",
    "ofType(CodeableConcept).coding.system.all($this = 'urn:a')", "$this.ofType(Period).start.exists().not()",
  ])
  func theTypeSelectsItemsAsInTheExpression(expression: String) throws {
    let codings = [
      "[]", "[{}]", "[{ \"system\": \"urn:a\" }, { \"system\": \"urn:b\" }]", "[{ \"system\": \"urn:a\" }]",
    ]
    for type in ["Quantity", "CodeableConcept"] {
      var comparison = try FormComparison(expression, on: type)
      for system in ["urn:a", "urn:b"] {
        comparison.compare("{ \"value\": 1, \"system\": \"\(system)\" }", mutations: 400)
      }
      for coding in codings { comparison.compare("{ \"coding\": \(coding) }", mutations: 400) }
      // What a value has in place of its own value is not known by the type.
      #expect(comparison.form.isOpen == (type != "Quantity" && expression.contains(" | value")))
      #expect(comparison.form.isOpen || comparison.count > 400)
    }
  }

  /// No known shape: other functions than the supported ones, and what is not FHIRPath.
  @Test(arguments: [
    "name.matches('[A-Z]')", "url.contains('/_history/').not()", "url.startsWith('a')", "status in ('a' | 'b')",
    "contact.select(name).isDistinct()", "contact.name.isDistinct()", "contact.all(name.exists())",
    "(name | url).exists()", "version.toInteger() > 0",
    "codeSystem.concept.code.combine($this.descendants().concept.code).isDistinct()",
    "contact.ofType(Period).count() = 0", "(name | url).all($this = 'a')", "ofType(Period).first().exists()",
    "contact.name.all($this != 'a')", "contact.name.all(exists())",
    "$this is string", "$this is System.String", "date is dateTime", "name.toString().length() > 1",
    "date.length() > 1",
    "name.frob()", "name.exists(", "children().count() > id.count()", "date = @2015", "date.isDistinct() and x in y",
    "contact.telecom.period.select(start & end).isDistinct()", "$total = 1", "%context.name = 'a'",
  ])
  func expressionsWithoutAFastFormAreOpen(expression: String) throws {
    let definitions = try #require(Definitions.of(.dstu2))
    let type = try #require(definitions.schema.type(named: "ValueSet"))
    #expect(FastForm(expression, schema: definitions.schema, context: type).isOpen)
  }
}
