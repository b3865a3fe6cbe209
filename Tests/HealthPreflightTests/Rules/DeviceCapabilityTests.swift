import Testing

struct DeviceCapabilityTests {
  @Test func reportsAnArray() throws {
    try expectFindings(
      info: """
        <key>UIRequiredDeviceCapabilities</key><array>
        <string>arm64</string>«<string>healthkit</string>»
        </array>
        """,
      [
        ExpectedFinding(
          "device-capability", "UIRequiredDeviceCapabilities[1]",
          "expected an app that also runs without HealthKit, found 'healthkit' required: devices without it are excluded"
        )
      ])
  }

  @Test func reportsADictionary() throws {
    try expectFindings(
      info: """
        <key>UIRequiredDeviceCapabilities</key><dict>
        «<key>healthkit</key>»<true/></dict>
        """,
      [
        ExpectedFinding(
          "device-capability", "UIRequiredDeviceCapabilities.healthkit",
          "expected an app that also runs without HealthKit, found 'healthkit' required: devices without it are excluded"
        )
      ])
  }

  @Test func acceptsFalseAndOthers() throws {
    try expectFindings(
      info: """
        <key>UIRequiredDeviceCapabilities</key><dict>
        <key>healthkit</key><false/>
        <key>arm64</key><true/></dict>
        """)
  }
}
