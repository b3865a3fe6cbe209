/// Common spellings of units, and the UCUM units that they mean. All keys and values are ASCII.
extension UnitHint {
  /// Signs beyond ASCII.
  static let signs: [(sign: String, letters: String)] = [
    ("\u{B5}", "u"), ("\u{3BC}", "u"), ("\u{B0}", "deg"), ("\u{B2}", "2"), ("\u{B3}", "3"), ("\u{B7}", "."),
    ("\u{D7}", "x"),
  ]

  /// Metric units that health records use, with the prefixes from kilo down to femto.
  static let metricUnits: Set<String> = [
    "g", "L", "l", "m", "mol", "eq", "osm", "s", "U", "kat", "cal", "J", "W", "V", "Pa", "Hz", "Bq", "Gy", "Sv", "N",
    "Ohm",
  ]

  /// Other symbols that health records use.
  static let plainUnits: Set<String> = [
    "min", "h", "d", "wk", "mo", "a", "Cel", "K", "deg", "%", "10*", "10^", "dB", "MHz", "MBq", "GBq", "hPa", "bar",
    "mbar", "mg%", "g%",
  ]

  /// No value has millions of these units, so a capital M in front of them means milli.
  static let milliUnits: Set<String> = [
    "mg", "ml", "mL", "mm", "mmol", "meq", "mosm", "ms", "min", "mo", "ug", "ul", "uL", "umol", "mm[Hg]", "d", "a", "h",
    "wk", "s", "g", "L", "m",
  ]

  static let units: [String: String] = [
    "mcg": "ug", "mcL": "uL", "mcl": "ul", "mcmol": "umol", "gm": "g", "gms": "g", "mgm": "mg", "cc": "mL",
    "mmHg": "mm[Hg]", "mmhg": "mm[Hg]", "cmHg": "cm[Hg]", "cmH2O": "cm[H2O]", "cmh2o": "cm[H2O]", "mmH2O": "mm[H2O]",
    "lb": "[lb_av]", "lbs": "[lb_av]", "pound": "[lb_av]", "pounds": "[lb_av]", "in": "[in_i]", "inch": "[in_i]",
    "inches": "[in_i]", "feet": "[ft_i]", "foot": "[ft_i]", "yd": "[yd_i]", "mi": "[mi_i]", "psi": "[psi]",
    "degC": "Cel", "degc": "Cel", "celsius": "Cel", "fahrenheit": "[degF]", "degf": "[degF]",
    "sec": "s", "secs": "s", "second": "s", "seconds": "s", "msec": "ms", "mins": "min", "minute": "min",
    "minutes": "min", "hr": "h", "hrs": "h", "hour": "h", "hours": "h", "day": "d", "days": "d", "week": "wk",
    "weeks": "wk", "month": "mo", "months": "mo", "yr": "a", "yrs": "a", "year": "a", "years": "a", "bpm": "/min",
    "mEq": "meq", "Eq": "eq", "mOsm": "mosm", "Osm": "osm", "IU": "[iU]", "iu": "[iU]", "mIU": "m[iU]",
    "miu": "m[iU]", "kIU": "k[iU]", "kiu": "k[iU]", "uIU": "u[iU]", "uiu": "u[iU]", "iU": "[iU]", "miU": "m[iU]",
    "uiU": "u[iU]", "kiU": "k[iU]", "percent": "%", "x10*": "10*", "x10^": "10^", "x10E": "10*", "x10e": "10*",
    "10E": "10*", "10e": "10*", "gram": "g", "grams": "g", "milligram": "mg", "milligrams": "mg", "microgram": "ug",
    "micrograms": "ug", "nanogram": "ng", "nanograms": "ng", "kilogram": "kg", "kilograms": "kg", "liter": "L",
    "liters": "L", "litre": "L", "litres": "L", "milliliter": "mL", "milliliters": "mL", "millilitre": "mL",
    "millilitres": "mL", "deciliter": "dL", "decilitre": "dL", "meter": "m", "meters": "m", "metre": "m",
    "metres": "m", "centimeter": "cm", "centimeters": "cm", "centimetre": "cm", "centimetres": "cm",
    "millimeter": "mm", "millimeters": "mm", "millimetre": "mm", "millimetres": "mm",
  ]

