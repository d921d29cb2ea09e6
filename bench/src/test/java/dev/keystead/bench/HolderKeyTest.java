package dev.keystead.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Signature;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HolderKeyTest {
    private final HolderKey key = new HolderKey();

    @Test
    void opensslAcceptsTheRequestForACertificate(@TempDir Path folder) throws Exception {
        Path request = Files.writeString(folder.resolve("device.csr"), key.certificationRequest());
        Process openssl = new ProcessBuilder(
                        "openssl", "req", "-verify", "-noout", "-subject", "-in", request.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(openssl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(openssl.waitFor()).as(said).isZero();
        assertThat(said).contains("verify OK").containsPattern("CN ?= ?bench");
    }

    @Test
    void aProofFitsItsRequestAndItsToken() throws Exception {
        String[] parts = key.proof("GET", "http://127.0.0.1/userinfo", "token").split("\\.", -1);
        assertThat(text(parts[0])).contains("\"typ\":\"dpop+jwt\"", key.jwk());
        assertThat(JsonText.find(text(parts[1]), "htu")).contains("http://127.0.0.1/userinfo");
        assertThat(JsonText.find(text(parts[1]), "ath")).contains("PEaenWxYddN6Q_NT1PiOYfz4EsZu7jRXRlpAsNpBU-A");
        Signature check = Signature.getInstance("SHA256withECDSAinP1363Format");
        check.initVerify(key.pair().getPublic());
        check.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
        assertThat(check.verify(Base64.getUrlDecoder().decode(parts[2]))).isTrue();
    }

    private static String text(String part) {
        return new String(Base64.getUrlDecoder().decode(part), StandardCharsets.UTF_8);
    }
}
