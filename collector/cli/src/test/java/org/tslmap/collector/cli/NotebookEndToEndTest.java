package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.collector.InstalledPrograms;

/** The notebook of the documentation reads an exported run with pandas. */
class NotebookEndToEndTest {
  @TempDir private Path folder;
  private TestPrograms programs;

  @BeforeEach
  void recordRun() throws IOException, InterruptedException {
    programs = new TestPrograms(folder);
    String program = programs.compile("stacks.c").toString();
    TestPrograms.Result result =
        programs.tslmap("run", "--quiet", "--trace", "none", "--out", "run", "--", program);
    assertEquals(0, result.status(), result.err());
  }

  private void export(String format, Path to) {
    CapturedCommand command =
        CapturedCommand.tslmap(
            "export", "--format", format, folder.resolve("run").toString(), "--out", to.toString());
    assertEquals(0, command.status(), command.err());
  }

  @Test
  void theNotebookReadsTablesAndCalls() throws IOException, InterruptedException {
    Path tables = folder.resolve("tables");
    export("parquet", tables);
    export("hatchet", tables.resolve("calls.json"));
    String python = pythonWith("pandas", "nbclient", "ipykernel");
    if (programs.run(Map.of(), List.of(python, "-c", "import pyarrow")).status() != 0) {
      readParquetWithNode();
    }
    Path notebook =
        Path.of(System.getProperty("tslmap.home")).resolve("collector/doc/export.ipynb");
    String script =
        """
        import nbclient, nbformat, sys
        page = nbformat.read(sys.argv[1], 4)
        nbformat.validate(page)
        nbclient.NotebookClient(page, timeout=240, kernel_name='python3').execute()
        print(page.cells[3].outputs[0].data['text/plain'])
        """;
    TestPrograms.Result result =
        programs.run(
            Map.of("TSLMAP_TABLES", tables.toString(), "HOME", folder.toString()),
            List.of(python, "-c", script, notebook.toString()));
    assertEquals(0, result.status(), result.err());
    assertTrue(result.out().contains("_dl_relocate_object"), result.out());
  }

  /** The first of the Pythons on the path and of the distribution that has these modules. */
  private String pythonWith(String... modules) throws IOException, InterruptedException {
    InstalledPrograms.assume("python3");
    for (String python : List.of("python3", "/usr/bin/python3")) {
      List<String> importing = List.of(python, "-c", "import " + String.join(", ", modules));
      if (Installation.find(python).isPresent()
          && programs.run(Map.of(), importing).status() == 0) {
        return python;
      }
    }
    String missing = "no python3 has all of " + String.join(", ", modules);
    System.err.println("the notebook is not run: " + missing);
    assumeTrue(false, missing);
    return "";
  }

  /**
   * Debian has no module of Python that reads Parquet: has read_parquet of the notebook's pandas
   * read by hyparquet, a library for JavaScript.
   */
  private void readParquetWithNode() throws IOException, InterruptedException {
    InstalledPrograms.assume("node");
    Path library = NpmPackage.fetch(programs, folder, "hyparquet", "1.31.5").resolve("src/node.js");
    Path reader = folder.resolve("reader.mjs");
    Files.writeString(
        reader,
        """
        import { asyncBufferFromFile, parquetReadObjects } from '%s'
        import { gunzipSync } from 'node:zlib'
        const file = await asyncBufferFromFile(process.argv[2])
        const rows = await parquetReadObjects({ file, compressors: { GZIP: x => gunzipSync(x) } })
        console.log(JSON.stringify(rows, (key, x) => typeof x === 'bigint' ? Number(x) : x))
        """
            .formatted(library));
    Path startup = folder.resolve(".ipython/profile_default/startup");
    Files.createDirectories(startup);
    Files.writeString(
        startup.resolve("reader.py"),
        """
        import json, subprocess
        import pandas
        def read_parquet(file):
            rows = subprocess.run(['node', '%s', file], stdout=subprocess.PIPE, check=True).stdout
            return pandas.DataFrame(json.loads(rows))
        pandas.read_parquet = read_parquet
        """
            .formatted(reader));
  }
}
