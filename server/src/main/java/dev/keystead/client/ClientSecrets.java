package dev.keystead.client;

import dev.keystead.client.Client.Secrets;
import dev.keystead.platform.crypto.Digest;
import dev.keystead.platform.crypto.Mac;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.crypto.Sealer;
import dev.keystead.platform.crypto.Secret;
import dev.keystead.platform.crypto.SecretPrefix;
import dev.keystead.workspace.WorkspaceId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;

/// Makes the secrets of clients and knows them again.
final class ClientSecrets {
    /// What every client secret begins with, so that scanners recognise a leaked one.
    static final SecretPrefix SECRET = SecretPrefix.CLIENT_SECRET;

    /// The same for tokens of RFC 7592.
    static final SecretPrefix REGISTRATION = SecretPrefix.REGISTRATION_TOKEN;

    /// Belongs to no text: what a client without a secret is compared with, so that this takes the same
    /// time.
    private static final Digest NOTHING = new Digest("00".repeat(32));

    private final Mac mac;
    private final Mac registration;
    private final Sealer sealer;
    private final Clock clock;

    ClientSecrets(MasterKey master, Clock clock) {
        this.mac = master.mac("client-secret");
        this.registration = master.mac("client-registration");
        this.sealer = master.sealer("client-secret");
        this.clock = clock;
    }

    /// What is kept, and what is shown once.
    record Given(Secrets kept, Optional<Secret> secret) {}

    /// A new secret in place of the one that is kept.
    Given make(WorkspaceId workspace, AuthMethod method, Secrets before) {
        Secret secret = Secret.make(SECRET, workspace.value());
        Optional<String> sealed = method == AuthMethod.CLIENT_SECRET_JWT
                ? Optional.of(HexFormat.of()
                        .formatHex(sealer.seal(workspace.value(), secret.text().getBytes(StandardCharsets.UTF_8))))
                : Optional.empty();
        var kept = new Secrets(Optional.of(mac.digest(secret.text())), sealed, Optional.empty(), before.registration());
        return new Given(kept, Optional.of(secret));
    }

    /// What is kept after a rotation whose secret before works for a while.
    Secrets overlapping(Secrets made, Secrets before, Duration overlap) {
        Optional<Secrets.Previous> previous = before.hash()
                .filter(_ -> !overlap.isZero())
                .map(hash -> new Secrets.Previous(hash, clock.instant().plus(overlap)));
        return new Secrets(made.hash(), made.sealed(), previous, made.registration());
    }

    /// What is kept once a client proves itself in another way. A secret with which it shall sign cannot be
    /// had from its HMAC.
    Secrets after(Client client, AuthMethod method) {
        Secrets before = client.secrets();
        if (client.settings().authMethod() == method) {
            return before;
        }
        boolean stays = method.usesSecret() && method != AuthMethod.CLIENT_SECRET_JWT;
        return stays
                ? new Secrets(before.hash(), Optional.empty(), before.previous(), before.registration())
                : new Secrets(Optional.empty(), Optional.empty(), Optional.empty(), before.registration());
    }

    Secret makeRegistrationToken(WorkspaceId workspace) {
        return Secret.make(REGISTRATION, workspace.value());
    }

    Digest registrationHash(Secret token) {
        return registration.digest(token.text());
    }

    boolean isSecret(Optional<Client> client, String text) {
        Instant now = clock.instant();
        Optional<Secrets> kept = client.map(Client::secrets);
        Digest current = kept.flatMap(Secrets::hash).orElse(NOTHING);
        Digest previous = kept.flatMap(Secrets::previous)
                .filter(old -> now.isBefore(old.endsAt()))
                .map(Secrets.Previous::hash)
                .orElse(NOTHING);
        byte[] given = mac.of(text);
        // Both are compared whatever the first one says.
        boolean isCurrent = MessageDigest.isEqual(given, current.bytes());
        boolean isPrevious = MessageDigest.isEqual(given, previous.bytes());
        return isCurrent || isPrevious;
    }

    boolean isRegistrationToken(Optional<Client> client, String text) {
        Digest kept = client.map(Client::secrets).flatMap(Secrets::registration).orElse(NOTHING);
        return registration.matches(text, kept.bytes());
    }

    Optional<byte[]> open(Client client) {
        return client.secrets()
                .sealed()
                .map(hex ->
                        sealer.open(client.workspace().value(), HexFormat.of().parseHex(hex)));
    }
}
