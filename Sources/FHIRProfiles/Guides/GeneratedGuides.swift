/// The built-in definitions, one static member for each folder of `Schemas/guides`, in the form that
/// `Schemas/README.md` describes.
enum GeneratedGuides {
  /// The guides that a caller may choose.
  static let guides = [argonaut, usCore]

  /// The extensions that releases themselves define: available whenever profiles are judged.
  static let extensions = [dstu2Extensions, r4Extensions]
}
