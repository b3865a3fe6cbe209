import ClinicalRecords
package import FHIRReporting
import FHIRSchema

extension Redaction {
  /// Shows the names and codes of all releases, and calls the inputs by their numbers in the run.
  package init(ofFiles names: [String]) {
    self = Self.ofReleases
    name(files: names.enumerated().map { ($0.element, "file-\($0.offset + 1)") })
  }

  /// Shows the names and codes of all releases. These are some ten thousand, and the same in each run.
  private static let ofReleases: Redaction = {
    var names: Set<String> = ["-"]
    for table in FHIRRelease.published.compactMap(SchemaTable.of) {
      names.formUnion([table.release.name, table.release.rawValue])
      names.formUnion(table.typeNames)
      names.formUnion((0..<table.memberCount).map { table.name(of: MemberID($0)) })
      names.formUnion(table.elements.flatMap { [$0.name, $0.baseName] })
      names.formUnion(table.targets.joined())
      names.formUnion(table.invariants.map(\.key))
      for valueSet in table.valueSets {
        names.formUnion([valueSet.url, valueSet.name])
        names.formUnion(valueSet.systems)
        names.formUnion(table.codes.codes(of: valueSet).map(\.code))
      }
    }
    names.formUnion(ClinicalTypeIdentifier.allCases.map(\.rawValue))
    names.remove("")
    return Redaction(names: names, rules: .all)
  }()
}
