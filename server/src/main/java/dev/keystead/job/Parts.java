package dev.keystead.job;

import java.util.ArrayList;
import java.util.List;

/// The parts of one run of a job: one that fails does not keep the others from being done, now or at any later run.
public final class Parts {
    private final List<RuntimeException> failures = new ArrayList<>();

    /// Does a part, and answers how many rows it touched; none when it fails.
    public long attempt(Job.Run part) {
        try {
            return part.run();
        } catch (RuntimeException e) {
            failures.add(e);
            return 0;
        }
    }

    /// Throws the first failure, with the others attached, once every part had its turn.
    public void throwIfAnyFailed() {
        if (failures.isEmpty()) {
            return;
        }
        RuntimeException first = failures.getFirst();
        failures.stream().skip(1).forEach(first::addSuppressed);
        throw first;
    }
}
