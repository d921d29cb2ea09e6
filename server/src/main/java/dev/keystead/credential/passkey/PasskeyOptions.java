package dev.keystead.credential.passkey;

import dev.keystead.platform.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// What a browser is asked, in the JSON that its `parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON` read.
public final class PasskeyOptions {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final String TYPE = "public-key";

    private PasskeyOptions() {}

    /// A passkey that a browser may know: its id, and how it is reached.
    public record Known(Octets credentialId, List<String> transports) {}

    /// Whose passkey it becomes. Both names are shown by authenticators when people choose.
    public record Owner(UserHandle handle, String account, String displayName) {}

    /// Asks for a new passkey.
    ///
    /// @param exclude those that the user has: an authenticator that holds one makes no second
    public static String creation(
            RelyingParty party, Owner owner, Octets challenge, List<Known> exclude, PasskeyPolicy policy) {
        return Json.text(Map.of(
                "rp", Map.of("id", party.id(), "name", party.name()),
                "user",
                        Map.of(
                                "id", owner.handle().octets().base64url(),
                                "name", owner.account(),
                                "displayName", owner.displayName()),
                "challenge", challenge.base64url(),
                "pubKeyCredParams",
                        Ceremonies.ALGORITHMS.stream()
                                .map(offered -> Map.of("type", TYPE, "alg", offered.getValue()))
                                .toList(),
                "timeout", PATIENCE.toMillis(),
                "excludeCredentials", descriptors(exclude),
                "authenticatorSelection",
                        Map.of(
                                "residentKey",
                                "required",
                                "requireResidentKey",
                                true,
                                "userVerification",
                                policy.userVerification()),
                "attestation", policy.attestation().conveyance(),
                "extensions", Map.of("credProps", true)));
    }

    /// Asks for a proof of a passkey.
    ///
    /// @param allow those that will do; none: whatever passkey for this site the person chooses
    public static String request(RelyingParty party, Octets challenge, List<Known> allow, PasskeyPolicy policy) {
        return Json.text(Map.of(
                "rpId", party.id(),
                "challenge", challenge.base64url(),
                "timeout", PATIENCE.toMillis(),
                "allowCredentials", descriptors(allow),
                "userVerification", policy.userVerification()));
    }

    private static List<Map<String, Object>> descriptors(List<Known> known) {
        return known.stream()
                .map(one -> Map.<String, Object>of(
                        "type", TYPE, "id", one.credentialId().base64url(), "transports", one.transports()))
                .toList();
    }
}
