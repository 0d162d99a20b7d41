package org.tslmap.npb.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.score.Score;

/** Scores in the file of a run's result. */
class ScoresTest {

  private static final String KEPT =
      "{\"accesses\":3,\"loads\":2,\"stores\":1,\"processes\":1,"
          + "\"word\":{\"footprintBytes\":16,\"tl\":0.5,\"sl\":0.25},"
          + "\"line\":{\"footprintBytes\":64,\"tl\":0.75,\"sl\":0.125}}";

  @Test
  void filesKeepTheirForm() throws IOException {
    ObjectMapper json = new ObjectMapper();
    Scores scores = json.readValue(KEPT, Scores.class);
    assertEquals(List.of(Granularity.WORD, Granularity.LINE), scores.granularities());
    assertEquals(0.5, scores.at(Granularity.WORD).of(Score.TL));
    assertEquals(0.125, scores.at(Granularity.LINE).of(Score.SL));
    assertEquals(64, scores.at(Granularity.LINE).footprintBytes());
    assertEquals(json.readTree(KEPT), json.readTree(json.writeValueAsString(scores)));
    assertEquals(3, scores.recorded());
    Scores none = json.readValue(json.writeValueAsString(Scores.NONE), Scores.class);
    assertEquals(List.of(), none.granularities());
  }

  @Test
  void scoresThatAreNotKnownStayUnknown() throws IOException {
    String partial =
        "{\"accesses\":3,\"counted\":2,\"loads\":2,\"stores\":1,\"processes\":1,"
            + "\"word\":{\"footprintBytes\":8}}";
    ObjectMapper json = new ObjectMapper();
    Scores scores = json.readValue(partial, Scores.class);
    assertEquals(1, scores.recorded());
    assertFalse(scores.known());
    assertEquals(Double.NaN, scores.at(Granularity.WORD).of(Score.TL));
    assertEquals(json.readTree(partial), json.readTree(json.writeValueAsString(scores)));
  }
}
