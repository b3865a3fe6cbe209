import FHIRSchema

/// A constraint that the walk judges itself, without an expression, because it applies to nearly every element or needs
/// information that an expression does not have.
///
/// The definitions of a release map the constraint that states it to this name. If a release does not, the constraint
/// is not judged for that release.
///
/// The raw value is an index, because each entry of a Bundle may test whether the release has the constraint.
enum NativeInvariant: Int, CaseIterable, Sendable {
  case ageUnit, bundleTotal, containedReferred, containedReferredOrReferring, distanceUnit, distinctEntries,
    durationUnit, elementHasContent, entryRequest, entryResponse, entrySearch, extensionContent, firstComposition,
    firstMessageHeader, localReference, localReferenceOrContainer, narrativeAttributes, narrativeContent,
    narrativeElements, narrativeForm, uniqueFullURL, unversionedFullURL, unversionedReference

  /// The cases by the names that the definitions use for them, which are here in the order of the cases.
  private static let byName = Dictionary(
    uniqueKeysWithValues: zip(
      """
      age-unit bundle-total contained-referred contained-referred-or-referring distance-unit distinct-entries \
      duration-unit element-has-content entry-request entry-response entry-search extension-content first-composition \
      first-message-header local-reference local-reference-or-container narrative-attributes narrative-content \
      narrative-elements narrative-form unique-full-url unversioned-full-url unversioned-reference
      """.split(separator: " ").map(String.init), allCases))

  /// The equivalent expressions, as releases word one constraint in several ways; any other is refused.
  var expressions: [String] {
    switch self {
    case .ageUnit, .durationUnit, .distanceUnit:
      ["'http://unitsofmeasure.org'", "%ucum"].map { ucum in
        "code.empty() or system.empty() or system != \(ucum) or ('1 \\'' & code & '\\'')"
          + ".toQuantity('\(self == .distanceUnit ? "m" : "s")').exists()"
      }
    case .bundleTotal:
      [
        "total.empty() or type = 'searchset' or type = 'history'",
        "total.empty() or (type = 'searchset') or (type = 'history')",
      ]
    case .containedReferred:
      ["('#' & id) in (%rootResource.descendants().reference | %rootResource.descendants().ofType(uri))"]
    case .containedReferredOrReferring:
      [
        "('#' & id) in (%rootResource.descendants().reference | %rootResource.descendants().ofType(canonical) | "
          + "%rootResource.descendants().ofType(uri) | %rootResource.descendants().ofType(url)) or "
          + "descendants().reference.exists($this = '#') or descendants().ofType(canonical).exists($this = '#')"
      ]
    case .distinctEntries:
      [
        "entry.where(fullUrl.exists() and resource.exists()).select(fullUrl & ' ' & resource.meta.versionId)"
          + ".isDistinct() and entry.where(fullUrl.exists() and resource.exists()).select(fullUrl & ' ' & "
          + "resource.meta.versionId).intersect(entry.where(resource.empty()).select(fullUrl & ' ')).empty()"
      ]
    case .elementHasContent:
      ["hasValue() or children().count() > id.count()", "hasValue() or (children().count() > id.count())"]
    case .entryRequest:
      [
        "entry.request.empty() or type = 'batch' or type = 'transaction' or type = 'history'",
        "entry.all(request.exists() = (%resource.type = 'batch' or %resource.type = 'transaction' or "
          + "%resource.type = 'history'))",
      ]
    case .entryResponse:
      [
        "entry.response.empty() or type = 'batch-response' or type = 'transaction-response'",
        "entry.all(response.exists() = (%resource.type = 'batch-response' or %resource.type = 'transaction-response' or "
          + "%resource.type = 'history'))",
      ]
    case .entrySearch: ["entry.search.empty() or type = 'searchset'", "entry.search.empty() or (type = 'searchset')"]
    case .extensionContent: ["extension.exists() != value.exists()"]
    case .firstComposition: ["type = 'document' implies entry.first().resource.ofType(Composition).exists()"]
    case .firstMessageHeader: ["type = 'message' implies entry.first().resource.ofType(MessageHeader).exists()"]
    case .localReference:
      ["reference.exists(startsWith('#')).not() or reference.substring(1) in %rootResource.contained.id"]
    case .localReferenceOrContainer:
      [
        "reference.exists(startsWith('#') and ($this != '#' or %resource = %rootResource)).not() or "
          + "reference.substring(1) in %rootResource.contained.id"
      ]
    case .narrativeAttributes, .narrativeContent, .narrativeElements, .narrativeForm: ["htmlChecks()"]
    case .uniqueFullURL:
      ["type = 'history' or entry.where(fullUrl.exists()).select(fullUrl & ' ' & resource.meta.versionId).isDistinct()"]
    case .unversionedReference: ["reference.contains('|').not()"]
    case .unversionedFullURL: ["fullUrl.hasValue() implies fullUrl.contains('/_history/').not()"]
    }
  }

  /// The numbers of the constraints that a release maps to native judgements, by raw value; -1 for others.
  static func numbers(_ schema: SchemaTable) throws(SchemaError) -> [Int] {
    var numbers = [Int](repeating: -1, count: allCases.count)
    for (number, invariant) in schema.invariants.enumerated() {
      guard let name = invariant.native else { continue }
      func fault(_ reason: String) -> SchemaError {
        SchemaError(schema.release.name, "the invariant \(invariant.key): \(reason)")
      }
      guard let native = byName[name] else { throw fault("no native judgement has the name '\(name)'") }
      guard native.expressions.contains(invariant.expression)
      else { throw fault("'\(name)' does not stand for the expression '\(invariant.expression)'") }
      guard numbers[native.rawValue] < 0 else { throw fault("'\(name)' stands at another constraint, too") }
      numbers[native.rawValue] = number
    }
    return numbers
  }
}
