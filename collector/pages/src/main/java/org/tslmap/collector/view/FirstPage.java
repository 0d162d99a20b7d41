package org.tslmap.collector.view;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.tslmap.collector.hotspots.HotspotJson;
import org.tslmap.collector.hotspots.HotspotSettings;
import org.tslmap.collector.hotspots.Hotspots;
import org.tslmap.collector.report.JsonReport;
import org.tslmap.collector.report.Report;
import org.tslmap.collector.report.RowSelection;
import org.tslmap.collector.session.RunNotices;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.locality.profile.WholeFile;

/**
 * What the first page of a run shows. Of a large profile it is kept beside it, so that the page
 * need not wait until the profile is read and added up.
 *
 * <p>The file is a ZIP archive of the answers. Its comment is a digest of all that they follow
 * from: the profile (by its length and its end, which holds its checksum), the run's description,
 * what hotspots are weighed with, and the program that computes them. When one of these is another
 * one, the file counts for nothing.
 */
public final class FirstPage {

  /** Smaller profiles are read in less than half a second. */
  static final long LARGE_BYTES = 4L << 20;

  /**
   * Functions in the report, whose tables have all of them: those that pages offer to choose from.
   */
  private static final int MOST_FUNCTIONS = 100;

  /** No answer is longer, unless somebody made it to be. */
  private static final int MOST_BYTES = 64 << 20;

  /** More than a profile's checksum takes at its end. */
  private static final int END_BYTES = 256;

  /** Refuses what follows the object. */
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private static final String SUMMARY = "summary.json";
  private static final String REPORT = "report.json";
  private static final String HOTSPOTS = "hotspots.json";

  private final String summary;
  private final Answer report;
  private final Answer hotspots;

  /**
   * A first page.
   *
   * @param summary what the list of runs says of it, as {@link RunSummary#of}
   * @param report what {@code tslmap report --top 100 --format json} prints, as an overview
   * @param hotspots what {@code tslmap hotspots --format json} prints, or why there is none
   */
  FirstPage(String summary, Answer report, Answer hotspots) {
    this.summary = summary;
    this.report = report;
    this.hotspots = hotspots;
  }

  String summary() {
    return summary;
  }

  Answer report() {
    return report;
  }

  Answer hotspots() {
    return hotspots;
  }

  /** The answer about a whole run as it is reported. */
  static Answer report(Path folder, LocalityProfile profile) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (Writer writer = new OutputStreamWriter(bytes, StandardCharsets.UTF_8)) {
      List<String> notices = new ArrayList<>(ProfileJson.remarks(new RunFolder(folder).profile()));
      notices.addAll(RunNotices.of(folder));
      RowSelection selection = RowSelection.top(MOST_FUNCTIONS);
      JsonReport.writeOverview(Report.of(profile, selection, notices), writer);
    }
    return Answer.json(bytes.toByteArray());
  }

  /** The answer about hotspots. */
  static Answer hotspots(Hotspots found) throws IOException {
    StringWriter text = new StringWriter();
    HotspotJson.write(found, Integer.MAX_VALUE, text);
    return Answer.json(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Keeps the first page of a run whose profile is large and has just been written.
   *
   * @param found the hotspots of the profile
   * @throws IOException if it cannot be written
   */
  public static void keep(Path folder, LocalityProfile profile, Hotspots found) throws IOException {
    if (isWorthKeeping(folder)) {
      new FirstPage(RunSummary.of(profile), report(folder, profile), hotspots(found))
          .keep(folder, found.settings());
    }
  }

  /** Whether the profile is so large that its first page is kept. */
  static boolean isWorthKeeping(Path folder) throws IOException {
    return Files.size(new RunFolder(folder).profile()) >= LARGE_BYTES;
  }

  /** Writes it, whole or not at all. */
  void keep(Path folder, HotspotSettings weighing) throws IOException {
    WholeFile.write(
        new RunFolder(folder).firstPage(), part -> writeTo(part, digest(folder, weighing)));
  }

  private void writeTo(Path file, String digest) throws IOException {
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
      out.setComment(digest);
      for (var entry :
          Map.of(
                  SUMMARY, summary.getBytes(StandardCharsets.UTF_8),
                  REPORT, report.body(),
                  HOTSPOTS, hotspots.body())
              .entrySet()) {
        out.putNextEntry(new ZipEntry(entry.getKey()));
        out.write(entry.getValue());
        out.closeEntry();
      }
    }
  }

  /**
   * The one that was kept; nothing if there is none of this profile, weighed so, or it is damaged.
   */
  static Optional<FirstPage> read(Path folder, HotspotSettings weighing) {
    Path file = new RunFolder(folder).firstPage();
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    try (ZipFile zip = new ZipFile(file.toFile())) {
      if (!digest(folder, weighing).equals(zip.getComment())) {
        return Optional.empty();
      }
      byte[] summary = bytes(zip, SUMMARY);
      if (!JSON.readTree(summary).isObject()) { // it becomes a part of the list of runs
        return Optional.empty();
      }
      return Optional.of(
          new FirstPage(
              new String(summary, StandardCharsets.UTF_8),
              Answer.json(bytes(zip, REPORT)),
              Answer.json(bytes(zip, HOTSPOTS))));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty(); // it is made again
    }
  }

  private static byte[] bytes(ZipFile zip, String name) throws IOException {
    ZipEntry entry = zip.getEntry(name);
    if (entry == null) {
      throw new IOException("expected " + name + " in " + zip.getName() + ", found none");
    }
    CRC32 sum = new CRC32(); // which ZipFile does not compare
    try (InputStream in = new CheckedInputStream(zip.getInputStream(entry), sum)) {
      byte[] found = in.readNBytes(MOST_BYTES);
      if (sum.getValue() != entry.getCrc()) {
        throw new IOException(zip.getName() + " is damaged: " + name);
      }
      return found;
    }
  }

  private static String digest(Path folder, HotspotSettings weighing) throws IOException {
    MessageDigest digest;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
    String made =
        "%s %s %s"
            .formatted(
                FirstPage.class.getPackage().getImplementationVersion(),
                System.getProperty("tslmap.build", ""),
                weighing);
    digest.update(made.getBytes(StandardCharsets.UTF_8));
    RunFolder run = new RunFolder(folder);
    try (SeekableByteChannel channel = Files.newByteChannel(run.profile())) {
      digest.update(Long.toString(channel.size()).getBytes(StandardCharsets.UTF_8));
      channel.position(Math.max(0, channel.size() - END_BYTES));
      digest.update(Channels.newInputStream(channel).readAllBytes());
    }
    if (run.hasDescription()) {
      digest.update(Files.readAllBytes(run.description()));
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}
