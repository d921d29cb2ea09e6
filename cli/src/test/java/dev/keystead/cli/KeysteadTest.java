package dev.keystead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.platform.config.Setting;
import dev.keystead.platform.config.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeysteadTest {
    @Test
    void withoutACommandTheCommandsAreListedAsTalk() {
        var spoken = Spoken.by();

        assertThat(spoken.exitCode()).isEqualTo(2);
        assertThat(spoken.out()).isEmpty();
        assertThat(spoken.err()).contains("Commands:", "serve");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dev",
                "serve",
                "migrate",
                "config",
                "config print",
                "admin",
                "admin link",
                "badge",
                "badge verify",
                "jobs",
                "jobs run",
                "contract",
                "contract lock",
                "contract check",
                "contract checklist",
                "contract sweep",
                "contract rules",
                "audit list",
                "context",
                "context set",
                "context use",
                "context list",
                "context remove",
                "user",
                "user list",
                "user get",
                "user create",
                "group list",
                "invite create",
                "handle check",
                "workspace create",
                "client create",
                "key rotate",
                "license",
                "license assign",
                "license explain",
                "license history",
                "license terminate",
                "license update",
                "license move",
                "license activate",
                "license preview",
                "license tree",
                "seat list",
                "seat assign",
                "seat release",
                "usage get",
                "usage add",
                "module get",
                "module create",
                "module update",
                "module delete",
                "bundle assign",
                "bundle get",
                "bundle create",
                "bundle update",
                "bundle delete",
                "doctor",
                "completion"
            })
    void theHelpOfEveryCommandBeginsWithExamples(String command) {
        var spoken = Spoken.by((command + " --help").split(" ", -1));

        assertThat(spoken.exitCode()).isZero();
        assertThat(spoken.out()).containsSubsequence("Examples:\n  ", "Usage: keystead " + command);
        assertThat(spoken.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(120));
    }

    @Test
    void theHelpOfServeListsEverySetting() {
        String help = Spoken.by("serve", "--help").out();

        for (Setting<?> setting : Settings.ALL) {
            assertThat(help)
                    .contains("\n  " + setting.flag())
                    .contains(setting.description().split(" ", 2)[0]);
        }
    }

    @Test
    void theTrainingRunIsNobodysBusiness() {
        assertThat(Spoken.by("--help").out()).doesNotContain("warm-up");
    }

    @Test
    void theValueOfAnUnknownArgumentIsNotRepeated() {
        var spoken = Spoken.by("version", "--password=hush-hush", "more");

        assertThat(spoken.exitCode()).isEqualTo(2);
        assertThat(spoken.err()).contains("'--password'").doesNotContain("hush-hush");
    }

    @Test
    void theCompletionKnowsCommandsAndSettings() {
        var spoken = Spoken.by("completion", "bash");

        assertThat(spoken.exitCode()).isZero();
        assertThat(spoken.out()).contains("serve", "--http-port", "--db-url", "rotate", "--display-name", "suspended");
    }

    @Test
    void aFolderOfMigrationsIsLockedAndThenChecked(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("0001_first.sql"), "select 1;\n");

        assertThat(Spoken.by("contract", "lock", folder.toString(), "--check").exitCode())
                .isEqualTo(5);
        var locked = Spoken.by("contract", "lock", folder.toString());
        assertThat(locked.exitCode()).as(locked.err()).isZero();
        assertThat(locked.out().strip()).isEqualTo("0001_first.sql");
        assertThat(Spoken.by("contract", "lock", folder.toString(), "--check").exitCode())
                .isZero();

        Files.writeString(folder.resolve("0001_first.sql"), "select 2;\n");
        var changed = Spoken.by("contract", "lock", folder.toString(), "--check");
        assertThat(changed.exitCode()).isEqualTo(5);
        assertThat(changed.out()).contains("0001_first.sql");
    }

    @Test
    void aFolderThatIsNotThereIsNotFound(@TempDir Path folder) {
        var spoken = Spoken.by("contract", "lock", folder.resolve("nothing").toString());

        assertThat(spoken.exitCode()).isEqualTo(3);
        assertThat(spoken.err()).contains("nothing");
    }

    @Test
    void theDoctorNamesAUsedPort() throws IOException {
        try (var used = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            var spoken = Spoken.by("doctor", "--http-port", Integer.toString(used.getLocalPort()));

            assertThat(spoken.exitCode()).isEqualTo(1);
            assertThat(spoken.out()).contains("wrong  Port " + used.getLocalPort());
        }
    }

    @Test
    void theDoctorSaysWhetherTheSmtpServerAnswers() throws IOException {
        int port;
        try (var listening = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            port = listening.getLocalPort();
            assertThat(doctorOnMail(port).out()).contains("ok     Something answers at 127.0.0.1:" + port);
        }
        assertThat(doctorOnMail(port).out()).contains("wrong  Nothing answers at 127.0.0.1:" + port);
        assertThat(Spoken.by("doctor", "--mail-smtp-user", "me").out())
                .contains("wrong  mail.smtp-user and mail.smtp-password are given together");
        assertThat(Spoken.by("doctor").out()).contains("ok     Mails are shown at /dev/inbox");
        assertThat(Spoken.by("doctor", "--http-host", "0.0.0.0").out()).contains("doubt  No mail is sent");
    }

    @Test
    void theDoctorSaysWhetherTheCertificateIsGood(@TempDir Path folder) {
        assertThat(Spoken.by("doctor").out()).contains("ok     TLS is left to a proxy");
        assertThat(Spoken.by("doctor", "--tls-certificate", "self-signed").out())
                .contains("doubt  The TLS certificate is self-signed");
        assertThat(Spoken.by("doctor", "--tls-redirect-port", "8080").out())
                .contains("wrong  tls.redirect-port is set without TLS");
        assertThat(Spoken.by(
                                "doctor",
                                "--tls-certificate",
                                folder.resolve("none.pem").toString())
                        .out())
                .contains("wrong  The file " + folder.resolve("none.pem") + " of tls.certificate is not there");
    }

    private static Spoken doctorOnMail(int port) {
        return Spoken.by("doctor", "--mail-smtp-host", "127.0.0.1", "--mail-smtp-port", Integer.toString(port));
    }

    @Test
    void aDataFolderBelowAFileIsWrong(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");

        assertThat(Doctor.dataFolder(file.resolve("data"))).isInstanceOf(Doctor.Finding.Wrong.class);
        assertThat(Doctor.dataFolder(folder.resolve("new/data"))).isNotInstanceOf(Doctor.Finding.Wrong.class);
    }
}
