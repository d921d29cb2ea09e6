package dev.keystead.contract.scratch;

import java.util.List;
import java.util.Optional;

/// A row-level security policy.
///
/// @param using the condition on rows that are seen
/// @param check the condition on rows that are written
/// @param leaks operators in it that are not leakproof
public record Policy(
        String name,
        Command command,
        boolean permissive,
        Optional<String> using,
        Optional<String> check,
        List<String> leaks) {
    public Policy {
        leaks = List.copyOf(leaks);
    }

    /// What it applies to.
    public enum Command {
        ALL,
        SELECT,
        INSERT,
        UPDATE,
        DELETE;

        static Command of(String letter) {
            return switch (letter) {
                case "r" -> SELECT;
                case "a" -> INSERT;
                case "w" -> UPDATE;
                case "d" -> DELETE;
                default -> ALL;
            };
        }

        public boolean sees() {
            return this != INSERT;
        }

        public boolean writes() {
            return this == ALL || this == INSERT || this == UPDATE;
        }
    }
}
