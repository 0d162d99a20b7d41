package org.tslmap.collector.filtering;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.tslmap.locality.profile.CallNode;
import org.tslmap.locality.profile.CountingLimits;
import org.tslmap.locality.profile.FunctionProfile;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;

/**
 * How much a function did in a run, recorded or counted. Functions of one name are one, since rules
 * cannot tell them apart.
 *
 * @param name which
 * @param calls how often it was called; empty where calls are not known
 * @param accesses that its own instructions made
 */
public record FunctionCount(String name, OptionalLong calls, long accesses) {

  /** All functions of a run, by name. */
  public static Map<String, FunctionCount> of(LocalityProfile profile) {
    Map<String, Long> accesses = new HashMap<>();
    for (FunctionProfile function : profile.merged().functions()) {
      accesses.merge(function.function().name(), function.accesses(), Long::sum);
    }
    Map<String, Long> calls = new HashMap<>();
    for (ProcessProfile process : profile.processes()) {
      for (CallNode node : process.attribution().calls()) {
        if (node.function() >= 0) {
          calls.merge(process.functions().get(node.function()).name(), node.calls(), Long::sum);
        }
      }
    }
    Map<String, FunctionCount> counts = new HashMap<>();
    accesses.forEach(
        (name, made) ->
            counts.put(
                name,
                new FunctionCount(
                    name,
                    calls.containsKey(name)
                        ? OptionalLong.of(calls.get(name))
                        : OptionalLong.empty(),
                    made)));
    return counts;
  }

  /** Whether rules can name it: code without a symbol, in no known object file, has no name. */
  public boolean isNamed() {
    return CountingLimits.isNamed(name);
  }
}
