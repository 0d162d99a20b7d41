package org.tslmap.collector;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Modules depend in one direction: locality, then plots, then collector. */
@AnalyzeClasses(packages = "org.tslmap", importOptions = DoNotIncludeTests.class)
class ModuleDirectionTest {

  @ArchTest
  static final ArchRule MODULES =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("locality")
          .definedBy("org.tslmap.locality..")
          .layer("plots")
          .definedBy("org.tslmap.plots..")
          .layer("collector")
          .definedBy("org.tslmap.collector..")
          .whereLayer("locality")
          .mayNotAccessAnyLayer()
          .whereLayer("plots")
          .mayOnlyAccessLayers("locality")
          .whereLayer("collector")
          .mayOnlyAccessLayers("locality", "plots");

  @ArchTest
  static final ArchRule COLLECTOR_PACKAGES =
      slices().matching("org.tslmap.collector.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule LOCALITY_PACKAGES =
      slices().matching("org.tslmap.(locality)..(profile)..").should().beFreeOfCycles();
}
