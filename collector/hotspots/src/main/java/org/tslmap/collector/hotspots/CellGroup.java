package org.tslmap.collector.hotspots;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.tslmap.apexmap.MissOverlap;
import org.tslmap.apexmap.Operation;
import org.tslmap.locality.LoadDependence;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.profile.CodeLoop;
import org.tslmap.locality.profile.StrideShare;

/**
 * The accesses of one function to one object that move alike, and what they waste.
 *
 * <p>A cache of a given number of lines misses an access when at least that many other lines were
 * touched since the last access to its line, or none of it was touched before (Mattson, Gecsei,
 * Slutz and Traiger, "Evaluation techniques for storage hierarchies", IBM Systems Journal 9, 1970).
 * Each line has to be fetched once. So misses that touch a line for the first time cannot be
 * avoided, by the share of the object's lines that is ever used. The rest is waste. Waste is
 * counted in accesses: an access that misses all caches counts 1, one that misses one of three a
 * third.
 */
final class CellGroup {

  /** Lines of a piece that is too short to be fetched ahead. */
  private static final int SHORT_RUN = 8;

  /**
   * So many times the misses of a walk word by word are about as many. A tile as wide as a line
   * lies in two lines if it begins anywhere in a line, and a quarter more may be evicted.
   */
  private static final double WHOLE_LINES = 2.5;

  /** What wastes less than this part of what a problem is about is not named with it. */
  private static final double WORTH_NAMING = 0.1;

  /**
   * What is done so many times is done several times, and two counts that differ less are alike.
   */
  static final double SEVERAL = 1.5;

  /** What is updated is loaded so many times less one for each store, at most. */
  private static final long UPDATED = 4;

  /**
   * What is used once after it was filled, in whatever order, is loaded no more often than that.
   */
  private static final double NEARLY_ONCE = 1.25;

  /** What cells of a group have in common; steady ones are in one loop. */
  private record Walk(Movement.Shape shape, long stride, Optional<CodeLoop> loop) {
    static Walk of(Cell cell) {
      Movement movement = cell.movement();
      return movement.shape() == Movement.Shape.STEADY
          ? new Walk(movement.shape(), movement.stride(), cell.loop())
          : new Walk(movement.shape(), 0, Optional.empty());
    }
  }

  private final ObjectUse object;
  private final Movement.Shape shape;
  private final boolean dense;
  private final boolean inOrder;
  private final List<Cell> cells;
  private final long accesses;
  private final long coldLines;
  private final double[] misses;
  private final double[] wasted;
  private final double conflicts;
  private final LocalityHistogram lines;
  private final MissOverlap overlap;
  private final LoadDependence loads;

  /** Lines that other walks in steps go over while this one goes over its own. */
  private final double linesBeside;

  private final boolean tiledWalk;

  /** Passes, once they were asked for, as each of the function's other groups does. */
  private double passes = Double.NaN;

  private CellGroup(
      ObjectUse object,
      Movement.Shape shape,
      boolean dense,
      List<Cell> cells,
      MissOverlap overlap,
      double linesBeside) {
    this.object = object;
    this.overlap = overlap;
    this.linesBeside = linesBeside;
    this.loads =
        cells.stream()
            .flatMap(cell -> cell.access().dependence().stream())
            .reduce(LoadDependence.NONE, LoadDependence::plus);
    this.shape = shape;
    this.dense = dense;
    this.cells =
        cells.stream().sorted(Comparator.comparingLong(Cell::accesses).reversed()).toList();
    this.accesses = cells.stream().mapToLong(Cell::accesses).sum();
    this.coldLines = cells.stream().mapToLong(c -> c.access().histograms().line().cold()).sum();
    Memory memory = object.memory();
    lines = memory.emptyHistogram();
    cells.forEach(cell -> lines.add(cell.access().histograms().line()));
    inOrder = goesFromLineToLine();
    misses = new double[memory.caches().size()];
    wasted = new double[misses.length];
    for (int i = 0; i < misses.length; i++) {
      misses[i] = lines.misses(memory.caches().get(i).lines(memory.line()));
      wasted[i] = Math.max(0, misses[i] - unavoidable());
    }
    conflicts = isStrided() ? memory.conflicts(this.cells) : 0;
    tiledWalk = changesColumnInSteps() && isTiled();
  }

