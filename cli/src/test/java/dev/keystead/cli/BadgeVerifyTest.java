package dev.keystead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.keystead.badge.BadgeFile;
import dev.keystead.badge.BadgeId;
import dev.keystead.badge.BadgeKeyId;
import dev.keystead.badge.IssuerKeys;
import dev.keystead.platform.crypto.Ed25519;
import dev.keystead.platform.json.CanonicalJson;
import dev.keystead.platform.json.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `keystead badge verify`, with no server at hand.
class BadgeVerifyTest {
    private static final Instant ISSUED = Instant.parse("2026-11-16T12:00:00Z");
    private static final String ISSUER = "https://id.example.org/t/acme";
    private static final String THEN = "2026-12-01T00:00:00Z";

    private final Ed25519.Pair pair = Ed25519.generate();
    private final BadgeKeyId kid = BadgeKeyId.make();
    private final BadgeId id = BadgeId.make();

    @TempDir
    private Path folder = Path.of("");

    private Path badge = Path.of("");
    private Path keys = Path.of("");

    @BeforeEach
    void write() throws IOException {
        badge = Files.write(folder.resolve("badge.json"), file(payload(ISSUER)));
        keys = Files.write(folder.resolve("keys.json"), Json.bytes(list(ISSUER, "active", List.of())));
    }

    private String payload(String issuer) {
        return """
                {"id":"%s","kind":"staff","sub":"usr_01k9y7c2vff0z8n3q5s6t4w1xe","handle":"ana","name":"Ana Lima",\
                "role":"Engineer","iss":"%s","iat":%d,"exp":%d,"kid":"%s"}""".formatted(id, issuer, ISSUED.getEpochSecond(), ISSUED.getEpochSecond() + 90 * 86_400, kid);
    }

    private byte[] file(String payload) {
        byte[] bytes = CanonicalJson.of(payload).getBytes(StandardCharsets.UTF_8);
        return file(payload, encoded(Ed25519.sign(Ed25519.privateKey(pair.secret()), bytes)));
    }

    private byte[] file(String payload, String signature) {
        return "{\"payload\":%s,\"signature\":\"%s\",\"kid\":\"%s\"}"
                .formatted(payload, signature, kid)
                .getBytes(StandardCharsets.UTF_8);
    }

