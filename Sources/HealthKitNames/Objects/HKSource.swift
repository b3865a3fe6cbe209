#if !canImport(HealthKit)
  public import Foundation
  import HealthRecordStore

  /// An app, a device, or an institution that records come from. Two sources with the same bundle identifier are equal.
  public final class HKSource: NSObject, Sendable {
    /// The name to show; for a clinical record, the institution.
    public let name: String
    /// The identifier of the source: the app's, or a generated one for an institution.
    public let bundleIdentifier: String
    /// The store's name of the source.
    let storeName: String?

    init(name: String?, bundleIdentifier: String) {
      self.name = name ?? ""
      self.bundleIdentifier = bundleIdentifier
      storeName = name
    }

    /// The app itself.
    public class func `default`() -> HKSource { SimulatedDevice.current.app }

    /// The hash of the bundle identifier.
    public override var hash: Int { bundleIdentifier.hashValue }
    /// Whether the bundle identifiers are equal.
    public override func isEqual(_ object: Any?) -> Bool {
      (object as? HKSource)?.bundleIdentifier == bundleIdentifier
    }
  }

  /// A source and its version.
  public final class HKSourceRevision: NSObject, Sendable {
    /// The source.
    public let source: HKSource
    /// The version of the app; `nil` if unknown.
    public let version: String?

    /// Makes a revision.
    public init(source: HKSource, version: String?) {
      self.source = source
      self.version = version
    }
  }
#endif
