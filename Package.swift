// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "fhircheck",
  platforms: [.macOS(.v15), .iOS(.v18), .watchOS(.v11), .tvOS(.v18), .visionOS(.v2)],
  products: [
    .library(name: "FHIRValidation", targets: ["FHIRValidation", "Diagnostics", "Texts", "FHIRSchema", "JSONTape"]),
    .library(name: "FHIRPath", targets: ["FHIRPath", "FHIRSchema"]),
    .library(name: "ClinicalRecords", targets: ["ClinicalRecords", "Diagnostics", "FHIRSchema", "RowStore"]),
    .library(name: "RecordSources", targets: ["RecordSources", "Diagnostics", "JSONTape"]),
    .library(name: "FHIRDSTU2", targets: ["FHIRDSTU2"]),
    .library(name: "ClinicalModels", targets: ["ClinicalModels", "ClinicalRecords", "FHIRDSTU2", "FHIRSchema"]),
    .library(name: "Preflight", targets: ["Preflight", "Diagnostics", "FHIRValidation"]),
    .library(name: "HealthStore", targets: ["HealthStore", "ClinicalRecords", "JSONTape", "RecordSources"]),
    .library(name: "HealthKitBridge", targets: ["HealthKitBridge", "HealthStore", "ClinicalRecords"]),
    .library(name: "UCUM", targets: ["UCUM"]),
    .library(name: "Reporting", targets: ["Reporting", "Diagnostics", "Texts"]),
    .executable(name: "fhircheck", targets: ["fhircheck"]),
  ],
  targets: [
    // One direction: a target depends only on what stands before it.
    .target(name: "Texts"),
    .target(name: "Diagnostics", dependencies: ["Texts"]),
    .target(name: "JSONTape", dependencies: ["Texts"]),
    .target(name: "FHIRPrimitives"),
    .target(name: "RowStore"),
    .target(name: "UCUM"),
    .target(name: "Narrative", dependencies: ["JSONTape", "Texts"]),
    .target(name: "FHIRSchema", dependencies: ["Texts"]),
    .target(name: "FHIRView", dependencies: ["JSONTape", "FHIRSchema", "Texts"]),
    .target(name: "FHIRPath", dependencies: ["JSONTape", "Narrative", "FHIRSchema", "UCUM"]),
    .target(
      name: "FHIRValidation",
      dependencies: [
        "Diagnostics", "JSONTape", "FHIRPrimitives", "Narrative", "FHIRSchema", "FHIRView", "RowStore", "Texts", "UCUM",
        "FHIRPath",
      ]),
    .target(
      name: "ClinicalRecords",
      dependencies: ["Diagnostics", "JSONTape", "FHIRPrimitives", "FHIRSchema", "FHIRView", "RowStore", "Texts"]),
    // zlib comes with macOS, and with what Swift itself needs on Linux.
    .systemLibrary(name: "CZlib"),
    .target(
      name: "RecordSources",
      dependencies: [
        "CZlib", "ClinicalRecords", "Diagnostics", "FHIRSchema", "FHIRValidation", "FHIRView", "JSONTape", "RowStore",
        "Texts",
      ]),
    .target(name: "FHIRModelRuntime", dependencies: ["Diagnostics", "JSONTape", "FHIRPrimitives", "Texts"]),
    // Generated; it exports the runtime, so that importing it is enough.
    .target(name: "FHIRDSTU2", dependencies: ["FHIRModelRuntime"]),
    // Neither the models nor the records know of each other, so that whoever needs one does not build both.
    .target(name: "ClinicalModels", dependencies: ["ClinicalRecords", "FHIRDSTU2", "FHIRSchema"]),
    .target(
      name: "Preflight", dependencies: ["ClinicalRecords", "Diagnostics", "JSONTape", "FHIRValidation", "Texts"]),
    .target(name: "Reporting", dependencies: ["Diagnostics", "Texts"]),
    .target(
      name: "HealthStore",
      dependencies: ["ClinicalRecords", "FHIRSchema", "FHIRView", "JSONTape", "RecordSources", "Texts"]),
    // Off Apple's platforms the bridge is compiled against a stand-in, so that tests here compile and run it.
    .target(
      name: "HealthKitBridge",
      dependencies: [
        "HealthStore", "ClinicalRecords", "FHIRSchema",
        .target(name: "HealthKitStandIn", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: [.define("HEALTHKIT_STAND_IN", .when(platforms: [.linux]))]),
    .target(
      name: "FHIRCheckCommand",
      dependencies: [
        "ClinicalRecords", "Diagnostics", "FHIRPath", "FHIRSchema", "FHIRValidation", "JSONTape", "Preflight",
        "RecordSources",
        "Reporting", "RowStore", "Texts",
      ]),
    .executableTarget(name: "fhircheck", dependencies: ["FHIRCheckCommand"]),

    // Development tools: not part of any product.
    .target(name: "FHIRSchemaCompiler", dependencies: ["FHIRPath", "FHIRSchema"]),
    .executableTarget(name: "fhirgen", dependencies: ["FHIRSchema", "FHIRSchemaCompiler", "FHIRValidation"]),
    .executableTarget(
      name: "fhirfuzz",
      dependencies: [
        "CZlib", "ClinicalRecords", "Diagnostics", "FHIRDSTU2", "JSONTape", "Narrative", "FHIRPath", "FHIRSchema",
        "FHIRValidation", "Preflight", "RecordSources",
      ]),
    .target(name: "SyntheticCorpus"),
    .target(name: "CAllocator"),
    .executableTarget(
      name: "fhirbench",
      dependencies: ["JSONTape", "FHIRSchema", "FHIRValidation", "FHIRDSTU2", "SyntheticCorpus", "CAllocator"]),

    // What is run against the command from outside; `Attack` says how.
    .target(name: "Attacks", dependencies: ["CZlib"], path: "Tests/Attacks"),
    .executableTarget(name: "fhirattack", dependencies: ["Attacks"], path: "Tests/AttackProgram"),
    .testTarget(name: "AttacksTests", dependencies: ["Attacks", "TestSupport", "fhirattack", "fhircheck"]),

    .target(name: "HealthKitStandIn", path: "Tests/HealthKitStandIn"),
    .testTarget(
      name: "HealthStoreTests",
      dependencies: ["HealthStore", "ClinicalRecords", "FHIRSchema", "JSONTape", "RecordSources", "TestSupport"]),
    .testTarget(
      name: "HealthKitBridgeTests",
      dependencies: [
        "HealthKitBridge", "HealthStore", "ClinicalRecords", "FHIRSchema",
        .target(name: "HealthKitStandIn", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: [.define("HEALTHKIT_STAND_IN", .when(platforms: [.linux]))]),
    .target(
      name: "TestSupport", dependencies: ["CZlib", "Diagnostics", "FHIRValidation", "JSONTape", "RecordSources"],
      path: "Tests/TestSupport"),
    .testTarget(name: "TextsTests", dependencies: ["Texts"]),
    .testTarget(name: "DiagnosticsTests", dependencies: ["Diagnostics", "TestSupport"]),
    .testTarget(name: "JSONTapeTests", dependencies: ["JSONTape", "TestSupport"], exclude: ["Fixtures"]),
    .testTarget(name: "UCUMTests", dependencies: ["UCUM"]),
    .testTarget(name: "FHIRPrimitivesTests", dependencies: ["FHIRPrimitives", "TestSupport"]),
    .testTarget(name: "NarrativeTests", dependencies: ["Narrative", "JSONTape"]),
    .testTarget(name: "FHIRSchemaTests", dependencies: ["FHIRSchema", "TestSupport", "Texts"], exclude: ["Snapshots"]),
    .testTarget(
      name: "FHIRSchemaCompilerTests", dependencies: ["FHIRSchema", "FHIRSchemaCompiler", "TestSupport"]),
    .testTarget(name: "FHIRPathTests", dependencies: ["FHIRPath", "FHIRSchema"]),
    .testTarget(
      name: "FHIRValidationTests",
      dependencies: [
        "ClinicalRecords", "FHIRValidation", "Diagnostics", "JSONTape", "FHIRPath", "FHIRSchema",
        "FHIRSchemaCompiler", "Narrative", "Preflight", "RecordSources", "TestSupport",
      ]),
    .testTarget(
      name: "PreflightTests", dependencies: ["Preflight", "Diagnostics", "FHIRValidation", "TestSupport"]),
    .testTarget(
      name: "SyntheticCorpusTests",
      dependencies: ["Diagnostics", "FHIRValidation", "JSONTape", "SyntheticCorpus"]),
    .testTarget(
      name: "ClinicalRecordsTests",
      dependencies: ["ClinicalRecords", "Diagnostics", "FHIRSchema", "JSONTape", "RowStore", "TestSupport"]),
    .testTarget(
      name: "RecordSourcesTests",
      dependencies: [
        "RecordSources", "ClinicalRecords", "Diagnostics", "FHIRSchema", "FHIRValidation", "JSONTape", "TestSupport",
      ]),
    .testTarget(
      name: "FHIRDSTU2Tests",
      dependencies: ["FHIRDSTU2", "Diagnostics", "FHIRValidation", "JSONTape", "TestSupport"]),
    .testTarget(
      name: "ClinicalModelsTests", dependencies: ["ClinicalModels", "ClinicalRecords", "FHIRDSTU2", "TestSupport"]),
    .testTarget(name: "ReportingTests", dependencies: ["Reporting", "Diagnostics", "TestSupport"]),
    .testTarget(
      name: "FHIRCheckCommandTests",
      dependencies: [
        "FHIRCheckCommand", "ClinicalRecords", "Diagnostics", "FHIRSchema", "FHIRValidation", "JSONTape",
        "RecordSources", "Reporting", "TestSupport",
      ]),
    .testTarget(
      name: "ConformanceTests",
      dependencies: ["FHIRValidation", "Diagnostics", "TestSupport"],
      exclude: ["published-violations.txt", "labelled-negatives.txt", "labelled-elements.txt"]),
    .testTarget(name: "LinkageTests", dependencies: ["TestSupport"]),
    .testTarget(
      name: "ReadmeTests",
      dependencies: ["FHIRCheckCommand", "FHIRSchema", "TestSupport"]),
    // A new module with code on its pages is one more name here.
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "ClinicalModels", "ClinicalRecords", "Diagnostics", "FHIRDSTU2", "FHIRPath", "FHIRSchema", "FHIRValidation",
        "HealthKitBridge", "HealthStore", "JSONTape", "Preflight", "RecordSources", "Reporting", "TestSupport", "UCUM",
        .target(name: "HealthKitStandIn", condition: .when(platforms: [.linux])),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
