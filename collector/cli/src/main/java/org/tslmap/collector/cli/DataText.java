package org.tslmap.collector.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import org.tslmap.collector.debuginfo.Member;
import org.tslmap.collector.lookup.DataQuery;
import org.tslmap.collector.lookup.MemberAccesses;
import org.tslmap.collector.lookup.WordHistory;
import org.tslmap.collector.memory.MemoryRange;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;

/** What {@code tslmap data} finds, for people. */
record DataText(PrintWriter out) implements DataOutput {

  @Override
  public void note(String note) {
    out.println(note);
  }

  @Override
  public void process(long pid, boolean several) {
    if (several) {
      out.println("process " + pid + ":");
    }
  }

  @Override
  public void range(
      MemoryRange range,
      DataQuery query,
      List<String> allocation,
      List<MemberAccesses.Count> members) {
    StringBuilder text = new StringBuilder(range.kind().label()).append(' ').append(range.name());
    if (!range.origin().function().isEmpty()) {
      text.append(" in ").append(range.origin().function());
    }
    if (!range.origin().type().text().isEmpty()) {
      text.append(", ").append(range.origin().type().text());
    }
    if (range.kind() == DataClass.THREAD_LOCAL) {
      text.append(", of thread ").append(range.thread());
    }
    out.println(text);
    out.println("  " + place(range.start(), range.bytes()));
    if (query instanceof DataQuery.At address) {
      long offset = address.address() - range.start();
      out.println("  the address is byte %,d of it%s".formatted(offset, part(range, offset)));
    }
    declared(range.origin().file(), range.origin().line(), range.origin().object());
    allocated(allocation);
    out.println("  " + time(range));
    members.forEach(this::member);
  }

  @Override
  public void leftOut(int shown, int all) {
    more("", shown, all);
  }

  private void more(String indent, int shown, int all) {
    if (shown < all) {
      out.println("%s... and %d more (--top %d shows all)".formatted(indent, all - shown, all));
    }
  }

  @Override
  public void owners(long word, String among, List<WordHistory.Owner> owners, int all) {
    out.println("what accesses to its 8 bytes from 0x%x on belong to%s:".formatted(word, among));
    for (WordHistory.Owner owner : owners) {
      DataObject object = owner.object();
      out.println(
          "  %s %s%s: %,d accesses"
              .formatted(
                  object.kind().label(),
                  object.label(),
                  object.type().isEmpty() ? "" : ", " + object.type(),
                  owner.accesses()));
    }
    more("  ", owners.size(), all);
  }

  private void member(MemberAccesses.Count count) {
    out.println(
        "  %s, %s: %,d loads, %,d stores"
            .formatted(count.member(), count.type(), count.loads(), count.stores()));
  }

  private static String part(MemoryRange range, long offset) {
    Optional<Member> part = range.origin().part(offset).filter(found -> !found.path().isEmpty());
    return part.map(
            found ->
                found.offset() == 0
                    ? ": %s%s, %s".formatted(range.name(), found.path(), found.type())
                    : ": byte %d of %s%s, %s"
                        .formatted(found.offset(), range.name(), found.path(), found.type()))
        .orElse("");
  }

  private static String place(long start, long bytes) {
    return "at 0x%x to 0x%x, %,d bytes".formatted(start, start + Math.max(1, bytes) - 1, bytes);
  }

  private void declared(String file, int line, String object) {
    String place = line > 0 ? file + ":" + line : file;
    if (!place.isEmpty() || !object.isEmpty()) {
      out.println(
          "  "
              + (place.isEmpty() ? "" : "declared in " + place)
              + (place.isEmpty() || object.isEmpty() ? "" : ", ")
              + (object.isEmpty() ? "" : "part of " + object));
    }
  }

  private void allocated(List<String> path) {
    if (!path.isEmpty()) {
      out.println("  allocated by " + String.join(", called by ", path));
    }
  }

  private static String time(MemoryRange range) {
    if (range.until() == MemoryRange.TO_THE_END) {
      return range.from() == 0
          ? "there from the first access to the last"
          : "there from access %,d to the last".formatted(range.from());
    }
    return "there from access %,d to %,d".formatted(range.from(), range.until());
  }

  @Override
  public void object(DataObject object, long accesses, long pid, DataQuery query, boolean alone) {
    out.println(
        "%s %s: %,d accesses in process %d"
            .formatted(object.kind().label(), object.name(), accesses, pid));
    if (alone && object.address() != 0) {
      out.println("  " + place(object.address(), object.bytes()));
      if (query instanceof DataQuery.At address) {
        out.println(
            "  the address is byte %,d of it".formatted(address.address() - object.address()));
      }
    } else if (object.instances() > 1) {
      out.println(
          "  %,d of them, the largest of %,d bytes".formatted(object.instances(), object.bytes()));
    }
    if (alone || object.address() == 0) {
      declared(object.file(), object.line(), object.object());
    }
    allocated(object.path());
  }

  @Override
  public void close() {
    out.flush();
  }
}
