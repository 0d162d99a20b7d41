package org.tslmap.collector.pictures;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.LongStream;
import org.tslmap.collector.density.AccessSelection;
import org.tslmap.collector.names.NamePattern;
import org.tslmap.collector.wire.Site;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.profile.AccessKind;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SiteProfile;

/**
 * Accesses to data of a name: by their addresses if the data has a fixed place, otherwise by the
 * sites that touch it, as long as these touch nothing else.
 */
final class DataSelection {

  private record Place(long instruction, int index, boolean store) {}

  private final long[] memory;
  private final Set<Place> places = new HashSet<>();

  private DataSelection(List<ProcessProfile> processes, NamePattern pattern)
      throws NothingToDrawException {
    List<DataObject> found = new ArrayList<>();
    for (ProcessProfile process : processes) {
      process.attribution().objects().stream().filter(pattern::matches).forEach(found::add);
    }
    if (found.isEmpty()) {
      throw new NothingToDrawException(
          "the run has no data of the name %s; see tslmap report".formatted(pattern));
    }
    if (found.stream().allMatch(object -> object.address() != 0 && object.bytes() > 0)) {
      memory =
          found.stream()
              .distinct()
              .flatMapToLong(
                  object -> LongStream.of(object.address(), object.address() + object.bytes()))
              .toArray();
      return;
    }
    memory = AccessSelection.ALL_MEMORY;
    for (ProcessProfile process : processes) {
      addPlaces(process, pattern);
    }
  }

  static DataSelection of(List<ProcessProfile> processes, NamePattern pattern)
      throws NothingToDrawException {
    return new DataSelection(processes, pattern);
  }

  private void addPlaces(ProcessProfile process, NamePattern pattern)
      throws NothingToDrawException {
    long[] toData = new long[process.sites().size()];
    for (DataAccess access : process.attribution().accesses()) {
      if (pattern.matches(process.attribution().objects().get(access.object()))) {
        toData[access.site()] += access.accesses();
      }
    }
    for (int i = 0; i < toData.length; i++) {
      SiteProfile site = process.sites().get(i);
      if (toData[i] > 0 && toData[i] < site.accesses()) {
        throw new NothingToDrawException(
            "%s has no fixed address, and the function %s also accesses other data where it accesses this, so address-time cannot tell them apart; name a function with --fn"
                .formatted(pattern, process.functionOf(site).name()));
      }
      if (toData[i] > 0) {
        places.add(new Place(site.instruction(), site.index(), site.kind() == AccessKind.STORE));
      }
    }
  }

  /** Pairs of first addresses and addresses after the last. */
  long[] memory() {
    return memory;
  }

  /** The sites; all of them if addresses decide. */
  IntPredicate sites(SymbolTables symbols) {
    if (memory.length > 0) {
      return site -> true;
    }
    return number -> {
      Site site = symbols.site(number);
      return places.contains(new Place(site.instruction(), site.index(), site.store()));
    };
  }
}
