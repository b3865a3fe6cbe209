import Testing
import UCUM

/// Valid and invalid terms of UCUM, by the grammar of section 2 and the tables of section 4.
struct UCUMGrammarTests {
  static let terms = """
    m mm km cm nm um dm dam hm g kg mg ug ng pg fg t L l dL dl mL ml uL ul fL nL pL s ms us min h d wk mo a mo_j a_t
    mol mmol umol nmol pmol fmol kat ukat nkat U mU uU kU eq meq ueq osm mosm K Cel [degF] [degR] [degRe] rad mrad sr
    Hz kHz MHz N Pa kPa MPa hPa bar mbar J kJ W mW kW A mA V mV kV uV F Ohm kOhm S mho Wb T H lm lx Bq MBq GBq Gy cGy
    Sv mSv C cd Ci mCi uCi R mR RAD REM P cP St cSt dyn erg gf kgf Gal G kG Oe Mx Bi Gb ph sb Lmb Ky u eV keV MeV AU pc
    [c] [h] [k] [eps_0] [mu_0] [e] [m_e] [m_p] [G] [g] [ly] atm att [lbf_av] [psi] [in_i] [ft_i] [yd_i] [mi_i] [lb_av]
    [oz_av] [gr] [dr_av] [stone_av] [ston_av] [lton_av] [scwt_av] [lcwt_av] [pwt_tr] [oz_tr] [lb_tr] [sc_ap] [dr_ap]
    [oz_ap] [lb_ap] [oz_m] [gal_us] [qt_us] [pt_us] [foz_us] [fdr_us] [min_us] [tbs_us] [tsp_us] [cup_us] [foz_m]
    [cup_m] [tsp_m] [tbs_m] [gal_br] [foz_br] [pt_br] [bbl_us] [bu_us] [crd_us] [gal_wi] [pk_us] [dqt_us] [dpt_us]
    [smoot] [car_m] [car_Au] [lne] [pnt] [pca] [pied] [pouce] [ligne] [didot] [cicero] [twp] [sct] [mesh_i] [Ch] [drp]
    [hnsf'U] [MET] [PRU] [wood'U] [diop] [p'diop] %[slope] [HPF] [LPF] [pH] g% mg% [S] [den] tex
    m[H2O] cm[H2O] mm[H2O] m[Hg] mm[Hg] [in_i'H2O] [in_i'Hg] cal kcal cal_th cal_IT cal_[15] cal_[20] cal_m [Cal] [Btu]
    [Btu_IT] [Btu_39] [HP] [iU] [IU] m[iU] k[IU] u[IU] M[iU] [arb'U] [USP'U] [GPL'U] [MPL'U] [APL'U] [beth'U]
    [anti'Xa'U] [todd'U] [dye'U] [smgy'U] [bdsk'U] [ka'U] [knk'U] [mclg'U] [tb'U] [CCID_50] [TCID_50] [EID_50] [PFU]
    [FFU] [CFU] [IR] [BAU] [AU] [Amb'a'1'U] [PNU] [Lf] [D'ag'U] [FEU] [ELU] [EU] [hp_X] [hp_C] [hp_M] [hp_Q] [kp_X]
    [kp_C] [kp_M] [kp_Q] [hp'_X] [hp'_C] [hp'_M] [hp'_Q] Np dNp B dB B[SPL] dB[SPL] B[V] dB[mV] B[uV] B[10.nV] B[W]
    B[kW] Ao b st ar har circ sph bit Kibit bit_s By kBy MiBy GiBy TiBy Bd kBd [m/s2/Hz^(1/2)] deg gon ' ''
    % [ppth] [ppm] [ppb] [pptr] [pi] 10* 10^ 10*3 10^3 10*-3 10^-3 10*+3 10^+3 10*6/uL 10^9/L 10*-6.m
    1 2 10 100 12.h 1/m 1/s /m /min /uL /100{WBC} 10{cells} {cells} {a}{b} {} {score} kg{body} {foo}.m m.{foo} m/{foo}
    m2 m-2 m+2 m0 s-1 s+1 cm3 kg/m2 kg/m3 m/s2 mL/min/{1.73_m2} mL/kg/min mg/(kg.d) (m) ((m)) (m/s)/s (m){foo}
    mg/{total_volume} {rbc}/uL ug/g{Cre} mmol/mol{Cre} g/(24.h) g/(8.h){shift} dyn.s/cm5 dyn.s/(cm5.m2) mm[Hg].min/L
    J/Cel Cel/min dB.m 10.uN.s/(cm5.m2) m[iU]/mL [CFU]/mL [lb_av]/[in_i]2 4.[pi].10*-7.N/A2 nmol/s/L U/(2.h)
    %{vol} {Log_copies}/mL {a'b"c(d)/e.f[g]} umol/L/h {CAE'U} [arb'U]/mL m/s/s 1.m 12.34
    """

