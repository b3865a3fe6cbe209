import FHIRPath
import FHIRSchema

/// The definitions that the current resource is judged by, with their rows as bare pointers: no look-up retains a table.
struct ReleaseInUse {
  /// The place of the release among the definitions.
  let number: Int
  let schema: SchemaTable
  let rows: SchemaRows
  let roles: SchemaRoles
  let invariants: InvariantTable
  let gates: InvariantGates
  let forms: LazyObjects<FastForm>

  init(_ definitions: Definitions, number: Int) {
    self.number = number
    schema = definitions.schema
    rows = definitions.schema.rows
    roles = definitions.roles
    invariants = definitions.invariants
    gates = definitions.invariants.gates
    forms = definitions.invariants.forms
  }
}
