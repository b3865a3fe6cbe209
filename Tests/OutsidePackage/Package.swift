// swift-tools-version: 6.1

import PackageDescription

// A package of a user of this one, whose folder the environment names. `.ci/run` combines it with the examples of the
// documentation outside of this package: so they compile with public declarations only.
let path = Context.environment["FHIRCHECK"] ?? "../fhircheck"
let products = [
  "ClinicalRecords", "FHIRDSTU2", "FHIRPath", "FHIRR4", "FHIRReporting", "FHIRToolkit", "FHIRValidation",
  "HealthPreflight", "HealthRecordStore",
]

let package = Package(
  name: "outside",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "fhircheck", path: path)],
  targets: [
    .executableTarget(
      name: "readme",
      dependencies: ["FHIRToolkit", "FHIRValidation"].map { .product(name: $0, package: "fhircheck") }),
    .testTarget(name: "ExamplesTests", dependencies: products.map { .product(name: $0, package: "fhircheck") }),
    // An app's HealthKit code again, in an app that does not use the Swift 6 language mode.
    .testTarget(
      name: "Swift5Tests", dependencies: products.map { .product(name: $0, package: "fhircheck") },
      swiftSettings: [.swiftLanguageMode(.v5)]),
  ],
  swiftLanguageModes: [.v6]
)
