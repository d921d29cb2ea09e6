package dev.keystead.oauth.mint;

import dev.keystead.client.Client;
import dev.keystead.grant.Grants;
import java.time.Duration;

/// How long what a client is given lives.
public final class Lives {
    private static final Duration LONGEST = Duration.ofDays(365);

    private Lives() {}

    public static Grants.Limits of(Client client) {
        return new Grants.Limits(Duration.ofSeconds(client.settings().tokens().refreshSeconds()), LONGEST);
    }
}
