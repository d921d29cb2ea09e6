package dev.keystead.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A program of three lines of shell.
@ExtendWith(TlsInstallation.Shared.class)
class CurlTest {
    @Test
    void aProgramTakesATokenAndGivesItBack(TlsInstallation installation) throws Exception {
        Program program = Program.in(installation, installation.makeWorkspace("shed"));
        var builder = new ProcessBuilder(
                        Path.of("curl", "program.sh").toAbsolutePath().toString())
                .redirectErrorStream(true);
        builder.environment().put("ISSUER", program.workspace().issuer());
        builder.environment().put("CLIENT_ID", program.clientId());
        builder.environment().put("CLIENT_SECRET", program.secret());
        builder.environment()
                .put("CURL_CA_BUNDLE", installation.ownCertificate().toString());
        builder.environment().put("no_proxy", "localhost");
        Process process = builder.start();
        Output output = Output.of(process.getInputStream());

        assertThat(process.waitFor()).as(output.whole()).isZero();
        List<String> said = output.whole().lines().toList();
        assertThat(said).hasSize(2);
        assertThat(said.getFirst()).contains("\"active\":true", "\"client_id\":\"" + program.clientId() + "\"");
        assertThat(said.getLast()).isEqualTo("{\"active\":false}");
    }
}