  /// Symbols as systems without lower-case letters write them, mostly like UCUM's own upper-case symbols.
  ///
  /// `MU`, `MIU`, `MHZ` and similar ones are absent: their M may mean mega. `H` and `C` are absent, too: some write
  /// them for the hour and the degree, and in UCUM they are the henry and the coulomb.
  static let uppercaseUnits: [String: String] = [
    "KG": "kg", "G": "g", "DG": "dg", "CG": "cg", "MG": "mg", "UG": "ug", "MCG": "ug", "NG": "ng", "PG": "pg",
    "FG": "fg", "GM": "g", "L": "L", "DL": "dL", "CL": "cL", "ML": "mL", "UL": "uL", "MCL": "uL", "NL": "nL",
    "PL": "pL", "FL": "fL", "CC": "mL", "MOL": "mol", "MMOL": "mmol", "UMOL": "umol", "MCMOL": "umol", "NMOL": "nmol",
    "PMOL": "pmol", "FMOL": "fmol", "EQ": "eq", "MEQ": "meq", "UEQ": "ueq", "OSM": "osm", "MOSM": "mosm", "M": "m",
    "KM": "km", "DM": "dm", "CM": "cm", "MM": "mm", "UM": "um", "S": "s", "SEC": "s", "MS": "ms",
    "MSEC": "ms", "MIN": "min", "MINS": "min", "HR": "h", "HRS": "h", "HOUR": "h", "HOURS": "h", "DAY": "d",
    "DAYS": "d", "WK": "wk", "WEEK": "wk", "WEEKS": "wk", "MO": "mo", "MONTH": "mo", "MONTHS": "mo", "YR": "a",
    "YRS": "a", "YEAR": "a", "YEARS": "a", "U": "U", "KU": "kU", "IU": "[iU]", "KIU": "k[iU]", "UIU": "u[iU]",
    "KCAL": "kcal", "KJ": "kJ", "KPA": "kPa", "MMHG": "mm[Hg]", "CMH2O": "cm[H2O]", "CEL": "Cel",
    "DEGC": "Cel", "DEGF": "[degF]", "LB": "[lb_av]", "LBS": "[lb_av]", "INCH": "[in_i]", "INCHES": "[in_i]",
    "BPM": "/min", "PSI": "[psi]", "HPF": "[HPF]", "LPF": "[LPF]", "CFU": "[CFU]", "PFU": "[PFU]", "PPM": "[ppm]",
    "PERCENT": "%", "X10*": "10*", "X10^": "10^", "X10E": "10*", "10E": "10*", "SCORE": "{SCORE}",
  ]

  /// UCUM units whose square brackets people omit. `gr`, `Cal`, `EU` and others are ambiguous.
  static let bracketed: Set<String> = [
    "psi", "pH", "HPF", "LPF", "CFU", "PFU", "FFU", "ppm", "ppb", "ppth", "degF", "degR", "drp", "MET", "PRU", "NTU",
    "FNU", "diop", "BAU", "ELU", "FEU", "PNU", "in_i", "ft_i", "lb_av", "oz_av", "gal_us", "foz_us", "qt_us", "pt_us",
    "tsp_us", "tbs_us", "cup_us", "arb'U", "USP'U", "GPL'U", "MPL'U", "APL'U", "beth'U", "wood'U", "todd'U",
    "CCID_50", "TCID_50", "EID_50",
  ]

  /// Calories of nutrition or of physics, days or dioptres, nanometres or newton metres.
  static let ambiguous: Set<String> = ["Cal", "Cals", "CAL", "D", "NM", "Nm", "NS", "Ns"]

  /// Words for counted things, which UCUM writes as annotations of the number one.
  static let countedThings: Set<String> = [
    "score", "scores", "point", "points", "count", "counts", "number", "index", "ratio", "titer", "cell", "cells",
    "copies", "beat", "beats", "breath", "breaths", "tablet", "tablets", "tab", "tabs", "capsule", "capsules", "puff",
    "puffs", "spray", "sprays", "patch", "patches", "dose", "doses", "pack", "packs", "cigarettes", "drinks", "step",
    "steps", "times", "events", "episodes", "visits", "tbl", "tbls",
  ]
}