    private IssuerKeys list(String issuer, String status, List<IssuerKeys.RevokedBadge> revoked) {
        var key = new IssuerKeys.IssuerKey(
                kid.text(), "staff", status, "OKP", "Ed25519", encoded(pair.open()), ISSUED, null, null);
        return new IssuerKeys(issuer, ISSUED, List.of(key), revoked);
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private Spoken verify(String... more) {
        return verify(badge, keys, more);
    }

    private static Spoken verify(Path badge, Path keys, String... more) {
        List<String> line = new ArrayList<>(List.of("badge", "verify", badge.toString(), "--keys", keys.toString()));
        line.addAll(List.of(more));
        return Spoken.by(line.toArray(String[]::new));
    }

    @Test
    void aGenuineBadgeIsToldInALine() {
        Spoken spoken = verify("--at", THEN);
        assertThat(spoken.exitCode()).as(spoken.err()).isZero();
        assertThat(spoken.out())
                .isEqualTo("valid: staff: Ana Lima (@ana), Engineer, issued by " + ISSUER
                        + ", valid until 2027-02-14T12:00:00Z\n");
        assertThat(spoken.err()).contains("are of 2026-11-16T12:00:00Z");
    }

    @ParameterizedTest
    @CsvSource({"2026-11-16T11:59:59Z, not_yet_valid", "2027-02-14T12:00:00Z, expired"})
    void theTimeThatIsAskedForCounts(String at, String reason) {
        Spoken spoken = verify("--at", at);
        assertThat(spoken.exitCode()).isEqualTo(5);
        assertThat(spoken.out()).startsWith("invalid (" + reason + "): ");
    }

    @Test
    void aTamperedBadgeIsAFinding() throws IOException {
        String genuine = Files.readString(badge);
        Files.writeString(badge, genuine.replace("Engineer", "Director"));
        Spoken spoken = verify("--at", THEN);
        assertThat(spoken.exitCode()).isEqualTo(5);
        assertThat(spoken.out()).startsWith("invalid (wrong_signature): ").doesNotContain("Director");
    }

    @Test
    void aRevokedKeyAndARevokedBadgeAreFindings() throws IOException {
        Files.write(keys, Json.bytes(list(ISSUER, "revoked", List.of())));
        assertThat(verify("--at", THEN).out()).startsWith("invalid (key_revoked): ");
        var tombstone = new IssuerKeys.RevokedBadge(id.text(), ISSUED.plusSeconds(60));
        Files.write(keys, Json.bytes(list(ISSUER, "active", List.of(tombstone))));
        assertThat(verify("--at", THEN).out()).startsWith("invalid (revoked): ");
    }

    @Test
    void keysOfAnotherIssuerProveNothing() throws IOException {
        Files.write(keys, Json.bytes(list("https://evil.example", "active", List.of())));
        Spoken spoken = verify("--at", THEN);
        assertThat(spoken.exitCode()).isEqualTo(5);
        assertThat(spoken.out()).startsWith("invalid (foreign_issuer): ");
    }

    @Test
    void aBadgeCanComeByStandardInput() throws IOException {
        var out = new ByteArrayOutputStream();
        var terminal = new Terminal(Spoken.stream(out), Spoken.stream(new ByteArrayOutputStream()), true, false, false);
        ExitCode code = new BadgeVerifying(terminal, new ByteArrayInputStream(Files.readAllBytes(badge)))
                .verify("-", keys.toString(), THEN);
        assertThat(code).isEqualTo(ExitCode.OK);
        assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("valid: ");
    }

    @Test
    void whatIsNotThereIsNotFound() {
        Spoken spoken = verify(folder.resolve("nothing.json"), keys);
        assertThat(spoken.exitCode()).isEqualTo(3);
        assertThat(spoken.err()).contains("there is no file").contains("nothing.json");
        assertThat(verify(badge, folder.resolve("no-keys.json")).exitCode()).isEqualTo(3);
    }

    @Test
    void aFolderIsNoBadge() {
        Spoken spoken = verify(folder, keys);
        assertThat(spoken.exitCode()).isEqualTo(1);
        assertThat(spoken.err()).contains("cannot be read").doesNotContain("Exception");
    }

    @Test
    void aTimeThatIsNoneIsAWrongLine() {
        Spoken spoken = verify("--at", "yesterday");
        assertThat(spoken.exitCode()).isEqualTo(2);
        assertThat(spoken.err()).contains("'yesterday' is no time");
    }

    @Test
    void aFileWithoutEndIsReadToABound() throws IOException {
        Path huge = folder.resolve("huge.json");
        Files.write(huge, new byte[BadgeFile.MOST_BYTES + 1]);
        Spoken spoken = verify(huge, keys);
        assertThat(spoken.exitCode()).isEqualTo(1);
        assertThat(spoken.err()).contains("larger than 64 KiB");
        Path endless = Path.of("/dev/zero");
        if (Files.exists(endless)) {
            assertThat(verify(endless, keys).err()).contains("larger than 64 KiB");
            assertThat(verify(badge, endless).err()).contains("larger than 16384 KiB");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\u0000\u0000", "[1,2", "{}", "[]", "7", "{\"payload\":{},\"payload\":{}}"})
    void whatIsNoBadgeIsTold(String text) throws IOException {
        Files.writeString(badge, text);
        Spoken spoken = verify();
        assertThat(spoken.exitCode()).isEqualTo(1);
        assertThat(spoken.err()).contains("this is no badge: ").doesNotContain("Exception");
    }

    @Test
    void depthAndBytesThatAreNoTextAreRefused() throws IOException {
        Files.writeString(badge, "[".repeat(20_000));
        assertThat(verify().exitCode()).isEqualTo(1);
        Files.write(badge, new byte[] {(byte) 0xff, (byte) 0xfe, '{', '}'});
        assertThat(verify().err()).contains("not well-formed UTF-8");
        Files.writeString(keys, "[".repeat(20_000));
        Files.write(badge, file(payload(ISSUER)));
        Spoken spoken = verify();
        assertThat(spoken.exitCode()).isEqualTo(1);
        assertThat(spoken.err()).contains("is no list of badge keys").doesNotContain("Exception");
    }

    @Test
    void aListOfManyRevokedBadgesIsRead() throws IOException {
        List<IssuerKeys.RevokedBadge> many = IntStream.range(0, 20_000)
                .mapToObj(_ -> new IssuerKeys.RevokedBadge(BadgeId.make().text(), ISSUED))
                .collect(Collectors.toList());
        many.add(new IssuerKeys.RevokedBadge(id.text(), ISSUED));
        Files.write(keys, Json.bytes(list(ISSUER, "active", many)));
        assertThat(verify("--at", THEN).out()).startsWith("invalid (revoked): ");
    }

    @Test
    void nothingOfABadgeMovesTheCursor() throws IOException {
        Files.write(badge, file(payload(ISSUER).replace("Ana Lima", "Ana\\u001b[2J\\u001b[1;1Hvalid")));
        Spoken spoken = verify("--at", THEN);
        assertThat(spoken.exitCode()).isEqualTo(1);
        assertThat(spoken.out() + spoken.err()).doesNotContain("\u001b");
        Files.writeString(badge, "{\"\\u001b[2J\":1}");
        assertThat(verify().err()).doesNotContain("\u001b");
        Files.write(keys, Json.bytes(list("https://evil.example/\u001b[2J", "active", List.of())));
        Files.write(badge, file(payload(ISSUER)));
        Spoken other = verify("--at", THEN);
        assertThat(other.out() + other.err()).doesNotContain("\u001b");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://id.example.org",
                "https://",
                "https:///x",
                "https://user@id.example.org",
                "https://id.example.org/a b"
            })
    void anAddressThatIsNotSafeIsNotAsked(String address) {
        Spoken spoken = Spoken.by("badge", "verify", badge.toString(), "--keys", address);
        assertThat(spoken.exitCode()).isEqualTo(2);
        assertThat(spoken.err()).contains("is no address that begins with https://");
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:///etc/passwd", "ftp://x.example", "localhost", "jar:file:/x!/y"})
    void aBadgeCannotNameAFileAsItsIssuer(String issuer) throws IOException {
        Files.write(badge, file(payload(issuer)));
        Spoken spoken = Spoken.by("badge", "verify", badge.toString());
        assertThat(spoken.exitCode()).isEqualTo(2);
        assertThat(spoken.err()).contains("is no address that begins with https://");
    }

    @Test
    void keysAreFetchedFromTheIssuerAndARedirectIsNotFollowed() throws IOException {
        HttpServer web = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        String issuer = "http://127.0.0.1:" + web.getAddress().getPort();
        byte[] published = Json.bytes(list(issuer, "active", List.of()));
        web.createContext("/.well-known/badge-keys.json", exchange -> {
            exchange.sendResponseHeaders(200, published.length);
            exchange.getResponseBody().write(published);
            exchange.close();
        });
        web.createContext("/moved", exchange -> {
            exchange.getResponseHeaders().add("Location", issuer + "/.well-known/badge-keys.json");
            exchange.sendResponseHeaders(302, -1);
            exchange.close();
        });
        web.start();
        try {
            Files.write(badge, file(payload(issuer)));
            Spoken spoken = Spoken.by("badge", "verify", badge.toString(), "--at", THEN);
            assertThat(spoken.exitCode()).as(spoken.err()).isZero();
            assertThat(spoken.err()).contains("Asking " + issuer);
            Spoken moved = Spoken.by("badge", "verify", badge.toString(), "--keys", issuer + "/moved");
            assertThat(moved.exitCode()).isEqualTo(1);
            assertThat(moved.err()).contains("the answer is 302");
        } finally {
            web.stop(0);
        }
        Spoken gone = Spoken.by("badge", "verify", badge.toString());
        assertThat(gone.exitCode()).isEqualTo(1);
        assertThat(gone.err()).contains("the keys cannot be had from").doesNotContain("Exception");
    }
}
