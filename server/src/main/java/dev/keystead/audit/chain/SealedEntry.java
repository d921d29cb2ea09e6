package dev.keystead.audit.chain;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.IdText;
import java.time.Instant;
import java.util.UUID;

/// A row of a trail, as it stands there.
///
/// @param eventAt unix seconds
/// @param payload in the form of RFC 8785
/// @param previous the hash of the row before it
/// @param hash as it is stored; what it should be says [RowHash]
public record SealedEntry(
        long seq,
        UUID id,
        long eventAt,
        String actorDid,
        String eventType,
        String resourceType,
        String resourceId,
        String requestId,
        String payload,
        Instant sealedAt,
        String previous,
        String hash) {
    /// Its id in the outside form.
    public String idText() {
        return IdText.encode(Prefix.AUDIT_ENTRY.text(), id);
    }

    /// When it was sealed, in unix seconds. A seal has whole seconds; anything else must not look the same.
    public String sealedText() {
        long seconds = sealedAt.getEpochSecond();
        return sealedAt.getNano() == 0 ? Long.toString(seconds) : seconds + "." + sealedAt.getNano();
    }

    SealedEntry at(long otherSeq, String otherPrevious) {
        return new SealedEntry(
                otherSeq,
                id,
                eventAt,
                actorDid,
                eventType,
                resourceType,
                resourceId,
                requestId,
                payload,
                sealedAt,
                otherPrevious,
                hash);
    }

    SealedEntry sealed(String its) {
        return new SealedEntry(
                seq,
                id,
                eventAt,
                actorDid,
                eventType,
                resourceType,
                resourceId,
                requestId,
                payload,
                sealedAt,
                previous,
                its);
    }
}
