// The modules that most programs need, in one import: reading, classification, identity, validation, FHIRPath, the
// models of all releases, and Foundation conveniences.
//
// Of each module of models, only the release is exported, and the models are its members: `R4.Patient`. So the names of
// two releases do not collide, and none hides a name of the standard library or of Foundation, as `Range` and `Bundle`
// would.

@_exported public import ClinicalRecords
@_exported public import ClinicalSources
@_exported public import FHIRFindings
@_exported public import enum FHIRDSTU2.DSTU2
@_exported public import FHIRModelRuntime
@_exported public import FHIRPath
@_exported public import enum FHIRR4.R4
@_exported public import FHIRRecognition
@_exported public import FHIRSchema
@_exported public import FHIRTape
@_exported public import FHIRSupport
@_exported public import FHIRValidation
@_exported public import Foundation
