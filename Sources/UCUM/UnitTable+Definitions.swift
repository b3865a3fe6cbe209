/// UCUM's units, as its tables define them: <https://ucum.org/ucum>, section 4.
///
/// These are the tables of version 2.1 with the two units that 2.2 added, `[NTU]` and `[FNU]`; the constants that the SI
/// fixed in 2019 have those values. A line is a unit:
///
/// ```text
/// [in_i] - 254e-2 cm        one [in_i] is 254e-2 cm; it is not metric and takes no prefix
/// mol + 6.02214076 10*23    metric: with prefixes
/// m + base 0                a base unit, the first
/// [iU] + arbitrary 1        converts to nothing else
/// Cel + celsius K           on an interval scale
/// [pH] - special mol/l      on a logarithmic or another scale, of which only the dimension is known here
/// ```
///
/// A definition uses only units of earlier lines; ``customary`` continues ``definitions``.
extension UnitTable {
  static let definitions: StaticString = """
    m + base 0
    s + base 1
    g + base 2
    rad + base 3
    K + base 4
    C + base 5
    cd + base 6
    10* - 10 1
    10^ - 10 1
    [pi] - pi 1
    % - 1 10*-2
    [ppth] - 1 10*-3
    [ppm] - 1 10*-6
    [ppb] - 1 10*-9
    [pptr] - 1 10*-12
    mol + 6.02214076 10*23
    sr + 1 rad2
    Hz + 1 s-1
    N + 1 kg.m/s2
    Pa + 1 N/m2
    J + 1 N.m
    W + 1 J/s
    A + 1 C/s
    V + 1 J/C
    F + 1 C/V
    Ohm + 1 V/A
    S + 1 Ohm-1
    Wb + 1 V.s
    Cel + celsius K
    T + 1 Wb/m2
    H + 1 Wb/A
    lm + 1 cd.sr
    lx + 1 lm/m2
    Bq + 1 s-1
    Gy + 1 J/kg
    Sv + 1 J/kg
    deg - 2 [pi].rad/360
    gon - 0.9 deg
    ' - 1 deg/60
    '' - 1 '/60
    l + 1 dm3
    L + 1 l
    ar + 100 m2
    min - 60 s
    h - 60 min
    d - 24 h
    a_t - 365.24219 d
    a_j - 365.25 d
    a_g - 365.2425 d
    a - 1 a_j
    wk - 7 d
    mo_s - 29.53059 d
    mo_j - 1 a_j/12
    mo_g - 1 a_g/12
    mo - 1 mo_j
    t + 1e3 kg
    bar + 1e5 Pa
    u + 1.66053906660e-24 g
    [e] + 1.602176634e-19 C
    eV + 1 [e].V
    AU - 149597.870691 Mm
    pc + 3.085678e16 m
    [c] + 299792458 m/s
    [h] + 6.62607015e-34 J.s
    [k] + 1.380649e-23 J/K
    [eps_0] + 8.854187817e-12 F/m
    [mu_0] + 1 4.[pi].10*-7.N/A2
    [m_e] + 9.1093897e-28 g
    [m_p] + 1.6726231e-24 g
    [G] + 6.67259e-11 m3.kg-1.s-2
    [g] + 980665e-5 m/s2
    atm - 101325 Pa
    [ly] + 1 [c].a_j
    gf + 1 g.[g]
    Ky + 1 cm-1
    Gal + 1 cm/s2
    dyn + 1 g.cm/s2
    erg + 1 dyn.cm
    P + 1 dyn.s/cm2
    Bi + 10 A
    St + 1 cm2/s
    Mx + 1e-8 Wb
    G + 1e-4 T
    Oe + 250 /[pi].A/m
    Gb + 1 Oe.cm
    sb + 1 cd/cm2
    Lmb + 1 cd/cm2/[pi]
    ph + 1e-4 lx
    Ci + 37e9 Bq
    R + 2.58e-4 C/kg
    RAD + 100 erg/g
    REM + 1 RAD
    """

  /// The prefixes and their values, powers of ten and of two.
  static let prefixes: StaticString = """
    da 1e1
    Ki 1024
    Mi 1048576
    Gi 1073741824
    Ti 1099511627776
    Y 1e24
    Z 1e21
    E 1e18
    P 1e15
    T 1e12
    G 1e9
    M 1e6
    k 1e3
    h 1e2
    d 1e-1
    c 1e-2
    m 1e-3
    u 1e-6
    n 1e-9
    p 1e-12
    f 1e-15
    a 1e-18
    z 1e-21
    y 1e-24
    """
}
