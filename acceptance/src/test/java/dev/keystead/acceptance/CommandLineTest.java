package dev.keystead.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The commands that need no server.
class CommandLineTest {
    private final Folder folder = Folder.make();

    @AfterEach
    void nothingIsWritten() {
        assertThat(folder.names()).isEmpty();
        folder.close();
    }

    @Test
    void helpBeginsWithExamplesAndListsTheCommands() {
        var ended = Product.run(folder.path(), "--help");

        assertThat(ended.exitCode()).isZero();
        assertThat(ended.err()).isEmpty();
        assertThat(ended.out()).containsSubsequence("Examples:", "Usage: keystead", "Commands:", "serve", "doctor");
    }

    @Test
    void aMistypedCommandIsToldWhatWasMeant() {
        var ended = Product.run(folder.path(), "srve");

        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.out()).isEmpty();
        assertThat(Complaint.isOne(ended)).contains("'srve'", "'serve'");
    }

    @Test
    void configPrintTellsWhereAValueComesFromAndNoSecret() {
        var ended = Product.run(
                folder.path(), "config", "print", "--http-port", "9000", "--metrics-token", "0123456789abcdef");

        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(ended.out())
                .containsPattern("http\\.port +9000 +the flag --http-port")
                .contains("(set)")
                .doesNotContain("0123456789abcdef");
    }

    @Test
    void theVersionIsThatOfTheBuild() {
        var ended = Product.run(folder.path(), "version");

        assertThat(ended.exitCode()).isZero();
        assertThat(ended.out()).matches("keystead \\d+\\.\\d+\\.\\d+\\S* \\(Java 25\\S*\\)\\n");
    }

    @Test
    void theDoctorFindsADatabaseThatIsNotThere() {
        int nobody = Ports.free();

        var ended = Product.run(
                folder.path(), "doctor", "--database-url", "postgresql://u:p@127.0.0.1:" + nobody + "/keystead");

        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.out()).contains("ok     The configuration is valid.").contains("wrong  Nothing answers at");
    }
}
