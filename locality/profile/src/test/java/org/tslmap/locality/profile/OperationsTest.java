package org.tslmap.locality.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What functions computed is stored, checked and added up. */
class OperationsTest {
  @TempDir private Path folder;

  private static InstructionCounts counts(long first) {
    return new InstructionCounts(
        LongStream.range(first, first + InstructionCounts.NUMBERS).toArray());
  }

  private static ProcessProfile process(int function) {
    return Profiles.process(1, ProcessEnd.exited(0))
        .with(new Operations(List.of(new Operations.OfFunction(function, counts(10)))));
  }

  @Test
  void aProfileKeepsThem() throws IOException {
    Path file = folder.resolve("profile.json");
    ProcessProfile process = process(0);
    ProfileJson.write(new LocalityProfile("t", List.of(process)), file);
    ProcessProfile read = ProfileJson.read(file).mainProcess();
    assertEquals(process.operations(), read.operations());
    assertEquals(process, read);
  }

  @Test
  void aProfileWithoutThemIsReadAndSaysThatTheyAreNotKnown() throws IOException {
    Path file = folder.resolve("profile.json");
    ProcessProfile process = Profiles.process(1, ProcessEnd.exited(0));
    ProfileJson.write(new LocalityProfile("t", List.of(process)), file);
    assertFalse(Files.readString(file).contains("operations"));
    ProcessProfile read = ProfileJson.read(file).mainProcess();
    assertFalse(read.operations().isKnown());
    assertFalse(Operations.areKnown(List.of(read, process(0))));
    assertTrue(Operations.areKnown(List.of(process(0))));
  }

  @Test
  void functionsOfTheSameNameAddUp() {
    ProcessProfile process = process(0);
    assertEquals(
        List.of(counts(10).plus(counts(10))),
        List.copyOf(Operations.byFunction(List.of(process, process)).values()));
    InstructionCounts sum = counts(0).plus(counts(1));
    assertEquals(1, sum.of(InstructionKind.INTEGER));
    assertEquals(15, sum.of(InstructionKind.BRANCH));
    assertEquals(17, sum.chain(ChainLink.INTEGER));
    assertEquals(27, sum.chain(ChainLink.LOAD));
    assertEquals(64, sum.all());
  }

  @Test
  void branchesAreKeptWhereTheyAreKnown() throws IOException {
    InstructionCounts known = counts(10).withBranches(50, 7);
    Path file = folder.resolve("profile.json");
    ProcessProfile process =
        process(0).with(new Operations(List.of(new Operations.OfFunction(0, known))));
    ProfileJson.write(new LocalityProfile("t", List.of(process)), file);
    InstructionCounts read = ProfileJson.read(file).mainProcess().operations().whole();
    assertEquals(known, read);
    assertEquals(7, read.mispredicted().getAsLong());
    assertEquals(14, read.plus(known).mispredicted().getAsLong());
    assertEquals(100, read.plus(known).conditional().getAsLong());
    assertTrue(counts(10).mispredicted().isEmpty());
    assertTrue(read.plus(counts(10)).mispredicted().isEmpty());
  }

  @Test
  void kindsThatWereAddedAreKeptAndAreNoneInOlderProfiles() throws IOException {
    long[] kinds = new long[InstructionKind.values().length];
    long[] chain = new long[ChainLink.values().length];
    kinds[InstructionKind.CONVERSION.ordinal()] = 3;
    chain[ChainLink.CONVERSION.ordinal()] = 4;
    chain[ChainLink.FLOATING_MULTIPLY.ordinal()] = 5;
    InstructionCounts counts = InstructionCounts.of(kinds, chain);
    Path file = folder.resolve("profile.json");
    ProcessProfile process =
        process(0).with(new Operations(List.of(new Operations.OfFunction(0, counts))));
    ProfileJson.write(new LocalityProfile("t", List.of(process)), file);
    InstructionCounts read = ProfileJson.read(file).mainProcess().operations().whole();
    assertEquals(counts, read);
    assertTrue(read.mispredicted().isEmpty());
    InstructionCounts sum = read.plus(counts(10).withBranches(50, 7));
    assertEquals(3, sum.of(InstructionKind.CONVERSION));
    assertEquals(4, sum.chain(ChainLink.CONVERSION));
    assertEquals(5, sum.chain(ChainLink.FLOATING_MULTIPLY));
    assertEquals(3, read.all());
    assertEquals(0, counts(10).of(InstructionKind.CONVERSION));
    assertEquals(0, counts(10).chain(ChainLink.CONVERSION));
  }

  @Test
  void loopsHaveTheirOwn() throws IOException {
    LoopForest forest =
        new LoopForest(
            List.of(new CodeLoop(0, -1, 0x1000, 1, 2, true, 0)),
            Profiles.process(1, ProcessEnd.exited(0)).sites().stream().map(site -> 0).toList());
    Operations known =
        new Operations(List.of(new Operations.OfFunction(0, counts(10))), List.of(counts(5)));
    ProcessProfile process =
        Profiles.process(1, ProcessEnd.exited(0)).with(forest, List.of()).with(known);
    Path file = folder.resolve("profile.json");
    ProfileJson.write(new LocalityProfile("t", List.of(process)), file);
    assertEquals(known, ProfileJson.read(file).mainProcess().operations());
    String refused =
        assertThrows(IllegalArgumentException.class, () -> process(0).with(known)).getMessage();
    assertTrue(refused.contains("1 loops, but there are 0"), refused);
  }

  @Test
  void whatDoesNotFitIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> process(999));
    assertThrows(IllegalArgumentException.class, () -> new InstructionCounts(1, 2, 3));
    assertThrows(IllegalArgumentException.class, () -> counts(-1));
    assertThrows(
        IllegalArgumentException.class, () -> Operations.ofRows(14, new long[16], new long[0]));
    assertEquals(2, Operations.ofRows(16, new long[34], new long[0]).functions().size());
  }
}
