/// What properties of the concepts of a CodeSystem mean, in packs and in definitions.
package enum ConceptProperty {
  /// The meaning of a property: its uri tells it, whatever its code. See
  /// <https://hl7.org/fhir/R4/codesystem-concept-properties.html>.
  package static func meaning(ofCode code: String, uri: String) -> String {
    let parts = uri.split(separator: "#")
    return parts.count > 1 ? String(parts[parts.count - 1]) : code
  }

  /// Whether a value says that the concept is deprecated, or since when.
  package static func deprecates(_ meaning: String, _ value: String) -> Bool {
    meaning == "status" && value == "deprecated"
      || ["deprecated", "deprecationDate"].contains(meaning) && value != "false"
  }

  /// Whether a value says that the concept is inactive, or since when. One that is deprecated may still be used.
  package static func retires(_ meaning: String, _ value: String) -> Bool {
    meaning == "inactive" && value == "true" || meaning == "retirementDate"
      || meaning == "status" && ["retired", "withdrawn", "inactive"].contains(value)
  }
}
