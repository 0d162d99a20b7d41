package org.tslmap.collector.pictures;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import org.tslmap.collector.lookup.ProfiledData;
import org.tslmap.collector.names.NamePattern;
import org.tslmap.collector.selection.Selection;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SiteProfile;

/**
 * Accesses to data of a name: by their addresses if the data has a fixed place, otherwise by the
 * sites that touch it, as long as these touch nothing else.
 */
final class DataPlaces {

  private final List<Selection.Region> memory;
  private final Set<ProfiledData.Place> places = new HashSet<>();

  private DataPlaces(List<ProcessProfile> processes, Selection selection)
      throws NothingToDrawException {
    List<DataObject> found = new ArrayList<>();
    for (ProcessProfile process : processes) {
      process.attribution().objects().stream().filter(selection::hasData).forEach(found::add);
    }
    if (found.isEmpty()) {
      throw new NothingToDrawException(
          "the run has no data of the name %s; see tslmap report".formatted(names(selection)));
    }
    if (found.stream().allMatch(object -> object.address() != 0 && object.bytes() > 0)) {
      memory =
          found.stream()
              .distinct()
              .map(object -> new Selection.Region(object.name(), object.address(), object.bytes()))
              .toList();
      return;
    }
    memory = List.of();
    for (ProcessProfile process : processes) {
      addPlaces(process, selection);
    }
  }

  static DataPlaces of(List<ProcessProfile> processes, Selection selection)
      throws NothingToDrawException {
    return new DataPlaces(processes, selection);
  }

  private void addPlaces(ProcessProfile process, Selection selection)
      throws NothingToDrawException {
    long[] toData = new long[process.sites().size()];
    for (DataAccess access : process.attribution().accesses()) {
      if (selection.hasData(process.attribution().objects().get(access.object()))) {
        toData[access.site()] += access.accesses();
      }
    }
    for (int i = 0; i < toData.length; i++) {
      SiteProfile site = process.sites().get(i);
      if (toData[i] > 0 && toData[i] < site.accesses()) {
        throw new NothingToDrawException(
            "%s has no fixed address, and the function %s also accesses other data where it accesses this, so address-time cannot tell them apart; name a function with --fn"
                .formatted(names(selection), process.functionOf(site).name()));
      }
      if (toData[i] > 0) {
        places.add(ProfiledData.Place.of(site));
      }
    }
  }

  private static String names(Selection selection) {
    return selection.data().stream().map(NamePattern::text).collect(Collectors.joining(" or "));
  }

  /** Where the data is; empty if sites decide. */
  List<Selection.Region> memory() {
    return memory;
  }

  /** The sites; all of them if addresses decide. */
  IntPredicate sites(SymbolTables symbols) {
    if (!memory.isEmpty()) {
      return site -> true;
    }
    return site -> places.contains(ProfiledData.Place.of(symbols.site(site)));
  }
}
