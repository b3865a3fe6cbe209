/// The systems whose codes have parts or filters of their own.
package enum CodeSystemURI {
  package static let countries = "urn:iso:std:iso:3166"
  package static let languages = "urn:ietf:bcp:47"
  package static let loinc = "http://loinc.org"
  package static let ndc = "http://hl7.org/fhir/sid/ndc"
  package static let rxNorm = "http://www.nlm.nih.gov/research/umls/rxnorm"
  package static let snomed = "http://snomed.info/sct"
}