  /**
   * Groups a function's accesses to one object by how they move, most waste first.
   *
   * @param overlap how its misses go on beside one another
   */
  static List<CellGroup> of(ObjectUse object, List<Cell> cells, MissOverlap overlap) {
    Map<Walk, List<Cell>> byWalk = new LinkedHashMap<>();
    for (Cell cell : cells) {
      byWalk.computeIfAbsent(Walk.of(cell), w -> new ArrayList<>()).add(cell);
    }
    List<CellGroup> groups = new ArrayList<>();
    List<Cell> dense = new ArrayList<>();
    byWalk.forEach(
        (walk, alike) -> {
          if (isDense(walk, alike)) {
            dense.addAll(alike);
          }
        });
    List<Cell> inner = List.copyOf(dense);
    byWalk.forEach(
        (walk, alike) -> {
          if (isDense(walk, alike)) {
            return;
          }
          if (walk.shape() == Movement.Shape.STEADY && beginsRowsOf(inner, alike)) {
            dense.addAll(alike);
          } else {
            groups.add(new CellGroup(object, walk.shape(), false, alike, overlap, 0));
          }
        });
    if (!dense.isEmpty()) {
      groups.add(new CellGroup(object, Movement.Shape.STEADY, true, dense, overlap, 0));
    }
    groups.sort(Comparator.comparingDouble(CellGroup::waste).reversed());
    return groups;
  }

  /**
   * A function's groups, of which walks in steps know of those that go on in the same loop: they
   * need pages of their own meanwhile.
   */
  static List<CellGroup> besideOneAnother(List<CellGroup> groups) {
    List<CellGroup> strided = groups.stream().filter(CellGroup::isStrided).toList();
    // Who shares a loop depends on instructions only, and one may go to thousands of objects.
    Map<Integer, Map<Integer, List<Walked>>> bySite = new HashMap<>();
    return groups.stream()
        .map(
            group ->
                group.changesColumnInSteps()
                    ? group.beside(
                        bySite.computeIfAbsent(
                            group.leading().access().site(), s -> group.inItsLoop(strided)))
                    : group)
        .toList();
  }

  /** Lines that a walk in steps goes over before it begins again elsewhere, and in the end. */
  private record Walked(double column, double forward) {}

  /** What walks in steps that go on in its leading cell's loop go over, by their object. */
  private Map<Integer, List<Walked>> inItsLoop(List<CellGroup> strided) {
    Map<Integer, List<Walked>> walks = new LinkedHashMap<>();
    for (CellGroup other : strided) {
      if (leading().sharesLoopWith(other.leading())) {
        walks
            .computeIfAbsent(other.object.number(), o -> new ArrayList<>())
            .add(new Walked(other.ownWalkLines(), other.stepsForward()));
      }
    }
    return walks;
  }

  private CellGroup beside(Map<Integer, List<Walked>> others) {
    double columns = columns();
    double sum = 0;
    for (Map.Entry<Integer, List<Walked>> entry : others.entrySet()) {
      if (entry.getKey() != object.number()) {
        double most = 0;
        for (Walked other : entry.getValue()) {
          most = Math.max(most, Math.min(other.column(), other.forward() / columns));
        }
        sum += most;
      }
    }
    return sum == 0 ? this : new CellGroup(object, shape, dense, cells, overlap, sum);
  }

  /** Whether cells that move alike leave hardly a byte out. */
  private static boolean isDense(Walk walk, List<Cell> alike) {
    return walk.shape() == Movement.Shape.STEADY
        && 10 * width(alike) >= 9 * Math.abs(walk.stride());
  }

  /** Whether steps in an outer loop lead to what an inner one goes over, row by row. */
  private static boolean beginsRowsOf(List<Cell> inner, List<Cell> steps) {
    return steps.stream()
        .allMatch(step -> inner.stream().anyMatch(cell -> step.isInLoopAround(cell)));
  }

