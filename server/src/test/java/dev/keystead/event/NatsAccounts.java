package dev.keystead.event;

import dev.keystead.platform.json.Json;
import io.nats.client.NKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/// An operator of NATS with an account and a user in it, as the tools of NATS make them: tokens that are signed
/// with nkeys.
final class NatsAccounts {
    private static final Map<String, Object> ACCOUNT_LIMITS = limits();

    private final NKey operator;
    private final NKey system;
    private final NKey account;
    private final NKey user;

    NatsAccounts() {
        try {
            var random = new SecureRandom();
            this.operator = NKey.createOperator(random);
            this.system = NKey.createAccount(random);
            this.account = NKey.createAccount(random);
            this.user = NKey.createUser(random);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, Object> limits() {
        var limits = new LinkedHashMap<String, Object>();
        for (String each : new String[] {
            "subs",
            "data",
            "payload",
            "imports",
            "exports",
            "conn",
            "leaf",
            "mem_storage",
            "disk_storage",
            "streams",
            "consumer"
        }) {
            limits.put(each, -1);
        }
        limits.put("wildcards", true);
        return limits;
    }

    private static String name(NKey key) {
        try {
            return new String(key.getPublicKey());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static String token(NKey signer, NKey subject, Map<String, Object> claims) {
        var body = new LinkedHashMap<String, Object>();
        body.put("jti", "keystead-test");
        body.put("iat", Instant.now().getEpochSecond());
        body.put("iss", name(signer));
        body.put("name", "test");
        body.put("sub", name(subject));
        body.put("nats", claims);
        String text = encoded(Map.of("typ", "JWT", "alg", "ed25519-nkey")) + "." + encoded(body);
        try {
            byte[] signature = signer.sign(text.getBytes(StandardCharsets.US_ASCII));
            return text + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(signature);
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String encoded(Map<String, Object> json) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Json.bytes(json));
    }

    private String account(NKey key) {
        return token(operator, key, Map.of("type", "account", "version", 2, "limits", ACCOUNT_LIMITS));
    }

    /// What the server is configured with.
    String settings() {
        return """
                operator: %s
                system_account: %s
                resolver: MEMORY
                resolver_preload: {
                  %s: %s
                  %s: %s
                }
                """.formatted(
                        token(operator, operator, Map.of("type", "operator", "version", 2)),
                        name(system),
                        name(system),
                        token(operator, system, Map.of("type", "account", "version", 2)),
                        name(account),
                        account(account));
    }

    /// The file of the user, with the token and the key.
    String credentials() {
        try {
            return """
                    -----BEGIN NATS USER JWT-----
                    %s
                    ------END NATS USER JWT------

                    -----BEGIN USER NKEY SEED-----
                    %s
                    ------END USER NKEY SEED------
                    """.formatted(
                    token(account, user, Map.of("type", "user", "version", 2, "subs", -1, "data", -1, "payload", -1)),
                    new String(user.getSeed()));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
