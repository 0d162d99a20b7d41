package org.tslmap.collector.hotspots;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.profile.AccessKind;
import org.tslmap.locality.profile.CodeLoop;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SiteProfile;
import org.tslmap.locality.profile.StrideShare;

/**
 * What one site did to one object.
 *
 * @param nest the loops that the site is in, innermost first; none if it is in none, or if loops
 *     were not looked for
 * @param hasLoops whether they were
 * @param isString whether one instruction repeats it, as {@code rep stos} does
 * @param visits how often its site comes to each place where it was on average; empty if it also
 *     goes to other objects, or not all of its accesses were recorded
 */
record Cell(
    SiteProfile site,
    DataAccess access,
    Movement movement,
    List<CodeLoop> nest,
    boolean hasLoops,
    boolean isString,
    OptionalDouble visits) {

  /** Bytes of instructions between two accesses of one loop that is not large. */
  private static final long LOOP_BODY = 256;

  /** Steps of other lengths than the five commonest, of those of a walk in one direction. */
  private static final double MOST_OTHERS = 2.0 / 3;

  /** Bytes that a processor moves at once where an instruction repeats an access. */
  private static final int STRING_BYTES = 32;

  /** So many steps, each half as long as another one or a quarter, are no chance. */
  private static final int FEWEST_HALVES = 3;

  /** Bytes of a step that is many elements long. */
  private static final long SHORTEST_HALF = 256;

  /** By this part of it half a step may be rounded. */
  private static final double HALVED = 1.0 / 32;

  /** Of a site that mostly goes to one object. */
  private static final double MOSTLY = 0.9;

  /** What is in no loop and happens so often in a call is repeated by its instruction. */
  private static final long OFTEN = 4;

  /**
   * A cell of a process.
   *
   * @param calls how often its function was called, 0 when not known
   * @param footprints what sites touched, by their numbers, as far as it is known
   */
  static Cell of(
      ProcessProfile process, DataAccess access, long calls, Map<Integer, Footprint> footprints) {
    SiteProfile site = process.sites().get(access.site());
    Movement movement = Movement.of(access);
    List<CodeLoop> nest = process.loops().nest(process.loops().of(access.site()));
    boolean isString =
        process.loops().isKnown()
            && nest.isEmpty()
            && calls > 0
            && site.accesses() > OFTEN * calls
            && movement.shape() == Movement.Shape.STEADY
            && Math.abs(movement.stride()) == site.size();
    return new Cell(
        site,
        access,
        movement,
        nest,
        process.loops().isKnown(),
        isString,
        visits(site, access, footprints.get(access.site()), process.parameters().word()));
  }

  private static OptionalDouble visits(
      SiteProfile site, DataAccess access, Footprint touched, int word) {
    if (touched == null
        || touched.word() == 0
        || access.accesses() < MOSTLY * site.accesses()
        || access.histograms().recorded() < access.accesses()) {
      return OptionalDouble.empty();
    }
    // What stays where it is does not come again.
    long stays =
        access.strides().stream().filter(s -> s.bytes() == 0).mapToLong(StrideShare::count).sum();
    // An access of several words counts at its first one only.
    double words = (double) (site.accesses() - stays) * Math.min(word, site.size()) / word;
    return OptionalDouble.of(words / touched.word());
  }

  /**
   * Its commonest steps, each of 1 % at least, if all of these lead into one direction, as those of
   * a loop do that is run with one step after another; otherwise none.
   */
  List<StrideShare> stepsForward() {
    List<StrideShare> steps =
        access.strides().stream()
            .filter(step -> step.bytes() != 0 && 100 * step.count() >= access.recorded())
            .toList();
    boolean forward =
        steps.stream().allMatch(step -> step.bytes() > 0)
            || steps.stream().allMatch(step -> step.bytes() < 0);
    return forward && movement.jumps() <= MOST_OTHERS ? steps : List.of();
  }

  /**
   * Whether each of its commonest steps is half as long as another one, or a quarter, and so on, as
   * those of a binary search are, rounded to elements. Steps near its end are short, and say
   * nothing.
   */
  boolean halvesSteps() {
    List<Long> lengths =
        access.strides().stream()
            .map(step -> Math.abs(step.bytes()))
            .filter(length -> length >= SHORTEST_HALF)
            .distinct()
            .sorted()
            .toList();
    return lengths.size() >= FEWEST_HALVES
        && lengths.stream().allMatch(length -> isHalved(length, lengths.get(0)));
  }

  /** Whether one length is another one times a power of two, about. */
  private static boolean isHalved(long length, long shortest) {
    double halvings = Math.rint(Math.log((double) length / shortest) / Math.log(2));
    return Math.abs(length / Math.pow(2, halvings) - shortest) <= HALVED * shortest;
  }

  /** Whether most of its commonest steps are no longer than a page. */
  boolean staysNear() {
    long near = 0;
    long all = 0;
    for (StrideShare step : access.strides()) {
      near += Math.abs(step.bytes()) <= Memory.PAGE ? step.count() : 0;
      all += step.count();
    }
    return 2 * near >= all;
  }

  /** The loop just inside another one that it is in; the outermost if it is not in that. */
  Optional<CodeLoop> loopWithin(Optional<CodeLoop> around) {
    int at = around.map(nest::indexOf).orElse(nest.size());
    int within = (at < 0 ? nest.size() : at) - 1;
    return within < 0 ? Optional.empty() : Optional.of(nest.get(within));
  }

  /**
   * How many accesses a processor makes. Valgrind sees each element of what an instruction repeats,
   * but processors move many at once.
   */
  double issued() {
    return isString
        ? Math.min(accesses(), (double) accesses() * site.size() / STRING_BYTES)
        : accesses();
  }

  /** The innermost loop, if there is one. */
  Optional<CodeLoop> loop() {
    return nest.stream().findFirst();
  }

  long accesses() {
    return access.accesses();
  }

  /** Bytes of all its accesses. */
  long bytes() {
    return accesses() * site.size();
  }

  /**
   * Bytes that it touched for the first time. An access of several words counts at its first one
   * only, but fetches all of them.
   */
  long coldBytes(Memory memory) {
    return coldBytes(access, site, memory);
  }

  /** The same of what one site did to one object. */
  static long coldBytes(DataAccess access, SiteProfile site, Memory memory) {
    return access.histograms().word().cold() * Math.max(memory.word(), site.size());
  }

  /** Whether some of its accesses with scores were recorded; those of the others are estimated. */
  boolean isRecorded() {
    return access.histograms().recorded() > 0;
  }

  boolean isLoad() {
    return site.kind() == AccessKind.LOAD;
  }

  /**
   * Whether their instructions are executed equally often and in one loop: they are in it, or near
   * each other where nothing is known of loops. To which objects they go does not matter: of
   * pointers that are swapped, or lead to objects of several classes, each has a part only.
   */
  boolean happensWith(Cell other) {
    return Math.abs(site.accesses() - other.site.accesses()) <= 0.02 * site.accesses()
        && isInLoopWith(other);
  }

  /** Whether both are in one loop, or near each other where nothing is known of loops. */
  boolean isInLoopWith(Cell other) {
    long distance = Math.abs(site.instruction() - other.site.instruction());
    boolean near = distance <= LOOP_BODY || (site.line() == other.site.line() && site.line() != 0);
    return near
        && (nest.isEmpty() || other.nest.isEmpty() || nest.get(0).equals(other.nest.get(0)));
  }

  /** Whether its innermost loop is one around the other's. */
  boolean isInLoopAround(Cell other) {
    return loop().isPresent() && other.nest.stream().skip(1).anyMatch(loop().get()::equals);
  }

  /** Whether both are in one loop, or one of them in a loop inside that of the other. */
  boolean sharesLoopWith(Cell other) {
    return isInLoopWith(other) || isInLoopAround(other) || other.isInLoopAround(this);
  }

  /** Whether both are accesses of one instruction, to different objects perhaps. */
  boolean isOfSite(Cell other) {
    return access.site() == other.access.site();
  }

  /**
   * Whether both make the same steps, but for a factor: they use the same index. Counts of steps
   * may be estimates, and steps without order are only those that came last.
   */
  boolean movesLike(Cell other) {
    List<StrideShare> steps = access.strides();
    List<StrideShare> otherSteps = other.access.strides();
    long same =
        steps.stream()
            .filter(one -> otherSteps.stream().anyMatch(step -> isLike(other, one, step)))
            .count();
    return 2 * same > Math.max(steps.size(), otherSteps.size());
  }

  private boolean isLike(Cell other, StrideShare step, StrideShare otherStep) {
    return step.bytes() * Math.max(1, other.site.size())
            == otherStep.bytes() * Math.max(1, site.size())
        && Math.abs(step.count() - otherStep.count()) <= 0.1 * step.count();
  }
}
