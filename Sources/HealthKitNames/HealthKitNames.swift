// HealthKit exports Foundation, so this module does too. Where HealthKit exists, this module exports it instead, and
// declares only the bridge.
#if canImport(HealthKit)
  @_exported public import HealthKit
#else
  @_exported public import Foundation
#endif
