package dev.keystead.login;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import java.util.UUID;

/// The id of a challenge for a passkey.
public record ChallengeId(UUID value) implements TypedId {
    @Override
    public String prefix() {
        return Prefix.WEBAUTHN_CHALLENGE.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