  @Test("terms of the grammar are read", arguments: terms.split { $0.isWhitespace }.map(String.init))
  func isUnit(_ term: String) {
    #expect(throws: Never.self) { try UCUMUnit(term) }
  }

  /// Texts with blanks are written with an underscore between angle quotes: `m‹_›s`.
  static let others = """
    M KG Kg MG/DL NG/ML Mg/DL DL Ml/DL mmHg mm[hg] MM[HG] cmH20 IU iU mIU/mL [iu] lb lbs in ft_i oz sec hr yr year day
    mcg mcL gm cc ppm ppb percent degC °C µg μg ² m² ½ µL Ω HZ OHM cel CEL [PH] [ph] ph_ [LB_AV] [in_I]
    10+3 10-3 10+3/uL 10-3/uL 2+10 2-1 100+2 1-1 (m/s)2 (m)2 (m)-1 ((m/s))3 (2)2 (m)+1
    10E3 10e3/uL x10^3 10**3 10*^3 1e3 1E-3 -1 +1 -m m- m+ m-- m+-2 m2- m^2 kg/m^2 m**2 m*s
    m//s //m / . m. .m m/ m.. m..s m/.s m./s /. ./ m.(/s) (/s) (/m)/s m/(/s)
    () (m ) m) )m( (m/s m/s) ((m) (m)) m() ()m (m)s (m)(s) 2(m) m(s) {foo}m {foo}2 {foo}(m) m{foo}s 10{cells}mL
    2m 12h 3mg 100mL 24h m2s s2m 1.5mg {a {a{b}} {a}} }a{ a} {{a}} { } m{a m}a {é} m{µ}
    [ ] [] [foo] [in_i [in_i]] [[in_i]] in_i] [in_i]m m[ m] m[foo] m[Hg m[hg] [m] [iU [IU]] [H2O] [Hg] B[x] B[] B[mW]
    k[in_i] m[lb_av] k% m% kmin mh kd mwk mmo k[pH] m[degF] k[arb'U] m[CFU] kdeg k10* m10^ k[pi] katm kAU m[gal_us]
    k[ppm] mcirc k[HPF] mbit_s kAo mb k[psi] uatt m[MET]
    kkg mmm mmmol dadam kM Kk kK_ dah mKi Kim2x QBy RBy qm rm da k c n u_ Y Z
    0 00 m/0 0.m ~ ! # $ & ; : , ? @ \\ | < > = m=s "m" `m` ^ * ^2 *3 _ m_ _m a_x cal_ cal_15 cal_xx mo_x
    m,s m;s mg\\dL mg|dL mg:dL l/min: m'' ''' '''' [m/s2/Hz] [smoot]s
    """

  @Test("anything else is refused", arguments: others.split { $0.isWhitespace }.map(String.init))
  func isNone(_ text: String) {
    #expect(throws: UCUMFault.self) { try UCUMUnit(text) }
  }

  @Test("white space in a term and empty text are refused")
  func whiteSpace() {
    for text in ["", " ", " m", "m ", "m s", "m /s", "m/ s", "{a b}", "m\t", "m\n", "\u{A0}m", "m{a\u{7F}}", "m\u{0}"] {
      #expect(throws: UCUMFault.self, "\(text)") { try UCUMUnit(text) }
    }
  }

  @Test("numbers of any length are factors")
  func longNumbers() throws {
    #expect(try UCUMUnit("1000000000000000000000").factor == UCUMUnit("10*21").factor)
    _ = try UCUMUnit("123456789012345678901234567890.m")
  }
}
