package dev.keystead.bench;

/// Says to the person at the keyboard, in one sentence, what is wrong and what to do about it.
///
/// It carries no stack trace: it is never a fault of this program. `Bench` prints it and ends with exit code 2.
final class Refusal extends RuntimeException {
    Refusal(String sentence) {
        super(sentence, null, false, false);
    }

    /// The message of this refusal, or of any other exception that may come without one.
    static String reasonOf(Exception problem) {
        String message = problem.getMessage();
        return message == null ? problem.getClass().getSimpleName() : message;
    }
}
