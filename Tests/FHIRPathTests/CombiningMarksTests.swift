import FHIRPath
import FHIRSchema
import Testing

/// Swift's strings normalise when they are compared, hashed or searched, which is quadratic for a run of combining
/// marks. This record has 256 KiB of marks, and expressions compare bytes: in quadratic time, each would take minutes.
struct CombiningMarksTests {
  /// The marks in an order that normalisation changes.
  static let marks = String(repeating: "\u{301}\u{316}", count: 1 << 16)

  static let record = """
    {
      "resourceType": "Patient",
      "id": "\(marks)",
      "gender": "\(marks)",
      "\(marks)": { "\(marks)": "\(marks)", "value\(marks)": 1 },
      "esc\\u0061ped\(marks)": { "a": 1 },
      "value\(marks)": "\(marks)",
      "name": [
        { "use": "\(marks)", "family": ["a\(marks)", "b\(marks)"], "given": ["\(marks)"], "valueX\(marks)": 1 },
        { "use": "\(marks)", "family": ["a\(marks)"], "given": ["\(marks)"], "\\u0061\(marks)": 1 },
        { "use": "\(marks)", "family": ["a\(marks)"], "given": ["\(marks)"], "\\u0061\(marks)": 1 }
      ],
      "extension": [
        { "url": "\(marks)", "valueQuantity": { "value": 1, "unit": "\(marks)" } },
        { "url": "\(marks)", "valueQuantity": { "value": 1, "system": "http://unitsofmeasure.org", "code": "\(marks)" } },
        { "url": "\(marks)x", "value\(marks)": "x" }
      ]
    }
    """

  static let rows = table(
    """
    gender = id => true
    gender != name.first().family.first() => true
    gender ~ id => true
    name[0].family[0] ~ name[1].family[0] => true
    name[0] = name[1] => false
    name[1] = name[2] => true
    name.distinct().count() => 2
    name.family.distinct().count() => 2
    (name.family | name.given | name.use).count() => 3
    name.family.isDistinct() => false
    name.family.intersect(name[0].family).count() => 2
    name.family.sort().first() = name[0].family[0] => true
    name.sort(family.first()).count() => 3
    gender > name[0].family[0] => true
    gender in name.use => true
    name.use contains gender => true
    name[0].family[0].startsWith('a') => true
    name[0].family[0].endsWith(gender) => true
    name[0].family[0].contains(gender) => true
    name[0].family[0].indexOf(gender) => 1
    name[0].family[0].substring(1) = gender => true
    name[0].family[0].replace(gender, '') => 'a'
    name[0].family[0].matches('^a') => true
    name[0].family[0].matchesFull('a.*') => true
    name[0].family[0].replaceMatches('[^a]', '').length() => !limit
    gender.upper().lower() = gender => true
    gender.trim() = gender => true
    gender.split('x').count() => 1
    gender.length() => 131072
    gender.toBoolean() => {}
    gender.toQuantity() => {}
    ('1 ' & gender).toQuantity() => {}
    ('1 \\'' & gender & '\\'').toQuantity().exists() => true
    1.toQuantity(gender) => {}
    gender.toDate() => {}
    gender.toInteger() => {}
    gender.memberOf('http://hl7.org/fhir/ValueSet/administrative-gender') => false
    gender.memberOf(gender) => {}
    conformsTo(gender) => !evaluation
    conformsTo('http://hl7.org/fhir/StructureDefinition/' & gender) => !evaluation
    gender.encode(id) => !evaluation
    gender.matches(gender) => !evaluation
    gender.matches('(?<' & gender & '>a)') => false
    'aa'.replaceMatches('(?<n>a)', '${' & gender & '}') is String => true
    extension(gender).count() => 2
    extension.value.exists() => true
    extension[0].value = extension[1].value => false
    extension[0].value ~ extension[1].value => false
    extension[1].value > 1 'mg' => {}
    (extension[1].value + 1 'mg') => {}
    value.count() => 0
    gender.resolve() => {}
    children().count() > 5 => true
    descendants().type().count() > 5 => true
    descendants().where($this is Quantity).count() => 2
    descendants().ofType(HumanName).count() => 3
    """)

  @Test("the time of an expression over combining marks is linear")
  func evaluation() throws {
    let record = try FHIRPathRecord(Array(Self.record.utf8))
    for row in Self.rows {
      #expect(PathRow.evaluate(row.expression, over: record) == row.expected, "\(row.expression)")
    }
  }

  @Test(
    "in an expression, a name is short",
    arguments: ["`M`", "%`M`", "%'M'", "defineVariable('M')", "name.`M`.`M`", "ofType(`M`)", "`M`()"])
  func names(form: String) {
    let marks = String(repeating: "\u{301}\u{316}", count: 1 << 12)
    var text = ""
    for scalar in form.unicodeScalars {
      if scalar == "M" { text += marks } else { text.unicodeScalars.append(scalar) }
    }
    let error = #expect(throws: FHIRPathError.self) { try FHIRPathExpression(text, release: .dstu2) }
    #expect(error?.message == "a name has at most 256 bytes")
  }
}
