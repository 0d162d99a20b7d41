package org.tslmap.npb;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import org.junit.jupiter.api.Test;

/** Modules depend in one direction: locality, apexmap, plots, collector, npb. */
class ModuleDirectionTest {

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new DoNotIncludeTests())
          .importPackages("org.tslmap");

  @Test
  void modulesDependInOneDirection() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("locality")
        .definedBy("org.tslmap.locality..")
        .layer("apexmap")
        .definedBy("org.tslmap.apexmap..")
        .layer("plots")
        .definedBy("org.tslmap.plots..")
        .layer("collector")
        .definedBy("org.tslmap.collector..")
        .layer("npb")
        .definedBy("org.tslmap.npb..")
        .whereLayer("locality")
        .mayNotAccessAnyLayer()
        .whereLayer("apexmap")
        .mayOnlyAccessLayers("locality")
        .whereLayer("plots")
        .mayOnlyAccessLayers("locality", "apexmap")
        .whereLayer("collector")
        .mayOnlyAccessLayers("locality", "apexmap", "plots")
        .whereLayer("npb")
        .mayOnlyAccessLayers("locality", "apexmap", "plots", "collector")
        .check(CLASSES);
  }

  @Test
  void packagesOfTheCollectorHaveNoCycles() {
    slices().matching("org.tslmap.collector.(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void packagesOfTheBenchmarkRunsHaveNoCycles() {
    slices().matching("org.tslmap.npb.(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void theEngineDoesNotKnowProfiles() {
    slices().matching("org.tslmap.(locality)..(*)..").should().beFreeOfCycles().check(CLASSES);
  }
}
