// HealthKit exports Foundation, and so does this module. Where HealthKit exists, it exports that and adds the bridge.
#if canImport(HealthKit)
  @_exported public import HealthKit
#else
  @_exported public import Foundation
#endif
