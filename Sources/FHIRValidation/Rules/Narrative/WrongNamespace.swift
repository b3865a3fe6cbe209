package import FHIRFindings

extension Rule {
  package static let wrongNamespace = Rule(
    "narrative/wrong-namespace", .error, .structure,
    summary: "an element of a narrative is not in the namespace of XHTML",
    checks: "Every `xmlns` in the narrative is exactly `http://www.w3.org/1999/xhtml`.",
    matters: "In another namespace the elements are not XHTML, whatever their names, and readers do not show them.",
    form: .narrative, bad: #"<div xmlns=\"https://www.w3.org/1999/xhtml\">Blood pressure: 120/80</div>"#,
    good: #"<div xmlns=\"http://www.w3.org/1999/xhtml\">Blood pressure: 120/80</div>"#,
    specification: "https://hl7.org/fhir/DSTU2/narrative.html")
}
