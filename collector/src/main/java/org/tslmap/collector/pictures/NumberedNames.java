package org.tslmap.collector.pictures;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.tslmap.collector.wire.HeapEvent;
import org.tslmap.collector.wire.Mapping;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.plots.AddressTimeDensity;
import org.tslmap.plots.MemoryNames;

/**
 * Numbers what has a name in common: a few large heap blocks allocated by one call, or a few large
 * pieces of memory that were mapped without a file, in the order in which they came. All of a large
 * heap block has one name, whoever touched parts of it last.
 */
final class NumberedNames implements MemoryNames {

  /** More than so many of one name are not numbered. */
  private static final int MOST = 9;

  /** A piece is large if it has this share of what the picture shows. */
  private static final double LARGE = 0.005;

  private static final int NOT_ONE = -1;

  /** Where a piece lies. */
  private record Piece(long start, long end) {}

  private final long[] starts;
  private final String[] names;

  NumberedNames(MemoryNames plain, AddressTimeDensity density, SymbolTables symbols) {
    long bytes = density.blockBytes();
    long[] blocks = density.touchedBlocks();
    List<Piece> pieces = pieces(symbols);
    int heap = symbols.largestHeapBlocks().size();
    starts = Arrays.stream(blocks).map(block -> block * bytes).toArray();
    names = new String[blocks.length];
    int[] pieceOf = new int[blocks.length];
    for (int i = 0; i < blocks.length; i++) {
      names[i] = plain.nameOf(starts[i], bytes, density.lastSite(blocks[i]));
      int piece = largestAt(pieces, 0, heap, starts[i], bytes);
      if (piece == NOT_ONE && names[i].equals(MappedNames.ANONYMOUS)) {
        piece = largestAt(pieces, heap, pieces.size(), starts[i], bytes);
      }
      pieceOf[i] = piece;
    }
    Map<Integer, Map<String, Integer>> found = new HashMap<>();
    for (int i = 0; i < blocks.length; i++) {
      if (pieceOf[i] != NOT_ONE) {
        found.computeIfAbsent(pieceOf[i], any -> new HashMap<>()).merge(names[i], 1, Integer::sum);
      }
    }
    Map<Integer, String> named = numbered(found, LARGE * blocks.length);
    for (int i = 0; i < blocks.length; i++) {
      names[i] = named.getOrDefault(pieceOf[i], names[i]);
    }
  }

  /** Heap blocks, then mappings, each in the order in which they came. */
  private static List<Piece> pieces(SymbolTables symbols) {
    List<Piece> pieces = new ArrayList<>();
    for (HeapEvent block : symbols.largestHeapBlocks()) {
      pieces.add(new Piece(block.address(), block.address() + block.bytes()));
    }
    for (Mapping mapping : symbols.mappings()) {
      if (mapping.mapped() && mapping.path().isEmpty()) {
        pieces.add(new Piece(mapping.start(), mapping.start() + mapping.bytes()));
      }
    }
    return pieces;
  }

  /** The one with most of a block of memory; of several with as much the last. */
  private static int largestAt(List<Piece> pieces, int from, int to, long start, long bytes) {
    int best = NOT_ONE;
    long most = 1;
    for (int i = from; i < to; i++) {
      Piece piece = pieces.get(i);
      long overlap = Math.min(piece.end(), start + bytes) - Math.max(piece.start(), start);
      if (overlap >= most) {
        most = overlap;
        best = i;
      }
    }
    return best;
  }

  /** Names by piece: what most blocks of a piece are called, and a number if it is one of a few. */
  private static Map<Integer, String> numbered(
      Map<Integer, Map<String, Integer>> found, double large) {
    Map<Integer, String> named = new HashMap<>();
    Map<String, List<Integer>> ofName = new HashMap<>();
    found.forEach(
        (piece, names) -> {
          String name = mostFrequent(names);
          named.put(piece, name);
          if (names.values().stream().mapToInt(Integer::intValue).sum() >= large) {
            ofName.computeIfAbsent(name, any -> new ArrayList<>()).add(piece);
          }
        });
    ofName.forEach(
        (name, pieces) -> {
          if (pieces.size() > 1 && pieces.size() <= MOST && !name.isEmpty()) {
            pieces.sort(Comparator.naturalOrder());
            for (int i = 0; i < pieces.size(); i++) {
              named.put(pieces.get(i), name + " #" + (i + 1));
            }
          }
        });
    return named;
  }

  /** What an allocation is called says more than that memory was mapped. */
  private static String mostFrequent(Map<String, Integer> names) {
    return names.entrySet().stream()
        .max(
            Comparator.comparing(
                    (Map.Entry<String, Integer> one) ->
                        !one.getKey().isEmpty() && !one.getKey().equals(MappedNames.ANONYMOUS))
                .thenComparing(Map.Entry::getValue)
                .thenComparing(Map.Entry::getKey))
        .map(Map.Entry::getKey)
        .orElse("");
  }

  @Override
  public String nameOf(long start, long bytes, int site) {
    int at = Arrays.binarySearch(starts, start);
    return at < 0 ? "" : names[at];
  }
}
