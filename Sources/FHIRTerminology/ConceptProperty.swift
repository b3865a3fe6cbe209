#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What properties of the concepts of a CodeSystem mean, in packs and in definitions.
package enum ConceptProperty {
  /// The meaning of a property: its uri tells it, whatever its code. See
  /// <https://hl7.org/fhir/R4/codesystem-concept-properties.html>; with another uri it means something else than these.
  package static func meaning(ofCode code: String, uri: String) -> String {
    let parts = uri.split(separator: "#", omittingEmptySubsequences: false)
    guard parts.count > 1, let name = parts.last else { return code }
    let isOther =
      ["deprecated", "deprecationDate", "inactive", "retirementDate", "status"].contains(name)
      && !uri.contains("//hl7.org/fhir/concept-properties#")
    return isOther ? uri : String(name)
  }

  /// Whether a value says that the concept is deprecated, or since when.
  package static func deprecates(_ meaning: String, _ value: String) -> Bool {
    meaning == "status" && value == "deprecated"
      || ["deprecated", "deprecationDate"].contains(meaning) && value != "false" && !isInFuture(value)
  }

  /// Whether a value says that the concept is inactive, or since when. One that is deprecated may still be used.
  package static func retires(_ meaning: String, _ value: String) -> Bool {
    meaning == "inactive" && value == "true" || meaning == "retirementDate" && !isInFuture(value)
      || meaning == "status" && ["retired", "withdrawn", "inactive"].contains(value)
  }

  /// Whether a date, of any precision, begins after today.
  private static func isInFuture(_ date: String) -> Bool {
    var (seconds, today) = (time(nil), tm())
    gmtime_r(&seconds, &today)
    let parts = date.prefix(10).split(separator: "-").compactMap { Int($0) }
    return [Int(today.tm_year) + 1900, Int(today.tm_mon) + 1, Int(today.tm_mday)].lexicographicallyPrecedes(parts)
  }
}
