package org.tslmap.apexmap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A surface.json of any bytes is read or refused in one line, and what is read can be asked. */
class SurfaceFuzzTest {
  @TempDir static Path folder;

  @FuzzTest
  void anyFileIsReadOrRefused(byte[] bytes) throws IOException {
    DamagedFile.isReadOrRefused(
        folder,
        bytes,
        (file, copy) -> {
          SurfaceFile surfaces = SurfaceFile.read(file);
          surfaces.write(copy);
          assertEquals(surfaces, SurfaceFile.read(copy));
          for (Surface surface : surfaces.surfaces()) {
            surface.corners();
            MeasuredCost cost = surface.at(0, 0);
            surface.cost(cost.point().alpha(), cost.point().length());
          }
          surfaces.cost();
        });
  }

  /** A seed that is refused leads the fuzzer nowhere. */
  @Test
  void theSeedIsRead() throws IOException, URISyntaxException {
    URL seed =
        SurfaceFuzzTest.class.getResource("SurfaceFuzzTestInputs/anyFileIsReadOrRefused/surface");
    assertFalse(SurfaceFile.read(Path.of(seed.toURI())).surfaces().isEmpty());
  }
}
