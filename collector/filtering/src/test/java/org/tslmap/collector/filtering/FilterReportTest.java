package org.tslmap.collector.filtering;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Verdicts and drifts in all formats, worked out by hand. */
class FilterReportTest {
  private static final FilterAdvice ADVICE =
      new FilterAdvice(
          4_000_000,
          List.of(
              new FunctionVerdict(
                  "get(int, int)",
                  "/home/me/app",
                  "set.cc",
                  OptionalLong.of(1_500_000),
                  3_000_000,
                  0.75,
                  0.001,
                  0.0005,
                  OptionalLong.of(1 << 20),
                  true,
                  "harmless"),
              new FunctionVerdict(
                  "probe",
                  "/home/me/app",
                  "",
                  OptionalLong.empty(),
                  1_000_000,
                  0.25,
                  0.5,
                  0.02,
                  OptionalLong.empty(),
                  false,
                  "wastes 50.0 % of its accesses")));

  private static final FilterDrift DRIFT =
      new FilterDrift(
          row("whole", 4_000_000, 1, 0.5),
          row("recorded alone", 1_000_000, 0.25, 0.25),
          List.of(row("probe", 990_000, 0.2475, 0.53125), row("seldom", 10_000, 0.0025, 0.53125)));

  private static FilterDrift.Row row(String name, long accesses, double share, double wordTl) {
    return new FilterDrift.Row(
        name, accesses, share, List.of(0.5, 0.25, 0.75, 0.125), List.of(wordTl, 0.25, 0.75, 0.125));
  }

  private static String text(FilterReport report) {
    StringWriter text = new StringWriter();
    report.text(new PrintWriter(text));
    return text.toString();
  }

  private static String csv(FilterReport report) {
    StringWriter text = new StringWriter();
    report.csv(new PrintWriter(text));
    return text.toString();
  }

  @Test
  void verdicts() {
    FilterReport all = new FilterReport(ADVICE, Optional.empty(), 10);
    assertEquals(
        """
        function        calls  accesses  share  waste     time     saves  verdict  reason
        get(int, int)  1.50 M    3.00 M  75.0%   0.1%   500 us  1.00 MiB  count    harmless
        probe               -    1.00 M  25.0%  50.0%  20.0 ms         -  keep     wastes 50.0 % of its accesses
        1 function with 75.0% of all accesses can be counted
        """,
        text(all));
    assertEquals(
        """
        function,object,file,calls,accesses,share,waste,seconds,savedBytes,verdict,reason
        "get(int, int)",/home/me/app,set.cc,1500000,3000000,0.750000000,0.001000000,0.000500000,1048576,count,harmless
        probe,/home/me/app,,,1000000,0.250000000,0.500000000,0.020000000,,keep,wastes 50.0 % of its accesses
        """,
        csv(all));
    String first = text(new FilterReport(ADVICE, Optional.empty(), 1));
    assertEquals("and 1 function more (--top)", first.lines().toList().get(2));
  }

  @Test
  void drifts() throws IOException {
    FilterReport report = new FilterReport(ADVICE, Optional.of(DRIFT), 10);
    assertEquals(
        """
        function        accesses   share  word TL    drift  word SL    drift  line TL    drift  line SL    drift
        whole             4.00 M  100.0%   0.5000  +0.0000   0.2500  +0.0000   0.7500  +0.0000   0.1250  +0.0000
        recorded alone    1.00 M   25.0%   0.2500  -0.2500   0.2500  +0.0000   0.7500  +0.0000   0.1250  +0.0000
        probe              990 k   24.8%   0.5313  +0.0313   0.2500  +0.0000   0.7500  +0.0000   0.1250  +0.0000  context lost
        seldom            10.0 k    0.3%   0.5313  +0.0313   0.2500  +0.0000   0.7500  +0.0000   0.1250  +0.0000
        """,
        text(report));
    assertEquals(
        """
        row,function,accesses,share,wordTl,wordTlDrift,wordSl,wordSlDrift,lineTl,lineTlDrift,lineSl,lineSlDrift,contextLost
        whole,whole,4000000,1.000000000,0.500000000,0.000000000,0.250000000,0.000000000,0.750000000,0.000000000,0.125000000,0.000000000,
        """,
        csv(report).lines().limit(2).map(line -> line + "\n").collect(Collectors.joining()));
    StringWriter json = new StringWriter();
    report.json(new PrintWriter(json));
    assertEquals(
        List.of("\"contextLost\" : true", "\"contextLost\" : false"),
        json.toString()
            .lines()
            .map(String::strip)
            .filter(line -> line.startsWith("\"contextLost\""))
            .toList());
  }
}
