package dev.keystead.job;

import java.time.Duration;

/// One kind of work and how often it is done.
///
/// @param run does the work and answers how many rows it touched
public record Job(String name, Duration every, Run run) {
    @FunctionalInterface
    public interface Run {
        long run();
    }
}
