import FHIRSchema

/// A constraint that the walk judges itself, without an expression: nearly every element meets it, or it needs what an
/// expression does not see.
///
/// The definitions of a release name it, by what it judges, for the constraint of theirs that says so. A release that
/// does not name it does not have it judged.
enum NativeInvariant: String, CaseIterable, Sendable {
  case ageUnit = "age-unit"
  case bundleTotal = "bundle-total"
  case containedReferred = "contained-referred"
  case distinctEntries = "distinct-entries"
  case durationUnit = "duration-unit"
  case elementHasContent = "element-has-content"
  case entryRequest = "entry-request"
  case entryResponse = "entry-response"
  case entrySearch = "entry-search"
  case localReference = "local-reference"
  case narrativeAttributes = "narrative-attributes"
  case narrativeContent = "narrative-content"
  case narrativeElements = "narrative-elements"

  /// The expressions that it stands for. Releases word one constraint in several ways; an expression that is not here
  /// may say something else, and is refused.
  var expressions: [String] {
    switch self {
    case .ageUnit, .durationUnit:
      [
        "code.empty() or system.empty() or system != 'http://unitsofmeasure.org' or ('1 \\'' & code & '\\'')"
          + ".toQuantity('s').exists()",
        "code.empty() or system.empty() or system != %ucum or ('1 \\'' & code & '\\'').toQuantity('s').exists()",
      ]
    case .bundleTotal:
      [
        "total.empty() or type = 'searchset' or type = 'history'",
        "total.empty() or (type = 'searchset') or (type = 'history')",
      ]
    case .containedReferred: ["('#' & id) in %rootResource.descendants().reference"]
    case .distinctEntries:
      [
        "entry.where(fullUrl.exists() and resource.exists()).select(fullUrl & ' ' & resource.meta.versionId)"
          + ".isDistinct() and entry.where(fullUrl.exists() and resource.exists()).select(fullUrl & ' ' & "
          + "resource.meta.versionId).intersect(entry.where(resource.empty()).select(fullUrl & ' ')).empty()"
      ]
    case .elementHasContent:
      [
        "hasValue() or children().count() > id.count()",
        "hasValue() or (children().count() > id.count())",
      ]
    case .entryRequest:
      ["entry.request.empty() or type = 'batch' or type = 'transaction' or type = 'history'"]
    case .entryResponse:
      ["entry.response.empty() or type = 'batch-response' or type = 'transaction-response'"]
    case .entrySearch:
      ["entry.search.empty() or type = 'searchset'", "entry.search.empty() or (type = 'searchset')"]
    case .localReference:
      [
        "reference.exists(startsWith('#')).not() or reference.substring(1) in %rootResource.contained.id",
        "reference.startsWith('#').not() or (reference.substring(1).trace('url') in "
          + "%rootResource.contained.id.trace('ids'))",
      ]
    case .narrativeAttributes, .narrativeContent, .narrativeElements: ["htmlChecks()"]
    }
  }

  /// The numbers of the constraints that a release has judged so.
  static func numbers(_ schema: SchemaTable) throws(SchemaError) -> [NativeInvariant: Int] {
    var numbers: [NativeInvariant: Int] = [:]
    for (number, invariant) in schema.invariants.enumerated() {
      guard let name = invariant.native else { continue }
      func fault(_ reason: String) -> SchemaError {
        SchemaError(schema.release.name, "the invariant \(invariant.key): \(reason)")
      }
      guard let native = NativeInvariant(rawValue: name) else {
        throw fault("no native judgement has the name '\(name)'")
      }
      guard native.expressions.contains(invariant.expression) else {
        throw fault("'\(name)' does not stand for the expression '\(invariant.expression)'")
      }
      guard numbers.updateValue(number, forKey: native) == nil else {
        throw fault("'\(name)' stands at another constraint, too")
      }
    }
    return numbers
  }
}
