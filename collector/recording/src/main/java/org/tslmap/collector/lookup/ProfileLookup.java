package org.tslmap.collector.lookup;

import java.util.List;
import java.util.stream.IntStream;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.ProcessProfile;

/** Finds data in a profile, which knows places of variables only, and of those that were used. */
public final class ProfileLookup {

  private ProfileLookup() {}

  /**
   * The data objects of a process that are looked for, by a place they have or by their names.
   *
   * @return indexes into {@link org.tslmap.locality.profile.Attribution#objects}
   */
  public static List<Integer> find(ProcessProfile process, DataQuery query) {
    List<DataObject> objects = process.attribution().objects();
    return IntStream.range(1, objects.size())
        .filter(number -> isWanted(objects.get(number), query))
        .boxed()
        .toList();
  }

  private static boolean isWanted(DataObject object, DataQuery query) {
    boolean hasPlace = object.address() != 0 && object.bytes() > 0;
    return (hasPlace || query instanceof DataQuery.Named)
        && query.wants(object.name(), object.address(), object.bytes());
  }
}
