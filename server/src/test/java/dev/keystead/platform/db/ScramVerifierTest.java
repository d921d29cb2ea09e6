package dev.keystead.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keystead.postgres.TestPostgres;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class ScramVerifierTest {
    private static final Pattern FORM =
            Pattern.compile("SCRAM-SHA-256\\$4096:([A-Za-z0-9+/=]+)\\$([A-Za-z0-9+/=]+):([A-Za-z0-9+/=]+)");

    /// The exchange of RFC 7677 §3: user "user", password "pencil", 4096 iterations.
    private static final byte[] SALT = Base64.getDecoder().decode("W22ZaJ0SNY7soEsUEjb6gQ==");

    private static final String AUTH_MESSAGE = "n=user,r=rOprNGfwEbeRWgbNEkqO,"
            + "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096,"
            + "c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0";
    private static final String CLIENT_PROOF = "dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=";
    private static final String SERVER_SIGNATURE = "6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=";

    private static byte[] hmac(byte[] key, String text) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static Matcher parts(String verifier) {
        Matcher parts = FORM.matcher(verifier);
        assertThat(parts.matches()).as(verifier).isTrue();
        return parts;
    }

    /// A server that keeps the verifier accepts the proof of the standard's client: ClientKey = proof XOR
    /// HMAC(StoredKey, message), and its hash is the stored key.
    @Test
    void itAcceptsTheClientOfTheStandard() throws Exception {
        Matcher parts = parts(ScramVerifier.of("pencil", SALT));
        byte[] stored = Base64.getDecoder().decode(parts.group(2));
        byte[] signature = hmac(stored, AUTH_MESSAGE);
        byte[] proof = Base64.getDecoder().decode(CLIENT_PROOF);
        var clientKey = new byte[proof.length];
        for (int i = 0; i < proof.length; i++) {
            clientKey[i] = (byte) (proof[i] ^ signature[i]);
        }
        assertThat(MessageDigest.getInstance("SHA-256").digest(clientKey)).isEqualTo(stored);
    }

    @Test
    void itGivesTheServerSignatureOfTheStandard() throws Exception {
        Matcher parts = parts(ScramVerifier.of("pencil", SALT));
        assertThat(Base64.getDecoder().decode(parts.group(1))).isEqualTo(SALT);
        byte[] signature = hmac(Base64.getDecoder().decode(parts.group(3)), AUTH_MESSAGE);
        assertThat(Base64.getEncoder().encodeToString(signature)).isEqualTo(SERVER_SIGNATURE);
    }

    @Test
    void theSaltIsNewEachTimeAndThePasswordIsNotInIt() {
        String first = ScramVerifier.of("correct horse");
        assertThat(first).isNotEqualTo(ScramVerifier.of("correct horse")).doesNotContain("correct");
    }

    @Test
    void postgresLetsInWhoHasThePasswordAndNobodyElse() throws SQLException {
        TestPostgres.Database database = TestPostgres.shared().createDatabase();
        String password = "a-derived_Password.43~characters";
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("create role scram_tried login password '" + ScramVerifier.of(password) + "'");
        }
        DriverManager.getConnection(database.jdbcUrl(), "scram_tried", password).close();
        assertThatThrownBy(() -> DriverManager.getConnection(database.jdbcUrl(), "scram_tried", password + "x"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("password authentication failed");
    }
}
