package org.tslmap.npb;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.tslmap.locality.UpwardUse;

/**
 * Modules and packages depend in one direction. Each rule is also tried on {@link UpwardUse}, which
 * breaks it.
 */
class ModuleDirectionTest {

  private static final String COLLECTOR = "org.tslmap.collector.";

  /** A module, what is in it, and the modules that it may use. */
  private record Module(String name, List<String> packages, List<String> mayUse) {}

  private static final List<Module> MODULES =
      List.of(
          module("engine", List.of("org.tslmap.locality")),
          module("codec", locality("codec"), "engine"),
          module("pass", locality("pass"), "engine"),
          module("rules", locality("filter"), "engine"),
          module("profile", locality("profile", "score", "layout"), "engine"),
          module("apexmap", List.of("org.tslmap.apexmap.."), "engine", "profile"),
          module("plots", List.of("org.tslmap.plots.."), "engine", "profile", "apexmap"),
          module(
              "trace",
              collector("wire", "server", "store", "names", "shortage", "sources"),
              "engine",
              "profile",
              "codec",
              "pass"),
          module("debuginfo", collector("debuginfo"), "engine", "profile"),
          module("imports", collector("imports"), "engine", "profile", "trace", "debuginfo"),
          module(
              "attribution",
              collector("analysis", "attribution", "loops", "memory", "selection", "remedies"),
              "engine",
              "profile",
              "pass",
              "rules",
              "trace",
              "debuginfo"),
          module(
              "recording",
              collector("session", "adaptation", "density", "lookup"),
              "engine",
              "profile",
              "pass",
              "rules",
              "trace",
              "debuginfo",
              "attribution"),
          module(
              "reports",
              collector("report", "phases", "origin"),
              "engine",
              "profile",
              "apexmap",
              "trace"),
          module("gate", collector("gate"), "engine", "profile", "trace", "reports"),
          module(
              "hotspots",
              collector("hotspots", "advice"),
              "engine",
              "profile",
              "apexmap",
              "trace",
              "reports"),
          module(
              "filtering",
              collector("filtering", "refine"),
              "engine",
              "profile",
              "trace",
              "reports",
              "hotspots"),
          module("export", collector("export"), "engine", "profile", "trace", "reports"),
          module(
              "pictures",
              collector("pictures"),
              "engine",
              "profile",
              "apexmap",
              "plots",
              "trace",
              "attribution",
              "recording",
              "reports"),
          module(
              "pages",
              collector("view"),
              "engine",
              "profile",
              "apexmap",
              "plots",
              "trace",
              "attribution",
              "recording",
              "reports",
              "hotspots",
              "pictures"),
          module(
              "cli",
              List.of(COLLECTOR + "cli"),
              "engine",
              "profile",
              "rules",
              "apexmap",
              "plots",
              "trace",
              "debuginfo",
              "imports",
              "attribution",
              "recording",
              "reports",
              "gate",
              "hotspots",
              "filtering",
              "export",
              "pictures",
              "pages"),
          module(
              "apex",
              collector("cli.apex"),
              "engine",
              "profile",
              "apexmap",
              "plots",
              "trace",
              "attribution",
              "recording",
              "reports",
              "cli"),
          module(
              "bench",
              collector("cli.bench"),
              "engine",
              "profile",
              "apexmap",
              "plots",
              "trace",
              "recording",
              "cli"),
          module(
              "npb",
              List.of("org.tslmap.npb.."),
              "engine",
              "profile",
              "apexmap",
              "plots",
              "trace",
              "reports",
              "cli",
              "apex"));

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new DoNotIncludeTests())
          .importPackages("org.tslmap");

  @Test
  void modulesDependInOneDirection() {
    LayeredArchitecture modules = layeredArchitecture().consideringOnlyDependenciesInLayers();
    for (Module module : MODULES) {
      modules = modules.layer(module.name()).definedBy(module.packages().toArray(String[]::new));
    }
    for (Module module : MODULES) {
      String[] mayUse = module.mayUse().toArray(String[]::new);
      modules =
          mayUse.length == 0
              ? modules.whereLayer(module.name()).mayNotAccessAnyLayer()
              : modules.whereLayer(module.name()).mayOnlyAccessLayers(mayUse);
    }
    modules.check(CLASSES);
    refuses(modules.withOptionalLayers(true), "Benchmark");
  }

  @Test
  void everyPackageIsInOneModule() throws IOException {
    for (String name : uses().keySet()) {
      long modules =
          MODULES.stream()
              .flatMap(module -> module.packages().stream())
              .filter(
                  packages ->
                      packages.endsWith("..")
                          ? (name + ".").startsWith(packages.substring(0, packages.length() - 1))
                          : name.equals(packages))
              .count();
      assertEquals(1, modules, name);
    }
  }

  @Test
  void theNetworkAndTheStoreHavePlacesOfTheirOwn() {
    ArchRule network = onlyIn("io.netty..", COLLECTOR + "server", COLLECTOR + "view");
    network.check(CLASSES);
    refuses(network, "Channel");
    ArchRule store = onlyIn("net.openhft..", COLLECTOR + "store");
    store.check(CLASSES);
    refuses(store, "ChronicleQueue");
    onlyIn("com.google.protobuf..", COLLECTOR + "export").check(CLASSES);
    onlyIn("org.apache.parquet..", COLLECTOR + "export").check(CLASSES);
  }

  @Test
  void packagesHaveNoCircles() throws IOException {
    Map<String, Set<String>> uses = uses();
    assertTrue(uses.get(COLLECTOR + "store").contains(COLLECTOR + "wire"), "nothing was read");
    uses.get(COLLECTOR + "wire").add(COLLECTOR + "store");
    assertTrue(inCircles(uses).containsAll(Set.of(COLLECTOR + "store", COLLECTOR + "wire")));
    uses.get(COLLECTOR + "wire").remove(COLLECTOR + "store");
    assertEquals(Set.of(), inCircles(uses));
  }

  private static Module module(String name, List<String> packages, String... mayUse) {
    return new Module(name, packages, List.of(mayUse));
  }

  private static List<String> locality(String... packages) {
    return Stream.of(packages).map(name -> "org.tslmap.locality." + name + "..").toList();
  }

  private static List<String> collector(String... packages) {
    return Stream.of(packages).map(name -> COLLECTOR + name + "..").toList();
  }

  private static void refuses(ArchRule rule, String used) {
    JavaClasses wrong = new ClassFileImporter().importClasses(UpwardUse.class);
    AssertionError error = assertThrows(AssertionError.class, () -> rule.check(wrong));
    assertTrue(error.getMessage().contains(used), error.getMessage());
  }

  private static ArchRule onlyIn(String library, String... packages) {
    return noClasses()
        .that()
        .resideOutsideOfPackages(packages)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(library);
  }

  /**
   * Which packages each package names, by the sources: the compiler puts the values of constants in
   * the place of their names, so classes do not tell.
   */
  private static Map<String, Set<String>> uses() throws IOException {
    Pattern own = Pattern.compile("^package ([\\w.]+);", Pattern.MULTILINE);
    Pattern used = Pattern.compile("(org\\.tslmap(?:\\.[a-z]\\w*)*)\\.[A-Z]");
    Map<String, Set<String>> uses = new TreeMap<>();
    for (Path file : sources()) {
      String text = Files.readString(file);
      Matcher name = own.matcher(text);
      assertTrue(name.find(), () -> file + " has no package");
      Set<String> all = uses.computeIfAbsent(name.group(1), none -> new TreeSet<>());
      used.matcher(text).results().map(found -> found.group(1)).forEach(all::add);
      all.remove(name.group(1));
    }
    return uses;
  }

  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    try (Stream<Path> folders = Files.walk(Path.of(System.getProperty("tslmap.home")), 2)) {
      for (Path module : folders.map(folder -> folder.resolve("src/main/java")).toList()) {
        if (Files.isDirectory(module)) {
          try (Stream<Path> files = Files.walk(module)) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
          }
        }
      }
    }
    return sources;
  }

  /** What remains when packages that use none of the others go, again and again. */
  private static Set<String> inCircles(Map<String, Set<String>> uses) {
    Set<String> left = new TreeSet<>(uses.keySet());
    while (left.removeIf(name -> uses.get(name).stream().noneMatch(left::contains))) {
      // until none goes any more
    }
    return left;
  }
}
