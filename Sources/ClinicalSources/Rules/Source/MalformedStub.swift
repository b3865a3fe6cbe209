package import FHIRFindings

extension Rule {
  package static let malformedStub = Rule(
    "source/malformed-stub", .error, .structure,
    summary: "the tag of an entry of an export.xml is not XML",
    checks: """
      An entry is an XML tag: attributes with values in quotes, each once, in UTF-8 and without control characters. \
      The readable parts of it are read. Faults in the rest of an export.xml are not reported.
      """,
    matters: "The facts in a damaged entry are unreliable, and XML parsers stop there.",
    bad: ExportExample.good.replacing(#"type="Patient""#, with: #"type="Patient" type="Group""#),
    good: ExportExample.good,
    specification: "https://www.w3.org/TR/xml/#sec-starttags")
}
