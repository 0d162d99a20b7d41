package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.tslmap.locality.profile.AccessKind;
import org.tslmap.locality.profile.CallNode;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.locality.profile.SiteProfile;
import org.tslmap.locality.profile.StrideShare;

/**
 * A measured run of a small program, and whose accesses its profile says they are.
 *
 * @param folder the run folder
 * @param profile what is in it
 * @param err what the measurement printed to standard error
 */
record AttributedRun(Path folder, LocalityProfile profile, String err) {

  /**
   * Measures a program.
   *
   * @param folder where programs and runs are
   * @param options options of {@code tslmap run}
   * @param command the program and its arguments
   */
  static AttributedRun of(Path folder, List<String> options, List<String> command)
      throws IOException, InterruptedException {
    Path run = Files.createTempDirectory(folder, "measured").resolve("run");
    List<String> arguments = new ArrayList<>(List.of("run", "--out", run.toString()));
    arguments.addAll(options);
    arguments.add("--");
    arguments.addAll(command);
    TestPrograms.Result result = new TestPrograms(folder).tslmap(arguments.toArray(String[]::new));
    assertEquals(0, result.status(), result.err());
    return new AttributedRun(run, ProfileJson.read(run.resolve("profile.json")), result.err());
  }

  /** The program itself. */
  ProcessProfile main() {
    return profile.mainProcess();
  }

  /** Loads a function's own instructions made from objects. */
  static long loads(ProcessProfile process, String function, Predicate<DataObject> object) {
    return count(process, function, AccessKind.LOAD, object);
  }

  /** Stores a function's own instructions made to objects. */
  static long stores(ProcessProfile process, String function, Predicate<DataObject> object) {
    return count(process, function, AccessKind.STORE, object);
  }

  private static long count(
      ProcessProfile process, String function, AccessKind kind, Predicate<DataObject> object) {
    return cells(process, function, object).stream()
        .filter(cell -> process.sites().get(cell.site()).kind() == kind)
        .mapToLong(DataAccess::accesses)
        .sum();
  }

  /** What a function's own instructions did to objects, by instruction. */
  private static List<DataAccess> cells(
      ProcessProfile process, String function, Predicate<DataObject> object) {
    return process.attribution().accesses().stream()
        .filter(cell -> object.test(process.attribution().objects().get(cell.object())))
        .filter(cell -> function(process, cell).equals(function))
        .toList();
  }

  private static String function(ProcessProfile process, DataAccess cell) {
    SiteProfile site = process.sites().get(cell.site());
    return process.functionOf(site).name();
  }

  /** The commonest strides of the function's instructions that touch the object, one list each. */
  static List<List<StrideShare>> strides(
      ProcessProfile process, String function, Predicate<DataObject> object) {
    return cells(process, function, object).stream().map(DataAccess::strides).toList();
  }

  /** Objects of a class and name. */
  static Predicate<DataObject> named(DataClass kind, String name) {
    return object -> object.kind() == kind && object.name().equals(name);
  }

  /** The one object that is wanted. */
  static DataObject only(ProcessProfile process, Predicate<DataObject> wanted) {
    List<DataObject> found = process.attribution().objects().stream().filter(wanted).toList();
    assertEquals(1, found.size(), found.toString());
    return found.get(0);
  }

  /** Names from a function up to main, and how often it was called that way. */
  static List<String> paths(ProcessProfile process, String function) {
    return paths(process, function, "main");
  }

  /** Names from a function up to another one, and how often it was called that way. */
  static List<String> paths(ProcessProfile process, String function, String last) {
    List<String> paths = new ArrayList<>();
    List<CallNode> calls = process.attribution().calls();
    for (CallNode node : calls) {
      if (process.functions().get(node.function()).name().equals(function)) {
        StringBuilder path = new StringBuilder(Long.toString(node.calls()));
        CallNode at = node;
        while (true) {
          String name = process.functions().get(at.function()).name();
          path.append(' ').append(name);
          if (name.equals(last) || at.parent() < 0) {
            break;
          }
          at = calls.get(at.parent());
        }
        paths.add(path.toString());
      }
    }
    return paths;
  }
}
