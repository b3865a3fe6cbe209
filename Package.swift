// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "fhircheck",
  platforms: [.macOS(.v15), .iOS(.v18), .watchOS(.v11), .tvOS(.v18), .visionOS(.v2)],
  products: [
    // A library lists the modules that programs import by name. What these export is not listed.
    .library(name: "FHIRToolkit", targets: ["FHIRToolkit"]),
    .library(
      name: "FHIRValidation",
      targets: ["FHIRValidation", "FHIRFindings", "FHIRSchema", "FHIRTape", "FHIRTerminology"]),
    .library(name: "FHIRPath", targets: ["FHIRPath", "FHIRSchema", "UCUM"]),
    .library(name: "FHIRDSTU2", targets: ["FHIRDSTU2"]),
    .library(name: "FHIRR4", targets: ["FHIRR4"]),
    .library(
      name: "ClinicalRecords",
      targets: ["ClinicalRecords", "ClinicalSources", "FHIRFindings", "FHIRSchema", "FHIRSupport", "FHIRTape"]),
    .library(
      name: "HealthRecordStore",
      targets: ["HealthRecordStore", "HealthKitNames", "ClinicalRecords", "ClinicalSources", "FHIRTape"]),
    .library(name: "FHIRReporting", targets: ["FHIRReporting", "FHIRFindings"]),
    .library(name: "HealthPreflight", targets: ["HealthPreflight", "FHIRFindings"]),
    .executable(name: "fhircheck", targets: ["fhircheck"]),
  ],
  targets: [
    // One direction: a target depends only on earlier targets.
    .target(name: "FHIRSupport"),
    .target(name: "FHIRFindings", dependencies: ["FHIRSupport"]),
    // The tape alone, without findings and without sources: all that the models need to read JSON.
    .target(name: "FHIRJSON"),
    .target(name: "FHIRTape", dependencies: ["FHIRFindings", "FHIRJSON", "FHIRSupport"]),
    // Dates and numbers, which models have as values, and the forms that only a judge looks at.
    .target(name: "FHIRPrimitives"),
    .target(name: "UCUM"),
    .target(name: "FHIRSchema", dependencies: ["FHIRSupport"]),
    // Packs of code systems, read in place; and their compiler, which no validator needs.
    .target(name: "FHIRTerminology", dependencies: ["FHIRSupport"]),
    .target(name: "FHIRTerminologyCompiler", dependencies: ["FHIRTape", "FHIRTerminology", "FHIRSupport"]),
    // Tape and tables side by side, and the release that a record shows: for validation, and for modules that only keep
    // records.
    .target(name: "FHIRRecognition", dependencies: ["FHIRSchema", "FHIRSupport", "FHIRTape"]),
    .target(
      name: "FHIRPath",
      dependencies: ["FHIRTape", "FHIRPrimitives", "FHIRSchema", "FHIRSupport", "UCUM"]),
    .target(
      name: "FHIRProfiles",
      dependencies: [
        "FHIRFindings", "FHIRPath", "FHIRPrimitives", "FHIRRecognition", "FHIRSchema", "FHIRSupport", "FHIRTape",
        "FHIRTerminology", "UCUM",
      ]),
    .target(
      name: "FHIRValidation",
      dependencies: [
        "FHIRRecognition", "FHIRTerminology",
        "FHIRProfiles", "FHIRFindings", "FHIRTape", "FHIRPrimitives", "FHIRSchema",
        "FHIRSupport", "UCUM",
        "FHIRPath",
      ]),
    .target(
      name: "ClinicalRecords",
      dependencies: [
        "FHIRFindings", "FHIRTape", "FHIRPrimitives", "FHIRRecognition", "FHIRSupport", "FHIRSchema",
      ]),
    // zlib comes with macOS; on Linux, Swift itself requires it.
    .systemLibrary(name: "FHIRZlib"),
    .target(
      name: "ClinicalSources",
      dependencies: [
        "FHIRZlib", "ClinicalRecords", "FHIRFindings", "FHIRJSON", "FHIRPrimitives", "FHIRSchema", "FHIRRecognition",
        "FHIRTape", "FHIRSupport",
      ]),
    .target(name: "FHIRModelRuntime", dependencies: ["FHIRJSON", "FHIRPrimitives", "FHIRSupport"]),
    // Generated; each exports the runtime, so that importing one is enough.
    .target(name: "FHIRDSTU2", dependencies: ["FHIRModelRuntime", "FHIRPrimitives"]),
    .target(name: "FHIRR4", dependencies: ["FHIRModelRuntime", "FHIRPrimitives"]),
    .target(name: "HealthPreflight", dependencies: ["ClinicalRecords", "FHIRFindings", "FHIRTape", "FHIRSupport"]),
    .target(name: "FHIRReporting", dependencies: ["FHIRFindings", "FHIRSupport"]),
    .target(
      name: "HealthRecordStore",
      dependencies: [
        "ClinicalRecords", "ClinicalSources", "FHIRFindings", "FHIRPrimitives", "FHIRRecognition", "FHIRSchema",
        "FHIRTape", "FHIRSupport",
      ]),
    // HealthKit's own names on platforms without HealthKit; on others the module exports HealthKit. Its bridge between
    // HealthKit and the store is compiled with either, so that its tests run everywhere.
    .target(name: "HealthKitNames", dependencies: ["HealthRecordStore", "ClinicalRecords", "FHIRSchema"]),
    // The modules that most programs need, in one import; see its `Exports.swift`. It also has what needs several of
    // them, since models and records do not import each other: a program that needs one does not build both. No other
    // module imports it, so the others do not link Foundation.
    .target(
      name: "FHIRToolkit",
      dependencies: [
        "ClinicalRecords", "ClinicalSources", "FHIRFindings", "FHIRDSTU2", "FHIRModelRuntime", "FHIRPath",
        "FHIRPrimitives", "FHIRProfiles", "FHIRR4", "FHIRRecognition", "FHIRSchema", "FHIRSupport", "FHIRTape",
        "FHIRTerminology", "FHIRValidation", "HealthPreflight", "UCUM",
      ]),
    .target(
      name: "FHIRCheckCommand",
      dependencies: [
        "ClinicalRecords", "FHIRFindings", "FHIRPath", "FHIRProfiles", "FHIRSchema", "FHIRValidation", "FHIRTape",
        "FHIRRecognition", "HealthPreflight", "ClinicalSources", "FHIRPrimitives",
        "FHIRReporting", "FHIRSupport", "FHIRTerminology", "FHIRTerminologyCompiler",
      ]),
    .executableTarget(name: "fhircheck", dependencies: ["ClinicalSources", "FHIRCheckCommand"]),

    // Development tools: not part of any product.
    .target(name: "FHIRSchemaCompiler", dependencies: ["ClinicalSources", "FHIRPath", "FHIRSchema", "FHIRTape"]),
    .executableTarget(name: "fhirgen", dependencies: ["FHIRSchema", "FHIRSchemaCompiler"]),
    .executableTarget(
      name: "fhirfuzz",
      dependencies: [
        "FHIRZlib", "ClinicalRecords", "FHIRFindings", "FHIRDSTU2", "FHIRModelRuntime", "FHIRR4", "FHIRTape",
        "FHIRPath", "FHIRProfiles", "FHIRRecognition", "FHIRSchema", "FHIRValidation",
        "HealthPreflight", "ClinicalSources", "FHIRCheckCommand", "FHIRTerminology",
        "FHIRTerminologyCompiler",
      ]),
    .target(name: "FHIRAllocator"),
    .executableTarget(
      name: "fhirbench",
      dependencies: [
        "FHIRTape", "FHIRSchema", "FHIRValidation", "FHIRDSTU2", "FHIRModelRuntime", "FHIRR4",
        "FHIRAllocator", "FHIRPrimitives", "FHIRProfiles", "FHIRFindings",
      ], exclude: ["figures.txt", "own-errors.txt"]),

    // Attacks on the command as a process; `Attack` documents them.
    .target(name: "FHIRAttacks", dependencies: ["FHIRZlib"], path: "Tests/FHIRAttacks"),
    .executableTarget(name: "fhirattack", dependencies: ["FHIRAttacks"], path: "Tests/AttackProgram"),
    .testTarget(name: "FHIRAttacksTests", dependencies: ["FHIRAttacks", "FHIRTestSupport", "fhirattack", "fhircheck"]),

    .testTarget(
      name: "HealthRecordStoreTests",
      dependencies: [
        "HealthRecordStore", "ClinicalRecords", "FHIRTape", "ClinicalSources", "FHIRTestSupport",
      ]),
    .testTarget(
      name: "HealthKitNamesTests",
      dependencies: ["HealthKitNames", "HealthRecordStore", "ClinicalRecords", "FHIRTestSupport", "ClinicalSources"]),
    .target(
      name: "FHIRTestSupport",
      dependencies: [
        "FHIRZlib", "FHIRFindings", "FHIRProfiles", "FHIRSchema", "FHIRValidation", "FHIRTape", "ClinicalSources",
        "FHIRTerminology", "FHIRTerminologyCompiler",
      ],
      path: "Tests/FHIRTestSupport"),
    .testTarget(name: "FHIRSupportTests", dependencies: ["FHIRSupport"]),
    .testTarget(name: "FHIRFindingsTests", dependencies: ["FHIRFindings"]),
    .testTarget(name: "FHIRTapeTests", dependencies: ["FHIRTape"], exclude: ["Fixtures"]),
    .testTarget(name: "UCUMTests", dependencies: ["UCUM"]),
    .testTarget(
      name: "FHIRTerminologyTests",
      dependencies: [
        "FHIRTerminology", "FHIRTerminologyCompiler", "FHIRTape", "FHIRJSON", "FHIRSupport", "FHIRFindings",
        "FHIRProfiles", "FHIRTestSupport", "FHIRValidation", "fhirbench",
      ]),
    .testTarget(name: "FHIRPrimitivesTests", dependencies: ["FHIRPrimitives"]),
    .testTarget(
      name: "FHIRSchemaTests",
      dependencies: ["FHIRSchema", "FHIRSchemaCompiler", "FHIRTestSupport", "FHIRSupport"], exclude: ["Snapshots"]),
    .testTarget(name: "FHIRSchemaCompilerTests", dependencies: ["FHIRSchema", "FHIRSchemaCompiler"]),
    .testTarget(name: "FHIRPathTests", dependencies: ["FHIRPath", "FHIRSchema", "FHIRTape"]),
    .testTarget(
      name: "FHIRValidationTests",
      dependencies: [
        "ClinicalRecords", "FHIRProfiles", "FHIRValidation", "FHIRFindings", "FHIRTape", "FHIRPath", "FHIRSchema",
        "FHIRSchemaCompiler", "FHIRRecognition", "FHIRSupport", "HealthPreflight", "ClinicalSources",
        "FHIRTestSupport", "UCUM",
      ]),
    .testTarget(
      name: "FHIRProfilesTests",
      dependencies: [
        "FHIRFindings", "FHIRProfiles", "FHIRSchema", "FHIRTape", "FHIRTestSupport", "FHIRSupport", "FHIRValidation",
      ]),
    .testTarget(
      name: "HealthPreflightTests",
      dependencies: ["HealthPreflight", "FHIRFindings", "FHIRValidation", "FHIRTestSupport"]),
    .testTarget(name: "fhirbenchTests", dependencies: ["fhirbench", "FHIRFindings", "FHIRValidation", "FHIRTape"]),
    .testTarget(
      name: "ClinicalRecordsTests",
      dependencies: [
        "ClinicalRecords", "FHIRFindings", "FHIRSchema", "FHIRTape", "FHIRSupport", "FHIRTestSupport",
      ]),
    .testTarget(
      name: "ClinicalSourcesTests",
      dependencies: [
        "ClinicalSources", "ClinicalRecords", "FHIRFindings", "FHIRValidation", "FHIRTape", "FHIRTestSupport",
        "FHIRSupport",
      ]),
    .testTarget(
      name: "FHIRModelRuntimeTests",
      dependencies: [
        "FHIRDSTU2", "FHIRFindings", "FHIRModelRuntime", "FHIRR4", "FHIRTape", "FHIRTestSupport", "FHIRValidation",
      ]),
    // The files that are in none of its folders import this module and, of the rest of the package, only test support.
    .testTarget(
      name: "FHIRToolkitTests",
      dependencies: [
        "ClinicalRecords", "ClinicalSources", "FHIRFindings", "FHIRDSTU2", "FHIRModelRuntime", "FHIRPath", "FHIRR4",
        "FHIRSchema", "FHIRSupport", "FHIRTape", "FHIRTestSupport", "FHIRToolkit", "FHIRValidation", "HealthPreflight",
        "UCUM",
      ]),
    .testTarget(
      name: "FHIRReportingTests",
      dependencies: ["ClinicalSources", "FHIRReporting", "FHIRFindings", "FHIRTestSupport", "FHIRSupport"],
      exclude: ["Browser/drive.py"]),
    .testTarget(
      name: "FHIRCheckCommandTests",
      dependencies: [
        "FHIRTerminology",
        "FHIRCheckCommand", "ClinicalRecords", "FHIRFindings", "FHIRSchema", "FHIRValidation", "FHIRTape",
        "ClinicalSources", "FHIRReporting", "FHIRTestSupport",
      ]),
    .testTarget(
      name: "ConformanceTests",
      dependencies: ["FHIRSchema", "FHIRValidation", "FHIRFindings", "FHIRTestSupport"],
      exclude: ["Tables", "Examples"]),
    .testTarget(
      name: "LinkageTests", dependencies: ["FHIRSchema", "FHIRTestSupport"],
      exclude: ["neutral-exceptions.txt", "own-hashes.txt", "Snapshots"]),
    .target(name: "FHIRTOY", dependencies: ["FHIRModelRuntime", "FHIRPrimitives"], path: "Tests/FHIRTOY"),
    .testTarget(
      name: "ToyReleaseTests",
      dependencies: [
        "ClinicalRecords", "FHIRFindings", "FHIRPath", "FHIRSchema", "FHIRSchemaCompiler", "FHIRTestSupport",
        "FHIRTOY", "FHIRTape", "FHIRValidation",
      ], exclude: ["toy"]),
    .testTarget(
      name: "ReadmeTests",
      dependencies: ["FHIRCheckCommand", "FHIRFindings", "FHIRSchema", "FHIRTestSupport"]),
    // Add each new module with code on its pages here.
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "ClinicalRecords", "FHIRFindings", "FHIRDSTU2", "FHIRPath", "FHIRProfiles", "FHIRR4",
        "FHIRSchema", "FHIRValidation", "HealthRecordStore", "FHIRTape", "HealthPreflight",
        "ClinicalSources",
        "FHIRReporting", "FHIRTerminology", "FHIRTestSupport", "FHIRToolkit", "HealthKitNames", "UCUM",
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
