package dev.keystead.job;

import java.time.Duration;
import java.util.regex.Pattern;

/// One kind of work and how often it is done.
///
/// @param name words of small letters, by which the timetable knows it; unique
/// @param run does the work and answers how many rows it touched
public record Job(String name, Duration every, Run run) {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z-]{1,39}");

    public Job {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(name + " is no name of a job");
        }
    }

    @FunctionalInterface
    public interface Run {
        long run();
    }
}
