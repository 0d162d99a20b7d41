package org.tslmap.collector.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.tslmap.collector.export.ParquetTable;
import org.tslmap.collector.report.CacheSize;
import org.tslmap.collector.report.Report;
import org.tslmap.collector.report.RowSelection;
import org.tslmap.collector.report.TableKind;
import org.tslmap.collector.report.TableReport;
import org.tslmap.locality.profile.Sampling;

/** The tables of a run as files of one folder, which appears whole or not at all. */
final class ExportedTables {

  private ExportedTables() {}

  /** Writes all tables that are not about one function only. */
  static void write(Report report, List<CacheSize> caches, Path folder) throws IOException {
    Path parent = folder.toAbsolutePath().getParent();
    Path beside = Files.createTempDirectory(parent, "." + folder.getFileName());
    Files.setPosixFilePermissions(beside, PosixFilePermissions.fromString("rwx------"));
    try {
      boolean estimated = Sampling.isIn(report.profile().processes());
      Map<String, String> remarks =
          Map.of(
              "tslmap.about", String.join("\n", report.about()),
              "tslmap.remarks", String.join("\n", report.remarks()));
      for (TableKind kind : TableKind.values()) {
        if (!kind.isOfFunction()) {
          TableReport table = new TableReport(report, kind, "", caches, RowSelection.ALL);
          ParquetTable.write(
              beside.resolve(kind.key() + ".parquet"), table.data(), estimated, remarks);
        }
      }
      Files.move(beside, folder);
    } finally {
      if (Files.exists(beside)) {
        RunFolders.delete(beside);
      }
    }
  }
}
