import FHIRPath
import FHIRSchema

/// The definitions of the current resource's release, with their rows as bare pointers: no look-up retains a table.
struct ReleaseInUse {
  /// The place of the release among the definitions.
  let number: Int
  let schema: SchemaTable
  let rows: SchemaRows
  let roles: UnsafePointer<SchemaRoles>
  /// Keeps ``roles``.
  private let definitions: Definitions
  let invariants: InvariantTable
  let gates: InvariantGates
  let forms: LazyObjects<FastForm>

  /// The parts that are judged.
  let parts: JudgedParts
  /// The invariants that are switched off, one bit for each number; empty if all are on.
  private let invariantsOff: [UInt64]

  init(_ definitions: Definitions, number: Int, _ rules: RuleSelection) {
    self.number = number
    schema = definitions.schema
    rows = definitions.schema.rows
    roles = UnsafePointer(definitions.rolesPlace)
    self.definitions = definitions
    invariants = definitions.invariants
    gates = definitions.invariants.gates
    forms = definitions.invariants.forms
    if rules.isWhole {
      parts = .all
      invariantsOff = []
    } else {
      let natives: [NativeInvariant] = [.narrativeAttributes, .narrativeContent, .narrativeElements, .narrativeForm]
      let table = definitions.invariants
      parts = JudgedParts(rules, narratives: natives.compactMap { table.native($0)?.rule })
      let count = schema.invariants.count
      var off = [UInt64](repeating: 0, count: (count + 63) / 64)
      for number in 0..<count where !rules.contains(table.name(number).rule) { off[number / 64] |= 1 << (number % 64) }
      invariantsOff = off
    }
  }

  /// Whether an invariant is judged.
  @inline(__always)
  func judges(invariant number: Int) -> Bool {
    invariantsOff.isEmpty || invariantsOff[number / 64] & 1 << (number % 64) == 0
  }
}
