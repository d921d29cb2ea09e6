package dev.keystead.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A device of somebody, whose key is in a file and is used by openssl, as docs/devices.md has it.
///
/// @param person the person's session
/// @param base what the paths of the workspace begin with
record HeldDevice(Client person, String base, Path folder, String id) {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /// Signs somebody in by the steps for programs.
    static Client session(Client anyone, String base, String email, String password) {
        Client.Answer begun = anyone.post(base + "/v1/flows", JSON.writeValueAsString(Map.of("identifier", email)));
        assertThat(begun.status()).as(begun.body()).isEqualTo(201);
        Client.Answer inside = anyone.post(
                base + "/v1/flows/" + begun.json().get("id").asString() + "/steps/password",
                JSON.writeValueAsString(Map.of("password", password)),
                Map.of("Keystead-Browser", begun.json().get("browser_key").asString()));
        assertThat(inside.status()).as(inside.body()).isEqualTo(200);
        return anyone.with(inside.json().get("tokens").get("access_token").asString());
    }

    /// Makes a key and registers it.
    static HeldDevice register(Client person, String base, Path folder, String name) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        run(
                folder,
                "openssl",
                "genpkey",
                "-algorithm",
                "EC",
                "-pkeyopt",
                "ec_paramgen_curve:P-256",
                "-out",
                "device.key");
        String key = run(folder, "openssl", "pkey", "-in", "device.key", "-pubout");
        Client.Answer made =
                person.post(base + "/v1/me/devices", JSON.writeValueAsString(Map.of("name", name, "public_key", key)));
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        return new HeldDevice(person, base, folder, made.json().get("id").asString());
    }

    private String path() {
        return base + "/v1/me/devices/" + id;
    }

    /// Shows that it holds its key.
    HeldDevice verify() {
        Client.Answer verified = person.post(path() + ":verify", JSON.writeValueAsString(proof()));
        assertThat(verified.status()).as(verified.body()).isEqualTo(200);
        return this;
    }

    /// Gets a certificate, which is in a file then; answers what was said of it.
    JsonNode certify() {
        var wish = new HashMap<>(proof());
        wish.put("csr", run(folder, "openssl", "req", "-new", "-key", "device.key", "-subj", "/CN=laptop"));
        Client.Answer made = person.post(path() + "/certificates", JSON.writeValueAsString(wish));
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        write("device.pem", made.json().get("certificate").asString());
        return made.json();
    }

    private Map<String, String> proof() {
        Client.Answer challenge = person.post(path() + ":challenge", "");
        assertThat(challenge.status()).as(challenge.body()).isEqualTo(200);
        write("message", challenge.json().get("message").asString());
        run(folder, "openssl", "dgst", "-sha256", "-sign", "device.key", "-out", "signature", "message");
        try {
            return Map.of(
                    "nonce",
                    challenge.json().get("nonce").asString(),
                    "signature",
                    Base64.getEncoder().encodeToString(Files.readAllBytes(folder.resolve("signature"))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(String file, String text) {
        try {
            Files.writeString(folder.resolve(file), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path certificateFile() {
        return folder.resolve("device.pem");
    }

    Path keyFile() {
        return folder.resolve("device.key");
    }

    /// Runs a program in a folder; answers what it wrote.
    static String run(Path folder, String... command) {
        try {
            Process process = new ProcessBuilder(List.of(command))
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .start();
            Output output = Output.of(process.getInputStream());
            assertThat(process.waitFor()).as(output.whole()).isZero();
            return output.whole();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
