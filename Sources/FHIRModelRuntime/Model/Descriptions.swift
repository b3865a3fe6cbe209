// Descriptions of models for printing and for debuggers.

extension FHIRElement {
  /// The element on one line, in short form: long text and long lists are cut.
  public var description: String {
    let name = String(describing: Self.self)
    guard let content = self as? any ElementContent else { return name }
    return content.withJSON { ShortForm.text($0, name: name, isIndented: false) }
  }
}

extension AnyFHIRResource {
  /// The resource on one line, in short form: long text and long lists are cut.
  public var description: String { shortForm(isIndented: false) }

  /// The resource in short form, each member on a line.
  public var debugDescription: String { shortForm(isIndented: true) }

  private func shortForm(isIndented: Bool) -> String {
    FHIREncoder().encode(self).withUnsafeBufferPointer { ShortForm.text($0, isIndented: isIndented) }
  }
}

extension FHIRResource {
  /// The resource on one line, in short form: long text and long lists are cut.
  public var description: String { asAnyResource.description }

  /// The resource in short form, each member on a line.
  public var debugDescription: String { asAnyResource.debugDescription }

  /// The members that are present, and the kept members.
  public var customMirror: Mirror {
    guard let resource = self as? any StoredResource else { return Mirror(self, children: []) }
    return Mirror(self, children: resource.reflected, displayStyle: .struct)
  }
}

extension StoredResource {
  /// The properties that have a value, under their names.
  fileprivate var reflected: [Mirror.Child] {
    Mirror(reflecting: box.value).children.flatMap { child -> [Mirror.Child] in
      if let extras = child.value as? ModelExtras<Release> { return extras.reflected }
      let mirror = Mirror(reflecting: child.value)
      let isAbsent = (mirror.displayStyle == .optional || mirror.displayStyle == .collection) && mirror.children.isEmpty
      // The storage of a wrapped property has an underscore before its name.
      let label = child.label.map { $0.hasPrefix("_") ? String($0.dropFirst()) : $0 }
      return isAbsent
        ? [] : [(label, mirror.displayStyle == .optional ? mirror.children.first?.value as Any : child.value)]
    }
  }
}
