package dev.keystead.bench;

import java.util.OptionalLong;
import java.util.Set;

/// The processes whose CPU is to be counted. PostgreSQL may be a child of the server: it is then taken out of
/// the server's tree, so that nothing is counted twice.
record Watched(OptionalLong server, OptionalLong postgres) {
    static final Watched NOTHING = new Watched(OptionalLong.empty(), OptionalLong.empty());

    /// CPU used up to one moment, and where the machine stood then.
    record Reading(long serverMillis, long postgresMillis, long generatorMillis, MachineNoise.Reading machine) {}

    /// Says so by name when a process to watch is not there.
    void refuseMissing() {
        ProcessTree processes = ProcessTree.read();
        server.ifPresent(pid -> refuseMissing(processes, pid, "--server-pid"));
        postgres.ifPresent(pid -> refuseMissing(processes, pid, "--pg-pid"));
    }

    private static void refuseMissing(ProcessTree processes, long pid, String option) {
        if (!processes.holds(pid)) {
            throw new Refusal("There is no process " + pid + ": give " + option + " the pid of a running process.");
        }
    }

    /// The generator is counted without its children, because it may itself have started the server.
    Reading read() {
        ProcessTree processes = ProcessTree.read();
        return new Reading(
                server.isPresent() ? processes.cpuMillis(server.getAsLong(), countedApart()) : 0,
                postgres.isPresent() ? processes.cpuMillis(postgres.getAsLong(), Set.of()) : 0,
                processes.cpuMillisAlone(ProcessHandle.current().pid()),
                MachineNoise.Reading.now());
    }

    /// The memory of the server's tree, NaN when no server is watched.
    double serverMegabytes() {
        return server.isPresent()
                ? ProcessTree.read().residentMegabytes(server.getAsLong(), countedApart())
                : Double.NaN;
    }

    private Set<Long> countedApart() {
        return postgres.isPresent() ? Set.of(postgres.getAsLong()) : Set.of();
    }
}
