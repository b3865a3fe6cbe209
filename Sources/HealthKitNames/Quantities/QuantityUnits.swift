#if !canImport(HealthKit)
  /// A unit of each quantity, whose dimension the units of its samples must have.
  ///
  /// A type that is not listed accepts any unit.
  enum QuantityUnits {
    /// The unit for an identifier, `nil` if it is not listed.
    static func unit(of identifier: String) -> HKUnit? { units[identifier] }

    private static let units: [String: HKUnit] = {
      var units: [String: HKUnit] = [:]
      for (unit, names) in names {
        let unit = HKUnit(stored: unit)
        for name in names.split(whereSeparator: \.isWhitespace) { units["HKQuantityTypeIdentifier\(name)"] = unit }
      }
      return units
    }()

    /// As HealthKit documents each identifier.
    private static let names: [(unit: String, names: String)] = [
      ("kcal", "ActiveEnergyBurned BasalEnergyBurned DietaryEnergyConsumed"),
      (
        "s",
        """
        AppleExerciseTime AppleMoveTime AppleStandTime HeartRateVariabilitySDNN RunningGroundContactTime TimeInDaylight
        """
      ),
      (
        "count",
        """
        AppleSleepingBreathingDisturbances AppleWalkingSteadiness AtrialFibrillationBurden BloodAlcoholContent
        BodyFatPercentage BodyMassIndex FlightsClimbed InhalerUsage NikeFuel NumberOfAlcoholicBeverages
        NumberOfTimesFallen OxygenSaturation PeripheralPerfusionIndex PushCount StepCount SwimmingStrokeCount UVExposure
        WalkingAsymmetryPercentage WalkingDoubleSupportPercentage
        """
      ),
      ("degC", "AppleSleepingWristTemperature BasalBodyTemperature BodyTemperature WaterTemperature"),
      ("mg/dL", "BloodGlucose"),
      ("mmHg", "BloodPressureDiastolic BloodPressureSystolic"),
      (
        "g",
        """
        BodyMass LeanBodyMass DietaryBiotin DietaryCaffeine DietaryCalcium DietaryCarbohydrates DietaryChloride
        DietaryCholesterol DietaryChromium DietaryCopper DietaryFatMonounsaturated DietaryFatPolyunsaturated
        DietaryFatSaturated DietaryFatTotal DietaryFiber DietaryFolate DietaryIodine DietaryIron DietaryMagnesium
        DietaryManganese DietaryMolybdenum DietaryNiacin DietaryPantothenicAcid DietaryPhosphorus DietaryPotassium
        DietaryProtein DietaryRiboflavin DietarySelenium DietarySodium DietarySugar DietaryThiamin DietaryVitaminA
        DietaryVitaminB12 DietaryVitaminB6 DietaryVitaminC DietaryVitaminD DietaryVitaminE DietaryVitaminK DietaryZinc
        """
      ),
      (
        "m",
        """
        Height DistanceCrossCountrySkiing DistanceCycling DistanceDownhillSnowSports DistancePaddleSports DistanceRowing
        DistanceSkatingSports DistanceSwimming DistanceWalkingRunning DistanceWheelchair RunningStrideLength
        RunningVerticalOscillation SixMinuteWalkTestDistance UnderwaterDepth WaistCircumference WalkingStepLength
        """
      ),
      (
        "m/s",
        """
        CrossCountrySkiingSpeed CyclingSpeed PaddleSportsSpeed RowingSpeed RunningSpeed StairAscentSpeed
        StairDescentSpeed WalkingSpeed
        """
      ),
      ("W", "CyclingFunctionalThresholdPower CyclingPower RunningPower"),
      (
        "count/min",
        """
        CyclingCadence HeartRate HeartRateRecoveryOneMinute RespiratoryRate RestingHeartRate WalkingHeartRateAverage
        """
      ),
      ("L", "ForcedExpiratoryVolume1 ForcedVitalCapacity DietaryWater"),
      ("L/min", "PeakExpiratoryFlowRate"),
      ("S", "ElectrodermalActivity"),
      ("dBASPL", "EnvironmentalAudioExposure EnvironmentalSoundReduction HeadphoneAudioExposure"),
      ("IU", "InsulinDelivery"),
      ("kcal/(kg·hr)", "PhysicalEffort"),
      ("mL/(kg·min)", "VO2Max"),
    ]
  }
#endif