  /**
   * Groups as one that moves in no way in particular, about the object of the first.
   *
   * @param groups at least one
   */
  static CellGroup together(List<CellGroup> groups) {
    return together(groups.get(0).object, groups);
  }

  /** The same about another object. */
  static CellGroup together(ObjectUse object, List<CellGroup> groups) {
    return new CellGroup(
        object,
        Movement.Shape.IRREGULAR,
        false,
        groups.stream().flatMap(group -> group.cells.stream()).toList(),
        groups.get(0).overlap,
        0);
  }

  /** Bytes that these sites use of each step: all loads' or all stores' together. */
  private static long width(List<Cell> cells) {
    long loads = 0;
    long stores = 0;
    for (Cell cell : cells) {
      if (cell.isLoad()) {
        loads += cell.site().size();
      } else {
        stores += cell.site().size();
      }
    }
    return Math.max(loads, stores);
  }

  ObjectUse object() {
    return object;
  }

  /** Its cells, most accesses first. */
  List<Cell> cells() {
    return cells;
  }

  /** Whether any of its accesses were recorded, so that it is known what they were to. */
  boolean isRecorded() {
    return cells.stream().anyMatch(Cell::isRecorded);
  }

  /** The cell with the most accesses. */
  Cell leading() {
    return cells.get(0);
  }

  /** Bytes of a line. */
  int line() {
    return object.memory().line();
  }

  boolean isSteady() {
    return shape == Movement.Shape.STEADY;
  }

  /** Whether it moves by a steady step and leaves nothing out, or goes from line to line. */
  boolean isDense() {
    return dense || inOrder;
  }

  /** Whether it moves by a steady step that leaves something out. */
  boolean isStrided() {
    return shape == Movement.Shape.STEADY && !dense;
  }

  boolean isIrregular() {
    return shape == Movement.Shape.IRREGULAR && !inOrder;
  }

  /** The step in bytes, signed, 0 for none. */
  long stride() {
    return shape == Movement.Shape.STEADY ? leading().movement().stride() : 0;
  }

  /**
   * Whether a steady walk ends and goes on somewhere between its own steps, as a walk down one
   * column goes on in the next.
   */
  boolean changesColumn() {
    return columns() > 0;
  }

  /** How often it does, at least. */
  long columns() {
    return leading().access().strides().stream()
        .filter(step -> step.bytes() % stride() != 0)
        .mapToLong(StrideShare::count)
        .sum();
  }

  /**
   * Whether a walk in steps comes back to the words of its lines while these are in the smallest
   * cache, as a tiled one does: it misses about as often as a walk word by word.
   */
  boolean usesWholeLines() {
    double bytes = cells.stream().mapToDouble(c -> (double) c.accesses() * c.site().size()).sum();
    return misses[0] * object.memory().line() <= WHOLE_LINES * bytes;
  }

  /**
   * Whether a walk in steps is tiled: it uses whole lines, and goes over half of the rows at most
   * before it begins again elsewhere.
   */
  boolean isTiled() {
    double rows = (double) object.touchedBytes() / Math.max(1, Math.abs(stride()));
    return usesWholeLines() && 2 * ownWalkLines() <= rows;
  }

  /** Whether it is in nested loops; true where nothing is known of loops. */
  boolean isNested() {
    return leading().nest().size() != 1;
  }

  /** Whether its own function walks in nested loops; true where loops were not looked for. */
  boolean isInOwnNest() {
    return !leading().hasLoops() || leading().nest().size() > 1;
  }

  /** Whether several of its sites may use the same bytes of a step, as those of a stencil do. */
  boolean mayOverlap() {
    long loads = cells.stream().filter(Cell::isLoad).count();
    return loads > 1 || cells.size() - loads > 1;
  }

  /** Bytes used of each step, at most. */
  long width() {
    return width(cells);
  }

  long accesses() {
    return accesses;
  }

  long coldLines() {
    return coldLines;
  }

  boolean onlyStores() {
    return cells.stream().noneMatch(Cell::isLoad);
  }

  /** Misses of each cache. */
  double[] misses() {
    return misses.clone();
  }

  /** Share of its accesses that miss a cache. */
  double missRatio(int level) {
    return accesses == 0 ? 0 : misses[level] / accesses;
  }

