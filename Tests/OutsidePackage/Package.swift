// swift-tools-version: 6.1

import PackageDescription

// A package of somebody who uses ours, whose folder it expects beside it under its name. `.ci/run` puts it together
// with the examples of the documentation, outside of ours: so they compile with what is public only.
let products = [
  "ClinicalModels", "ClinicalRecords", "FHIRDSTU2", "FHIRPath", "FHIRR4", "FHIRValidation", "HealthKitBridge",
  "HealthKitNames", "HealthRecordStore", "HealthPreflight", "ClinicalSources", "FHIRReporting", "UCUM",
  "FHIRFoundation",
  "FHIRToolkit",
]

let package = Package(
  name: "outside",
  platforms: [.macOS(.v15)],
  dependencies: [.package(path: "../fhircheck")],
  targets: [
    .executableTarget(
      name: "readme",
      dependencies: ["FHIRToolkit", "FHIRValidation"].map { .product(name: $0, package: "fhircheck") }),
    .testTarget(name: "ExamplesTests", dependencies: products.map { .product(name: $0, package: "fhircheck") }),
    // An app's HealthKit code once more, by an app that has not gone over to Swift 6.
    .testTarget(
      name: "Swift5Tests", dependencies: products.map { .product(name: $0, package: "fhircheck") },
      swiftSettings: [.swiftLanguageMode(.v5)]),
  ],
  swiftLanguageModes: [.v6]
)
