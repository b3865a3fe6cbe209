import UCUM

func converted() throws -> (Bool, Double?) {
  // begin
  let pound = try UCUMUnit("[lb_av]")
  let kilogram = try UCUMUnit("kg")
  let isMass = pound.isCommensurable(with: kilogram)  // true
  let weight = pound.convert(150, to: kilogram)  // 68.0388555
  // end
  return (isMass, weight)
}

func hints() -> [String?] {
  // begin
  let dose = UnitHint.meant(by: "mcg/mL")  // "ug/mL"
  let level = UnitHint.meant(by: "NG/ML")  // "ng/mL"
  let points = UnitHint.meant(by: "score")  // "{score}"
  // end
  return [dose, level, points]
}