  /** Misses of lines that are touched for the first time, as far as these are ever used. */
  double unavoidable() {
    return coldLines * object.usedOfLine();
  }

  /** Accesses that the smallest cache would keep if its lines could lie anywhere in it. */
  double conflicts() {
    return conflicts;
  }

  /** Waste in accesses, conflicts included. */
  double waste() {
    double sum = conflicts;
    for (double level : wasted) {
      sum += level;
    }
    return sum / wasted.length;
  }

  /** Whether it wastes enough to be named where a problem is about another group. */
  boolean isWorthNamingWith(CellGroup most) {
    return waste() >= WORTH_NAMING * most.waste();
  }

  /** How its accesses follow one another, unless a rule knows more. */
  Manner manner() {
    if (isStrided()) {
      return Manner.STRIDED;
    }
    return isDense() && !hasShortRuns() ? Manner.STREAMED : Manner.OVERLAPPED;
  }

  /**
   * Whether it takes steps of many lengths, or mostly stays where it is, but goes on from line to
   * line, as copies of pieces do that are put one behind the other, and merges. What jumps to lines
   * that other accesses have just brought is none of these.
   */
  private boolean goesFromLineToLine() {
    long[] strides = lines.strides();
    long moves = lines.accesses() - strides[0];
    return shape != Movement.Shape.STEADY
        && !object.isOnStack()
        && moves > 0
        && leading().staysNear()
        && SHORT_RUN * (moves - strides[1]) <= moves;
  }

  /**
   * Bytes that a dense walk goes on before it jumps to a place that none of its commonest steps
   * leads to; the largest number if it never does.
   */
  long runBytes() {
    Movement movement = leading().movement();
    return movement.jumps() == 0 || inOrder
        ? Long.MAX_VALUE
        : Math.round(Math.abs(movement.stride()) / movement.jumps());
  }

  /** How often it jumps to such a place. */
  double jumps() {
    return inOrder ? 0 : leading().movement().jumps() * leading().accesses();
  }

  /**
   * Whether a walk from line to line goes from one short piece of memory to another, in no order.
   */
  boolean hasShortRuns() {
    return (dense || isFiner()) && runBytes() <= (long) SHORT_RUN * line();
  }

  /** Whether its steps leave something out, but no line. */
  private boolean isFiner() {
    return isStrided() && Math.abs(stride()) < line();
  }

  /**
   * The share of its loads' misses that wait for another miss, 0..1; 0 if none of them has to be
   * waited for, as where each line is next to one just used. Empty where that was not measured.
   */
  OptionalDouble waiting() {
    if (cells.stream().allMatch(cell -> cell.access().dependence().isEmpty())) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(loads.missed() == 0 ? 0 : loads.chainedShare());
  }

  /** Estimated nanoseconds of its accesses. */
  double nanoseconds(Manner manner) {
    double issued = cells.stream().mapToDouble(Cell::issued).sum();
    return issued * object.memory().times().hit() + penalty(manner);
  }

  /** Estimated nanoseconds that they take longer than if they all hit the smallest cache. */
  double penalty(Manner manner) {
    boolean overlaps =
        manner == Manner.PARTLY_DEPENDENT || (manner == Manner.OVERLAPPED && isIrregular());
    double all = object.memory().penalty(manner, walk(), lines);
    if (manner == Manner.STRIDED && isFiner()) {
      // The next line comes while this one is used.
      double hits = (accesses - misses[0]) * object.memory().times().hit();
      return Math.max(Math.min(all, penalty(Manner.STREAMED)), all - hits);
    }
    if (!overlaps || !overlap.waits(loads)) {
      return all;
    }
    // A store has not to be waited for, wherever its address comes from.
    LocalityHistogram loaded = object.memory().emptyHistogram();
    cells.stream().filter(Cell::isLoad).forEach(c -> loaded.add(c.access().histograms().line()));
    double independent = object.memory().penalty(manner, walk(), loaded);
    double dependent = object.memory().penalty(Manner.DEPENDENT, walk(), loaded);
    double longest = object.memory().longest(loaded, overlap.first() * loads.missed());
    double share = overlap.share(loads, dependent, independent, longest);
    return all + share * (dependent - independent);
  }

