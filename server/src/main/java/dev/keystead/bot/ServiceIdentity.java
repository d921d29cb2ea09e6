package dev.keystead.bot;

import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// A machine that a workspace owns, as stored and not deleted.
///
/// @param handle ends in `.bot`, and stays for life
/// @param trustClass as somebody decided; see [TrustClass#given]
/// @param createdBy the DID of whoever made it
public record ServiceIdentity(
        ServiceIdentityId id,
        String handle,
        String displayName,
        Optional<String> description,
        TrustClass trustClass,
        Status status,
        Optional<Attestation> attestation,
        String createdBy,
        int version,
        Instant createdAt,
        Instant updatedAt) {
    /// A key that the machine has shown to be its own.
    ///
    /// @param key the public key (RFC 7517)
    /// @param thumbprint of the key (RFC 7638)
    public record Attestation(JsonNode key, String thumbprint, Instant attestedAt) {}

    boolean isActive() {
        return status == Status.ACTIVE;
    }

    boolean isAttested() {
        return attestation.isPresent();
    }

    ServiceIdentity as(String newName, Optional<String> newDescription, TrustClass newClass, Status newStatus) {
        return new ServiceIdentity(
                id,
                handle,
                newName,
                newDescription,
                newClass,
                newStatus,
                attestation,
                createdBy,
                version,
                createdAt,
                updatedAt);
    }
}
