import FHIRFindings
import HealthPreflight

/// Checks the readers of property lists and their rules: nothing traps, places are in the file, the work is bounded.
func checkPropertyList(_ bytes: [UInt8]) {
  var limits = PropertyListLimits()
  limits.maximumValues = 5_000
  if let list = try? PropertyList.read(bytes, limits: limits) {
    var count = 0
    checkPlaces(list, in: bytes, &count)
    require(count <= limits.maximumValues, "\(count) values, beyond the limit")
  }
  let preflight = Preflight(limits: limits)
  let files = [
    ProjectFile(path: "App/Info.plist", bytes: bytes), ProjectFile(path: "App/App.entitlements", bytes: bytes),
    ProjectFile(path: "App.xcodeproj/project.pbxproj", bytes: bytes),
  ]
  let reports = preflight.check(files)
  require(reports.count == files.count, "\(reports.count) reports for \(files.count) files")
  requireSound(reports.flatMap(\.findings), in: bytes)
  let again = preflight.check(files)
  for (first, second) in zip(reports, again) {
    require(first.findings == second.findings, "two runs differ", first.findings, second.findings)
  }
}

private func checkPlaces(_ list: PropertyList, in bytes: [UInt8], _ count: inout Int) {
  count += 1
  require(isInside(list.range, bytes), "a value outside of the file of \(bytes.count) bytes: \(list.range)")
  require(
    list.range.start <= list.head.start && list.head.end <= list.range.end && isInside(list.head, bytes),
    "a beginning \(list.head) outside of its value \(list.range)")
  for entry in list.entries ?? [] {
    require(isInside(entry.keyRange, bytes), "a key outside of the file: \(entry.keyRange)")
    checkPlaces(entry.value, in: bytes, &count)
    // In the binary format values lie anywhere, and one key may serve several dictionaries.
    if PropertyListFormat(of: bytes) != .binary {
      require(
        list.range.start < entry.keyRange.start && entry.value.range.end < list.range.end,
        "an entry outside of its dictionary at \(list.range)")
    }
  }
  for element in list.elements ?? [] { checkPlaces(element, in: bytes, &count) }
}