  private StepWalk walk() {
    double own = ownWalkLines();
    return new StepWalk(stride(), own, own + linesBeside, operation());
  }

  /** What it does to each place: of loads and stores both where these are as many, or nearly. */
  private Operation operation() {
    long stores = cells.stream().filter(cell -> !cell.isLoad()).mapToLong(Cell::accesses).sum();
    if (stores == accesses) {
      return Operation.WRITE;
    }
    return UPDATED * stores >= accesses ? Operation.UPDATE : Operation.READ;
  }

  private boolean changesColumnInSteps() {
    return isStrided() && changesColumn();
  }

  /**
   * Lines that a steady walk goes over before it begins again elsewhere; infinite if never. Steps
   * back, as those of a stencil's rows, do not end it.
   */
  private double ownWalkLines() {
    double others = 1 - leading().movement().share();
    return changesColumnInSteps() && others > 0
        ? Math.max(1 / others, stepsForward() / columns())
        : Double.POSITIVE_INFINITY;
  }

  /** How many steps its busiest site is ahead in the end, if all columns were one. */
  private double stepsForward() {
    return Math.abs(
        leading().access().strides().stream()
            .filter(step -> step.bytes() % stride() == 0)
            .mapToLong(step -> step.count() * (step.bytes() / stride()))
            .sum());
  }

  /** Whether it walks through the columns of a tile, and then of the next one. */
  boolean isTiledWalk() {
    return tiledWalk;
  }

  /**
   * Estimated nanoseconds that its accesses take for nothing: all but what they take when they hit
   * the smallest cache, and each line that must be fetched once is fetched ahead. A tiled walk uses
   * each line as long as it is there, and wastes what its conflicts cost only.
   */
  double wastedNanoseconds(Manner manner) {
    if (isTiledWalk()) {
      return conflicts == 0
          ? 0
          : penalty(manner) - object.memory().penalty(manner, walk().inAllSets(), lines);
    }
    return Math.max(0, penalty(manner) - unavoidableNanoseconds());
  }

  /**
   * Estimated nanoseconds that tiles would save: each line is fetched once in each pass then, but
   * in pieces, so that this takes as long as before.
   */
  double savedByTiles() {
    double bytes = cells.stream().mapToDouble(Cell::bytes).sum();
    long once = Math.round(bytes / object.memory().line());
    LocalityHistogram others = object.memory().emptyHistogram();
    long[] reuse = lines.reuse();
    once -= lines.cold();
    for (int i = reuse.length - 1; i >= 1; i--) {
      long farthest = Math.max(0, Math.min(once, reuse[i]));
      once -= farthest;
      others.addReuse(i, reuse[i] - farthest);
    }
    return object.memory().penalty(Manner.STRIDED, walk(), others);
  }

  /** Estimated nanoseconds that only fetch each line once. */
  double unavoidableNanoseconds() {
    return unavoidable() * object.memory().firstTouch(Manner.STREAMED, 0);
  }

  /** Misses of the smallest cache that could be avoided. */
  double wastedOfFirst() {
    return wasted[0];
  }

  /** The largest cache of which at least half as much is wasted as of the smallest. */
  int reach() {
    int reach = 0;
    for (int i = 1; i < wasted.length; i++) {
      reach = 2 * wasted[i] >= wasted[0] ? i : reach;
    }
    return reach;
  }

  /** Bytes of lines between two touches of a line, the median of those that miss; 0 for none. */
  long distance() {
    long[] reuse = lines.reuse();
    int first = Long.SIZE - Long.numberOfLeadingZeros(object.memory().firstLines());
    long far = 0;
    for (int i = first; i < reuse.length; i++) {
      far += reuse[i];
    }
    long seen = 0;
    for (int i = first; i < reuse.length; i++) {
      seen += reuse[i];
      if (2 * seen >= far && far > 0) {
        // Entry 1 + k holds distances of 2^k and more.
        return (1L << (i - 1)) * object.memory().line();
      }
    }
    return 0;
  }

