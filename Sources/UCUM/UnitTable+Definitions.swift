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
/// A definition uses units of earlier lines only.
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
    [in_i] - 254e-2 cm
    [ft_i] - 12 [in_i]
    [yd_i] - 3 [ft_i]
    [mi_i] - 5280 [ft_i]
    [fth_i] - 6 [ft_i]
    [nmi_i] - 1852 m
    [kn_i] - 1 [nmi_i]/h
    [sin_i] - 1 [in_i]2
    [sft_i] - 1 [ft_i]2
    [syd_i] - 1 [yd_i]2
    [cin_i] - 1 [in_i]3
    [cft_i] - 1 [ft_i]3
    [cyd_i] - 1 [yd_i]3
    [bf_i] - 144 [in_i]3
    [cr_i] - 128 [ft_i]3
    [mil_i] - 1e-3 [in_i]
    [cml_i] - 1 [pi]/4.[mil_i]2
    [hd_i] - 4 [in_i]
    [ft_us] - 1200 m/3937
    [yd_us] - 3 [ft_us]
    [in_us] - 1 [ft_us]/12
    [rd_us] - 16.5 [ft_us]
    [ch_us] - 4 [rd_us]
    [lk_us] - 1 [ch_us]/100
    [rch_us] - 100 [ft_us]
    [rlk_us] - 1 [rch_us]/100
    [fth_us] - 6 [ft_us]
    [fur_us] - 40 [rd_us]
    [mi_us] - 8 [fur_us]
    [acr_us] - 160 [rd_us]2
    [srd_us] - 1 [rd_us]2
    [smi_us] - 1 [mi_us]2
    [sct] - 1 [mi_us]2
    [twp] - 36 [sct]
    [mil_us] - 1e-3 [in_us]
    [in_br] - 2.539998 cm
    [ft_br] - 12 [in_br]
    [rd_br] - 16.5 [ft_br]
    [ch_br] - 4 [rd_br]
    [lk_br] - 1 [ch_br]/100
    [fth_br] - 6 [ft_br]
    [pc_br] - 2.5 [ft_br]
    [yd_br] - 3 [ft_br]
    [mi_br] - 5280 [ft_br]
    [nmi_br] - 6080 [ft_br]
    [kn_br] - 1 [nmi_br]/h
    [acr_br] - 4840 [yd_br]2
    [gal_us] - 231 [in_i]3
    [bbl_us] - 42 [gal_us]
    [qt_us] - 1 [gal_us]/4
    [pt_us] - 1 [qt_us]/2
    [gil_us] - 1 [pt_us]/4
    [foz_us] - 1 [gil_us]/4
    [fdr_us] - 1 [foz_us]/8
    [min_us] - 1 [fdr_us]/60
    [crd_us] - 128 [ft_i]3
    [bu_us] - 2150.42 [in_i]3
    [gal_wi] - 1 [bu_us]/8
    [pk_us] - 1 [bu_us]/4
    [dqt_us] - 1 [pk_us]/8
    [dpt_us] - 1 [dqt_us]/2
    [tbs_us] - 1 [foz_us]/2
    [tsp_us] - 1 [tbs_us]/3
    [cup_us] - 16 [tbs_us]
    [foz_m] - 30 mL
    [cup_m] - 240 mL
    [tsp_m] - 5 mL
    [tbs_m] - 15 mL
    [gal_br] - 4.54609 l
    [pk_br] - 2 [gal_br]
    [bu_br] - 4 [pk_br]
    [qt_br] - 1 [gal_br]/4
    [pt_br] - 1 [qt_br]/2
    [gil_br] - 1 [pt_br]/4
    [foz_br] - 1 [gil_br]/5
    [fdr_br] - 1 [foz_br]/8
    [min_br] - 1 [fdr_br]/60
    [gr] - 64.79891 mg
    [lb_av] - 7000 [gr]
    [lbf_av] - 1 [lb_av].[g]
    [oz_av] - 1 [lb_av]/16
    [dr_av] - 1 [oz_av]/16
    [scwt_av] - 100 [lb_av]
    [lcwt_av] - 112 [lb_av]
    [ston_av] - 20 [scwt_av]
    [lton_av] - 20 [lcwt_av]
    [stone_av] - 14 [lb_av]
    [pwt_tr] - 24 [gr]
    [oz_tr] - 20 [pwt_tr]
    [lb_tr] - 12 [oz_tr]
    [sc_ap] - 20 [gr]
    [dr_ap] - 3 [sc_ap]
    [oz_ap] - 8 [dr_ap]
    [lb_ap] - 12 [oz_ap]
    [oz_m] - 28 g
    [lne] - 1 [in_i]/12
    [pnt] - 1 [lne]/6
    [pca] - 12 [pnt]
    [pnt_pr] - 0.013837 [in_i]
    [pca_pr] - 12 [pnt_pr]
    [pied] - 32.48 cm
    [pouce] - 1 [pied]/12
    [ligne] - 1 [pouce]/12
    [didot] - 1 [ligne]/6
    [cicero] - 12 [didot]
    [degF] - fahrenheit K
    [degR] - 5 K/9
    [degRe] - reaumur K
    cal_[15] + 4.18580 J
    cal_[20] + 4.18190 J
    cal_m + 4.19002 J
    cal_IT + 4.1868 J
    cal_th + 4.184 J
    cal + 1 cal_th
    [Cal] - 1 kcal_th
    [Btu_39] - 1.05967 kJ
    [Btu_59] - 1.05480 kJ
    [Btu_60] - 1.05468 kJ
    [Btu_m] - 1.05587 kJ
    [Btu_IT] - 1.05505585262 kJ
    [Btu_th] - 1.054350 kJ
    [Btu] - 1 [Btu_th]
    [HP] - 550 [ft_i].[lbf_av]/s
    tex + 1 g/km
    [den] - 1 g/9/km
    m[H2O] + 980665e-5 kPa
    m[Hg] + 133.3220 kPa
    [in_i'H2O] - 1 m[H2O].[in_i]/m
    [in_i'Hg] - 1 m[Hg].[in_i]/m
    [PRU] - 1 mm[Hg].s/ml
    [wood'U] - 1 mm[Hg].min/L
    [diop] - 1 /m
    [p'diop] - special rad
    %[slope] - special rad
    [mesh_i] - 1 /[in_i]
    [Ch] - 1 mm/3
    [drp] - 1 ml/20
    [hnsf'U] - 1 1
    [MET] - 3.5 mL/min/kg
    [hp'_X] - special 1
    [hp'_C] - special 1
    [hp'_M] - special 1
    [hp'_Q] - special 1
    [hp_X] - arbitrary 1
    [hp_C] - arbitrary 1
    [hp_M] - arbitrary 1
    [hp_Q] - arbitrary 1
    [kp_X] - arbitrary 1
    [kp_C] - arbitrary 1
    [kp_M] - arbitrary 1
    [kp_Q] - arbitrary 1
    eq + 1 mol
    osm + 1 mol
    [pH] - special mol/l
    g% + 1 g/dl
    [S] - 1 10*-13.s
    [HPF] - 1 1
    [LPF] - 100 1
    kat + 1 mol/s
    U + 1 umol/min
    [iU] + arbitrary 1
    [IU] + 1 [iU]
    [arb'U] - arbitrary 1
    [USP'U] - arbitrary 1
    [GPL'U] - arbitrary 1
    [MPL'U] - arbitrary 1
    [APL'U] - arbitrary 1
    [beth'U] - arbitrary 1
    [anti'Xa'U] - arbitrary 1
    [todd'U] - arbitrary 1
    [dye'U] - arbitrary 1
    [smgy'U] - arbitrary 1
    [bdsk'U] - arbitrary 1
    [ka'U] - arbitrary 1
    [knk'U] - arbitrary 1
    [mclg'U] - arbitrary 1
    [tb'U] - arbitrary 1
    [CCID_50] - arbitrary 1
    [TCID_50] - arbitrary 1
    [EID_50] - arbitrary 1
    [PFU] - arbitrary 1
    [FFU] - arbitrary 1
    [CFU] - arbitrary 1
    [IR] - arbitrary 1
    [BAU] - arbitrary 1
    [AU] - arbitrary 1
    [Amb'a'1'U] - arbitrary 1
    [PNU] - arbitrary 1
    [Lf] - arbitrary 1
    [D'ag'U] - arbitrary 1
    [FEU] - arbitrary 1
    [ELU] - arbitrary 1
    [EU] - arbitrary 1
    [NTU] - arbitrary 1
    [FNU] - arbitrary 1
    Np + special 1
    B + special 1
    B[SPL] + special Pa
    B[V] + special V
    B[mV] + special mV
    B[uV] + special uV
    B[10.nV] + special nV
    B[W] + special W
    B[kW] + special kW
    st + 1 m3
    Ao - 0.1 nm
    b - 100 fm2
    att - 1 kgf/cm2
    mho + 1 S
    [psi] - 1 [lbf_av]/[in_i]2
    circ - 2 [pi].rad
    sph - 4 [pi].sr
    [car_m] - 2e-1 g
    [car_Au] - 1 /24
    [smoot] - 67 [in_i]
    [m/s2/Hz^(1/2)] - special m/s2
    bit_s - special 1
    bit + 1 1
    By + 8 bit
    Bd + 1 /s
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
