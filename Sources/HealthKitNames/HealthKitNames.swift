// Whoever imports HealthKit has Foundation too; where HealthKit is, this module is HealthKit.
#if canImport(HealthKit)
  @_exported public import HealthKit
#else
  @_exported public import Foundation
#endif
