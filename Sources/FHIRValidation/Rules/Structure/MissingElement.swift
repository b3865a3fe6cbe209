import Diagnostics
import FHIRSchema
import FHIRView
import JSONTape

extension Rule {
  /// Reports a required element that is absent.
  package static let missingElement = Rule(
    "structure/missing-element", .error, .required,
    summary: "a required element is absent",
    explanation: Explanation(
      checks: """
        Every element whose minimum is one is present, in resources, in their nested elements and in data types. A \
        primitive may be present by its `_` sibling alone, when an extension says why there is no value. A choice \
        such as `medication[x]` is satisfied by any of its variants.
        """,
      matters: """
        The specification requires what a record cannot be understood without: an Observation without `status` may be \
        preliminary or entered in error. Real exports lack such elements surprisingly often, `Condition.patient` for \
        one.
        """,
      bad: """
        {
          "resourceType": "Observation",
          "code": { "text": "Body weight" }
        }
        """,
      good: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" }
        }
        """,
      specification: "https://hl7.org/fhir/DSTU2/conformance-rules.html"))
}

extension Walker {
  /// The elements whose bits are set in `missing`, a finding each.
  @inline(never)
  mutating func reportMissing(_ missing: UInt64, in object: Int, type: Int) {
    if schema.types[type].category == .extension { return }
    var missing = missing
    while missing != 0 {
      // By number: a copy of the element would retain and release its lists.
      let element = schema.elementNumber(missing.trailingZeroBitCount, of: type)
      missing &= missing &- 1
      report(
        .missingElement, at: headRange(object), path: path.text(schema, child: schema.elements[element].baseName),
        """
        expected '\(schema.elements[element].name)', which \(schema.typeNames[type]) must have \
        (\(schema.elements[element].cardinality)), found none
        """)
    }
  }
}
