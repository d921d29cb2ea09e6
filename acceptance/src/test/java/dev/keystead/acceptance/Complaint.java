package dev.keystead.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/// What a person may be told when a command fails: sentences, and never a stack trace.
final class Complaint {
    private static final String MARK = "keystead: ";

    private Complaint() {}

    /// The sentences of a failed command. Each says something, ends, and is free of Java's names.
    static List<String> of(Product.Ended ended) {
        assertThat(ended.exitCode()).as(ended.err()).isNotZero();
        assertThat(ended.err())
                .doesNotContain("\tat ")
                .doesNotContain("Exception in thread")
                .doesNotContain("nobody expected");
        assertThat(ended.out()).doesNotContain("is ready");
        List<String> sentences = ended.err()
                .lines()
                .filter(line -> line.startsWith(MARK))
                .map(line -> line.substring(MARK.length()))
                .toList();
        assertThat(sentences)
                .as(ended.err())
                .isNotEmpty()
                .allSatisfy(sentence ->
                        assertThat(sentence).matches("(?s)\\S.{20,}[.?]").doesNotContain("Exception"));
        return sentences;
    }

    /// The only sentence of a failed command.
    static String isOne(Product.Ended ended) {
        List<String> sentences = of(ended);
        assertThat(sentences).hasSize(1);
        return sentences.getFirst();
    }
}
