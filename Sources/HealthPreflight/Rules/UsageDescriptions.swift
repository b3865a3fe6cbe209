import ClinicalRecords
import FHIRFindings
import FHIRSupport
import FHIRTape

extension PreflightRule {
  static let missingUsageDescription = Rule(
    "preflight/missing-usage-description", .error, .required,
    summary: "a usage description that the app needs is absent",
    checks: """
      NSHealthClinicalHealthRecordsShareUsageDescription is present if the entitlements request `health-records` or \
      a required type is clinical; NSHealthShareUsageDescription if a required type is of another kind, or if the \
      entitlements have background delivery and nothing else shows what is read; and at least one of the three if \
      the entitlements have HealthKit.
      """,
    matters: """
      HealthKit raises an exception if the app requests authorization without the matching description, and App \
      Review rejects apps without one.
      """,
    bad: ExampleProject.pair(
      access: "<string>health-records</string>", info: "  <key>CFBundleName</key>\n  <string>Example</string>"),
    good: ExampleProject.pair(access: "<string>health-records</string>"),
    specification: page(ofKey: InfoPlistKey.clinicalUsage))

  static func checkUsageDescriptions(of info: InfoPlist, _ rights: [Entitlements], _ findings: inout [Finding]) {
    let needs = clinicalNeed(info, rights)
    require(.clinical, since: needs, in: info, &findings)
    require(.share, since: shareNeed(info, rights, needsClinical: needs != nil), in: info, &findings)
    checkUpdateDescription(of: info, &findings)
  }

  /// Evidence that the app reads clinical records; `nil` without any.
  private static func clinicalNeed(_ info: InfoPlist, _ rights: [Entitlements]) -> String? {
    if let rights = rights.first(where: { $0.hasHealthRecords }) {
      return "\(rights.name.clippedName) asks for 'health-records'"
    }
    return info.requiresClinicalTypes ? "a required type is a clinical one" : nil
  }

  /// Evidence that the app reads other data; `nil` without any.
  private static func shareNeed(_ info: InfoPlist, _ rights: [Entitlements], needsClinical: Bool) -> String? {
    if info.requiresOtherTypes { return "a required type is no clinical one" }
    if needsClinical || info.has(.clinical) { return nil }
    if let rights = rights.first(where: { $0.hasBackgroundDelivery }) {
      return "\(rights.name.clippedName) has background delivery"
    }
    if info.has(.update) { return nil }
    return rights.first { $0.hasHealthKit }.map { "\($0.name.clippedName) has HealthKit" }
  }

  private static func require(
    _ description: InfoPlist.UsageDescription, since reason: String?, in info: InfoPlist, _ findings: inout [Finding]
  ) {
    guard let reason, !info.has(description) else { return }
    findings.report(
      missingUsageDescription, at: info.root.head, path: description.key,
      "expected '\(description.key)', which an app needs \(description.purpose), since \(reason); found none")
  }

  static let noUpdateDescription = Rule(
    "preflight/no-update-description", .information, .informational,
    summary: "an app that reads has no usage description for writing",
    checks: """
      If NSHealthShareUsageDescription or NSHealthClinicalHealthRecordsShareUsageDescription is present, \
      NSHealthUpdateUsageDescription is present, too.
      """,
    matters: """
      By the documentation only an app that writes needs it, but uploads of apps that only read were refused without \
      it, because they link HealthKit.
      """,
    example: ExampleProject.files([
      ("Info.plist", [("NSHealthShareUsageDescription", "<string>Shows your heart rate beside your plan.</string>~")]),
      ("App.entitlements", [("com.apple.developer.healthkit", "<true/>")]),
    ]),
    bad: "",
    good: """

        <key>NSHealthUpdateUsageDescription</key>
        <string>Nothing is stored in Health at present.</string>
      """,
    specification: page(ofKey: InfoPlistKey.updateUsage))

  static func checkUpdateDescription(of info: InfoPlist, _ findings: inout [Finding]) {
    guard !info.has(.update), info.has(.share) || info.has(.clinical) else { return }
    let present = [.share, .clinical].compactMap { (description: InfoPlist.UsageDescription) in
      info.root[description.key]
    }
    findings.report(
      noUpdateDescription, at: present.first?.keyRange ?? info.root.head, path: InfoPlist.UsageDescription.update.key,
      "expected 'NSHealthUpdateUsageDescription' as well, which uploads have asked of apps that only read; found none")
  }

  static let emptyUsageDescription = Rule(
    "preflight/empty-usage-description", .error, .value, summary: "a usage description is empty",
    checks: "A usage description contains more than white space.",
    matters: """
      HealthKit raises an exception when the app requests authorization with an empty usage description. There is no \
      earlier warning.
      """,
    bad: ExampleProject.list([("NSHealthUpdateUsageDescription", "<string></string>")]),
    good: ExampleProject.list([("NSHealthUpdateUsageDescription", "<string>Stores your workouts.</string>")]),
    specification: page(ofKey: InfoPlistKey.updateUsage))

  static let invalidUsageDescription = Rule(
    "preflight/invalid-usage-description", .error, .value, summary: "a usage description is not a string",
    checks: "The value of a usage description is a string.",
    matters: "A value of another type, such as a boolean, makes the app crash when it requests authorization.",
    bad: ExampleProject.list([("NSHealthUpdateUsageDescription", "<true/>")]),
    good: ExampleProject.list([("NSHealthUpdateUsageDescription", "<string>Stores your workouts.</string>")]),
    specification: page(ofKey: InfoPlistKey.updateUsage))

  static let oneWordUsageDescription = Rule(
    "preflight/one-word-usage-description", .warning, .value, summary: "a usage description is a single word",
    checks: """
      A usage description has more than one word. A text with a build setting such as `$(PURPOSE)` is not checked, \
      nor is one in a script without spaces between words.
      """,
    matters: """
      App Review has rejected single words. Users read the text before they decide, so it should say what the data \
      is for.
      """,
    bad: ExampleProject.list([("NSHealthUpdateUsageDescription", "<string>Health</string>")]),
    good: ExampleProject.list([("NSHealthUpdateUsageDescription", "<string>Stores your workouts.</string>")]),
    specification: page(ofKey: InfoPlistKey.updateUsage))

  static func checkUsageDescriptionValues(of info: InfoPlist, _ findings: inout [Finding]) {
    for description in InfoPlist.UsageDescription.all {
      guard let value = info.root[description.key]?.value else { continue }
      guard let text = value.string else {
        findings.report(
          invalidUsageDescription, at: value.head, path: description.key,
          "expected '\(description.key)' to be a string, found \(value.kind)")
        continue
      }
      let words = text.unicodeScalars.split(maxSplits: 1) { $0.properties.isWhitespace }
      let expected = "expected a sentence that says why the app asks \(description.purpose)"
      guard let word = words.first.map({ String(String.UnicodeScalarView($0)) }) else {
        findings.report(
          emptyUsageDescription, at: value.range, path: description.key, "\(expected), found an empty string")
        continue
      }
      // Scripts from Thai on in Unicode may have no spaces between words.
      guard words.count == 1, !word.byBytes.contains("$("), !word.byBytes.contains("${"),
        word.unicodeScalars.allSatisfy({ $0.value < 0x0E00 })
      else { continue }
      findings.report(
        oneWordUsageDescription, at: value.range, path: description.key,
        "\(expected), found the one word '\(word.clippedName)'")
    }
  }
}