  /** Whether it is all that is done with what was filled before: nothing else loads it again. */
  boolean isOnlyUse() {
    return isDense()
        && !hasShortRuns()
        && !onlyStores()
        && 2 * coldLines < misses[0]
        && !object.isTemporary()
        && object.fetches() <= NEARLY_ONCE * object.bytesOfPass() / object.memory().line()
        && passes() <= NEARLY_ONCE;
  }

  /** How often a loop goes over what was ever touched of the object, or over each of its blocks. */
  double passes() {
    if (Double.isNaN(passes)) {
      passes = passes(Optional.empty()).values().stream().mapToDouble(p -> p).max().orElse(0);
    }
    return passes;
  }

  /** Whether it goes over the object several times. */
  boolean isRepeated() {
    return passes() >= SEVERAL;
  }

  /** Whether two counts are about the same. */
  static boolean isAlike(double one, double other) {
    return one <= SEVERAL * other && other <= SEVERAL * one;
  }

  /** The same of all its loops that go over the object one after the other. */
  double passesOfAllLoops() {
    return passes(repeating()).values().stream().mapToDouble(p -> p).sum();
  }

  /** The innermost loop of which each round goes over the object once. */
  Optional<CodeLoop> repeating() {
    double passes = visits(leading());
    return leading().nest().stream().filter(loop -> isAlike(loop.rounds(), passes)).findFirst();
  }

  /** Passes by the loop just inside another one. */
  private Map<Optional<CodeLoop>, Double> passes(Optional<CodeLoop> around) {
    return cells.stream()
        .collect(
            Collectors.groupingBy(
                cell -> cell.loopWithin(around),
                Collectors.collectingAndThen(Collectors.toList(), this::passesOf)));
  }

  /**
   * Sites of one loop may share a pass, as those of a copy do that goes over several pages at once,
   * or those of an unrolled loop, and those of a loop over a part of the object make a part of a
   * pass.
   */
  private double passesOf(List<Cell> ofLoop) {
    double most = 0;
    double alone = 0;
    double parts = 0;
    for (Cell cell : ofLoop) {
      most = Math.max(most, visits(cell));
      alone = Math.max(alone, alone(cell));
      parts += passesBy(cell, cell.site().size()) / Math.max(Double.MIN_VALUE, visits(cell));
    }
    return Math.max(alone, most * Math.min(1, parts));
  }

  /** How often a site comes to each place where it is. */
  private double visits(Cell cell) {
    double blocks = (double) object.bytesOfPass() / Math.max(1, object.touchedBytes());
    return cell.visits().isEmpty() ? alone(cell) : cell.visits().getAsDouble() / blocks;
  }

  /**
   * Passes of a site if it goes over all of the object: no more than its visits, since of what is
   * accessed by vectors only the first words are known as touched.
   */
  private double alone(Cell cell) {
    double all = passesBy(cell, advance(cell));
    return cell.visits().isEmpty() ? all : Math.min(all, visits(cell));
  }

  private double passesBy(Cell cell, double bytes) {
    return cell.accesses() * bytes / Math.max(1, bytesOfPass());
  }

  /**
   * Bytes that one of its passes goes over: those of the object, or of one that has grown what the
   * sites of its busiest loop touched, since the blocks that it had before are gone.
   */
  long bytesOfPass() {
    return object.hasGrown()
        ? cells.stream()
            .filter(cell -> cell.visits().isPresent() && cell.loop().equals(leading().loop()))
            .mapToLong(cell -> Math.min(bytesTouched(cell), object.touchedBytes()))
            .max()
            .orElse(object.touchedBytes())
        : object.bytesOfPass();
  }

  /** Bytes that a site went over, if it went over all that its steps lead across. */
  private long bytesTouched(Cell cell) {
    return Math.round(cell.accesses() * advance(cell) / cell.visits().getAsDouble());
  }

  /** Bytes that an access of a site leaves behind. */
  private double advance(Cell cell) {
    return dense ? Math.abs(cell.movement().stride()) : cell.site().size();
  }

  /** What one of its passes goes over, for people. */
  String textOfPass() {
    return object.hasGrown() ? object.textOfPart(bytesOfPass()) : object.textOfPass();
  }
}
