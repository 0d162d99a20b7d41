package org.tslmap.apexmap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine is described from what its kernel says, and told from others. */
class MachineTest {

  @TempDir Path root;

  private void file(String name, String content) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  @Test
  void filesOfTheKernelAreRead() throws IOException {
    file("proc/cpuinfo", "processor\t: 0\nmodel name\t: Fast One\ncpu MHz\t\t: 2596.154\n");
    file("proc/meminfo", "MemTotal:       1024 kB\nMemFree: 1 kB\nMemAvailable:   512 kB\n");
    file("proc/sys/kernel/hostname", "somewhere\n");
    file("proc/sys/kernel/osrelease", "6.1.0\n");
    file("proc/self/smaps", "00400000-0 r-xp\nSize: 8 kB\nKernelPageSize:        4 kB\n");
    file("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
    file("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");
    String cache = "sys/devices/system/cpu/cpu0/cache/index0/";
    file(cache + "level", "2\n");
    file(cache + "type", "Unified\n");
    file(cache + "size", "1024K\n");
    file(cache + "coherency_line_size", "64\n");
    file(cache + "shared_cpu_list", "0-1,8\n");
    assertEquals(
        new Machine(
            "somewhere",
            "Fast One",
            Runtime.getRuntime().availableProcessors(),
            2596.154,
            List.of(new Cache(2, "Unified", 1 << 20, 64, 3)),
            4096,
            "madvise",
            "Linux 6.1.0",
            "performance",
            1 << 20),
        new MachineFiles(root).machine());
    assertEquals(OptionalLong.of(512 << 10), new MachineFiles(root).availableBytes());
  }

  @Test
  void aControlGroupLimitsMemory() throws IOException {
    file("proc/meminfo", "MemAvailable:   512 kB\n");
    file("sys/fs/cgroup/memory.max", "300000\n");
    file("sys/fs/cgroup/memory.current", "100000\n");
    assertEquals(OptionalLong.of(200_000), new MachineFiles(root).availableBytes());
    file("sys/fs/cgroup/memory.max", "max\n");
    assertEquals(OptionalLong.of(512 << 10), new MachineFiles(root).availableBytes());
  }

  @Test
  void whatIsMissingIsUnknown() {
    Machine machine = new MachineFiles(root).machine();
    assertEquals("unknown", machine.processor());
    assertEquals("unknown", machine.governor());
    assertEquals(0, machine.megahertz());
    assertEquals(List.of(), machine.caches());
    assertEquals(OptionalLong.empty(), new MachineFiles(root).availableBytes());
  }

  @Test
  void cachesThatTheKernelDoesNotTellAreThoseOfTheCLibrary() {
    assertEquals(
        List.of(
            new Cache(1, "Instruction", 32 << 10, 64, 1, 0),
            new Cache(1, "Data", 48 << 10, 64, 1, 12),
            new Cache(3, "Unified", 8 << 20, 64, 4, 16)),
        CacheConfiguration.parse(
            """
            LEVEL1_ICACHE_SIZE                 32768
            LEVEL1_ICACHE_ASSOC
            LEVEL1_ICACHE_LINESIZE             64
            LEVEL1_DCACHE_SIZE                 49152
            LEVEL1_DCACHE_ASSOC                12
            LEVEL1_DCACHE_LINESIZE             64
            LEVEL2_CACHE_SIZE                  0
            LEVEL3_CACHE_SIZE                  8388608
            LEVEL3_CACHE_ASSOC                 16
            LEVEL3_CACHE_LINESIZE              64
            LEVEL4_CACHE_SIZE
            """,
            4));
    assertEquals(List.of(), CacheConfiguration.parse("PAGESIZE 4096\n", 4));
  }

  @Test
  void thisMachineHasCaches() {
    List<Cache> caches = Machine.current().caches();
    assertTrue(caches.stream().anyMatch(cache -> cache.level() == 1 && cache.lineBytes() >= 32));
    assertTrue(caches.stream().anyMatch(cache -> cache.level() == 2), caches::toString);
  }

  @Test
  void thisMachineIsItself() {
    assertTrue(Machine.current().sameAs(Machine.current()));
    assertTrue(Machine.current().pageBytes() >= 4096);
    assertTrue(Machine.current().memoryBytes() > 0);
  }

  @Test
  void anotherProcessorIsAnotherMachineAndAnotherNameIsNot() {
    Machine machine = Surfaces.MACHINE;
    assertTrue(machine.sameAs(with("Some Processor", "there", machine.memoryBytes())));
    assertTrue(machine.sameAs(with("Some Processor", "here", machine.memoryBytes() - (1 << 20))));
    Machine other = with("Other", "here", machine.memoryBytes() / 2);
    assertFalse(machine.sameAs(other));
    assertEquals(
        List.of("processor: Some Processor, not Other", "memory: 17179869184, not 8589934592"),
        machine.differences(other));
    assertEquals(
        "Some Processor, 2 processors, L1d 32 KiB, L2 1 MiB (here)", machine.description());
  }

  private static Machine with(String processor, String host, long memory) {
    Machine machine = Surfaces.MACHINE;
    return new Machine(
        host,
        processor,
        machine.processors(),
        1,
        machine.caches(),
        4096,
        "never",
        "Linux 5",
        "powersave",
        memory);
  }

  @Test
  void noiseIsHowFarTimesAreFromTheirMedian() {
    assertEquals(Noise.NONE, NoiseGauge.noise(new double[0], 1));
    Noise noise = NoiseGauge.noise(new double[] {100, 50, 110, 100, 130}, 250);
    assertEquals(5, noise.samples());
    assertEquals(2500, noise.coreMegahertz(), 1e-9);
    assertEquals(0.1, noise.medianDeviation(), 1e-9);
    assertEquals(0.5, noise.worstDeviation(), 1e-9);
    assertTrue(noise.disturbance().orElseThrow().contains("10 %"), noise.toString());
  }

  @Test
  void whoElseUsesProcessorsIsSaid() {
    Noise quiet = new Noise(9, 2500, 0.01, 30, 0.04);
    assertEquals(Optional.empty(), quiet.disturbance(), "single samples do not count");
    assertEquals(
        "something else used 0.97 processors meanwhile",
        quiet.beside(0.97).disturbance().orElseThrow());
    OptionalDouble others = new MachineLoad().otherProcessors();
    assertTrue(others.isEmpty() || others.getAsDouble() >= 0, "a moment has passed at most");
  }
}
