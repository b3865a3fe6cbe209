/// The common parts of the files in rule examples, so that each page states only what its rule is about.
enum ExampleProject {
  /// A property list with keys and values, each an XML element; a key without a value is malformed.
  static func list(_ entries: [(key: String, value: String)]) -> String {
    let lines = entries.flatMap { ["  <key>\($0.key)</key>"] + ($0.value.isEmpty ? [] : ["  " + $0.value]) }
    return (["<plist version=\"1.0\"><dict>"] + lines + ["</dict></plist>"]).joined(separator: "\n")
  }

  /// Several property lists, each after a comment with its path.
  static func files(_ files: [(path: String, entries: [(key: String, value: String)])]) -> String {
    files.map { "<!-- \($0.path) -->\n" + list($0.entries) }.joined(separator: "\n")
  }

  /// An Info.plist that requires some types: clinical ones by the words that differ in their names, others as XML.
  static func requiring(_ types: String...) -> String {
    let elements = types.map { $0.hasPrefix("<") ? $0 : "<string>HKClinicalTypeIdentifier\($0)Record</string>" }
    return """
      <plist version="1.0"><dict>
      \(clinicalDescription)
        <key>NSHealthRequiredReadAuthorizationTypeIdentifiers</key>
        <array>
      \(elements.map { "    " + $0 }.joined(separator: "\n"))
        </array>
      </dict></plist>
      """
  }

  /// An Info.plist and entitlements. `access` is the content of the array of HealthKit's access; `nil` for no array.
  static func pair(access: String?, info: String = clinicalDescription) -> String {
    let granted = access.map { "\n  <key>com.apple.developer.healthkit.access</key>\n  <array>\($0)</array>" } ?? ""
    return """
      <!-- App.entitlements -->
      <plist version="1.0"><dict>
        <key>com.apple.developer.healthkit</key>
        <true/>\(granted)
      </dict></plist>
      <!-- Info.plist -->
      <plist version="1.0"><dict>
      \(info)
      </dict></plist>
      """
  }

  static let clinicalDescription = """
      <key>NSHealthClinicalHealthRecordsShareUsageDescription</key>
      <string>Shows your records in one place.</string>
      <key>NSHealthUpdateUsageDescription</key>
      <string>Stores your workouts.</string>
    """
}
