package dev.keystead.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProcessTreeTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it before any test.
    Path proc;

    /// Ticks are hundredths of a second.
    private void process(int pid, int parent, String name, int user, int system, int endedUser, int endedSystem)
            throws IOException {
        Path folder = Files.createDirectory(proc.resolve(Integer.toString(pid)));
        Files.writeString(
                folder.resolve("stat"),
                "%d (%s) S %d 1 1 0 -1 0 0 0 0 0 %d %d %d %d 20 0 1 0 0 0 0\n"
                        .formatted(pid, name, parent, user, system, endedUser, endedSystem));
        Files.writeString(folder.resolve("status"), "Name:\t%s\nVmRSS:\t  %d kB\n".formatted(name, pid * 1024));
    }

    private ProcessTree server() throws IOException {
        process(1, 0, "init", 1000, 1000, 0, 0);
        process(10, 1, "server", 5, 1, 2, 2);
        process(20, 10, "postmaster", 100, 0, 50, 0);
        process(21, 20, "backend (x) y", 200, 0, 0, 0);
        process(30, 10, "worker", 7, 0, 0, 0);
        process(40, 1, "stranger", 900, 0, 0, 0);
        return ProcessTree.read(proc);
    }

    @Test
    void aTreeIsItsRootAndAllBelowWithEndedChildren() throws IOException {
        ProcessTree processes = server();
        assertThat(processes.pids(10, Set.of())).containsExactly(10L, 20L, 21L, 30L);
        assertThat(processes.cpuMillis(10, Set.of())).isEqualTo(10 * (5 + 1 + 2 + 2 + 100 + 50 + 200 + 7));
    }

    @Test
    void aDatabaseThatIsAChildOfTheServerIsNotCountedTwice() throws IOException {
        ProcessTree processes = server();
        long apart = processes.cpuMillis(10, Set.of(20L));
        long database = processes.cpuMillis(20, Set.of());
        assertThat(apart).isEqualTo(10 * (5 + 1 + 2 + 2 + 7));
        assertThat(database).isEqualTo(10 * (100 + 50 + 200));
        assertThat(apart + database).isEqualTo(processes.cpuMillis(10, Set.of()));
        assertThat(processes.residentMegabytes(10, Set.of(20L))).isEqualTo(10 + 30);
    }

    @Test
    void aDatabaseElsewhereTakesNothingFromTheServer() throws IOException {
        ProcessTree processes = server();
        assertThat(processes.cpuMillis(10, Set.of(40L))).isEqualTo(processes.cpuMillis(10, Set.of()));
    }

    @Test
    void theGeneratorIsCountedWithoutTheServerItStarted() throws IOException {
        assertThat(server().cpuMillisAlone(10)).isEqualTo(60);
    }

    @Test
    void processesThatPointAtEachOtherEndTheWalk() throws IOException {
        process(50, 51, "a", 1, 0, 0, 0);
        process(51, 50, "b", 1, 0, 0, 0);
        assertThat(ProcessTree.read(proc).pids(10, Set.of())).isEmpty();
    }

    @Test
    void aFolderWithoutProcessesIsRefused() {
        assertThatThrownBy(() -> ProcessTree.read(proc.resolve("absent"))).isInstanceOf(Refusal.class);
    }

    @Test
    void aRealChildIsPartOfItsParentsTreeUntilItIsTakenOut() throws IOException {
        Process parent = new ProcessBuilder("sh", "-c", "sleep 60 & echo $!; wait").start();
        try (BufferedReader output = parent.inputReader()) {
            long child = Long.parseLong(output.readLine());
            ProcessTree processes = ProcessTree.read();
            assertThat(processes.pids(parent.pid(), Set.of())).containsExactlyInAnyOrder(parent.pid(), child);
            assertThat(processes.pids(parent.pid(), Set.of(child))).containsExactly(parent.pid());
            assertThat(processes.residentMegabytes(ProcessHandle.current().pid(), Set.of()))
                    .isPositive();
            assertThat(new Watched(OptionalLong.of(parent.pid()), OptionalLong.of(child))
                            .read()
                            .generatorMillis())
                    .isPositive();
        } finally {
            List<ProcessHandle> started = Stream.concat(Stream.of(parent.toHandle()), parent.descendants())
                    .toList();
            started.forEach(ProcessHandle::destroyForcibly);
            started.forEach(handle -> handle.onExit().join());
        }
    }

    @Test
    void aProcessThatIsNotThereIsRefusedByItsOption() {
        Watched nobody = new Watched(OptionalLong.empty(), OptionalLong.of(Integer.MAX_VALUE));
        assertThatThrownBy(nobody::refuseMissing)
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("--pg-pid")
                .hasMessageContaining("2147483647");
    }

    @Test
    void noiseIsWhatOthersUsedOfTheWholeMachine() {
        MachineNoise.Reading before =
                MachineNoise.Reading.parse(List.of("cpu  100 0 100 1000 50 0 0 10 7 7", "cpu0 1 1 1 1 1 1 1 1 1 1"));
        MachineNoise.Reading after = MachineNoise.Reading.parse(List.of("cpu  400 0 200 1500 100 0 0 60 7 7"));
        assertThat(before).isEqualTo(new MachineNoise.Reading(1260, 200, 10));
        // 1000 ticks passed, 400 of them busy; 250 were ours and 50 were stolen.
        assertThat(MachineNoise.between(before, after, 2500)).isEqualTo(new MachineNoise(25, 15, 5));
    }
}
