package dev.keystead.bench;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// One reading of all processes from `/proc`, from which trees of them can be summed.
///
/// A process that ended is still counted: its parent inherits its time (`cutime`, `cstime`) when it collects
/// it. So a tree's sum never falls while its root lives, and the difference of two readings is what the tree
/// used between.
final class ProcessTree {
    /// USER_HZ: the unit of the times in `/proc`, which Linux has fixed at 100 a second for programs.
    private static final long MILLIS_PER_TICK = 10;

    private static final Path PROC = Path.of("/proc");

    private record Entry(long parent, long ownTicks, long endedChildrenTicks) {}

    private final Path proc;
    private final Map<Long, Entry> processes;

    private ProcessTree(Path proc, Map<Long, Entry> processes) {
        this.proc = proc;
        this.processes = processes;
    }

    static ProcessTree read() {
        return read(PROC);
    }

    /// Reads a folder laid out like `/proc`.
    static ProcessTree read(Path proc) {
        Map<Long, Entry> found = new HashMap<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path folder : folders) {
                try {
                    found.put(
                            Long.parseLong(folder.getFileName().toString()),
                            parse(Files.readString(folder.resolve("stat"))));
                } catch (IOException ended) {
                    // A process may end between the listing and the reading; then it uses nothing any more.
                }
            }
        } catch (IOException | DirectoryIteratorException unreadable) {
            throw new Refusal("The processes in " + proc + " cannot be read (" + Refusal.reasonOf(unreadable)
                    + "): CPU can only be measured on Linux.");
        }
        return new ProcessTree(proc, found);
    }

    /// The command name stands in parentheses and may hold anything, so fields are counted from the last one
    /// on.
    private static Entry parse(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).strip().split(" ", -1);
        return new Entry(
                Long.parseLong(fields[1]),
                Long.parseLong(fields[11]) + Long.parseLong(fields[12]),
                Long.parseLong(fields[13]) + Long.parseLong(fields[14]));
    }

    boolean holds(long pid) {
        return processes.containsKey(pid);
    }

    /// CPU of a process and everything it started, but for the trees under `except`, which are counted
    /// elsewhere.
    long cpuMillis(long root, Set<Long> except) {
        return pids(root, except).stream()
                        .map(processes::get)
                        .mapToLong(entry -> entry.ownTicks + entry.endedChildrenTicks)
                        .sum()
                * MILLIS_PER_TICK;
    }

    /// CPU of one process without anything it started.
    long cpuMillisAlone(long pid) {
        Entry entry = processes.get(pid);
        return entry == null ? 0 : entry.ownTicks * MILLIS_PER_TICK;
    }

    /// Memory that a tree holds, in megabytes, by the same rule as `cpuMillis`.
    long residentMegabytes(long root, Set<Long> except) {
        return pids(root, except).stream().mapToLong(this::residentKilobytes).sum() / 1024;
    }

    private long residentKilobytes(long pid) {
        try {
            for (String line :
                    Files.readAllLines(proc.resolve(Long.toString(pid)).resolve("status"))) {
                if (line.startsWith("VmRSS:")) {
                    return Long.parseLong(line.replaceAll("\\D", ""));
                }
            }
        } catch (IOException ended) {
            // What has ended holds no memory.
        }
        return 0;
    }

    /// The processes of the tree under `root` that are not in a tree under one of `except`.
    List<Long> pids(long root, Set<Long> except) {
        return processes.keySet().stream()
                .filter(pid -> belongs(pid, root, except))
                .sorted()
                .toList();
    }

    private boolean belongs(long pid, long root, Set<Long> except) {
        long at = pid;
        // The count ends the walk even if a reading caught two processes in a circle while pids were reused.
        for (int steps = 0; steps <= processes.size(); steps++) {
            if (except.contains(at) && at != root) {
                return false;
            }
            if (at == root) {
                return true;
            }
            Entry entry = processes.get(at);
            if (entry == null) {
                return false;
            }
            at = entry.parent;
        }
        return false;
    }
}
