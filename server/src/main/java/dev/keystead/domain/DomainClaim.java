package dev.keystead.domain;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A domain that a workspace says is its own.
///
/// @param token what the proof must show; public once it stands there
/// @param verifiedAt when it was proven; nothing while it is only claimed
/// @param serves whether the workspace is found under this very name
/// @param failingSince since when its proof is missing
record DomainClaim(
        DomainId id,
        DomainName domain,
        ProofMethod method,
        String token,
        Instant tokenExpiresAt,
        Optional<Instant> verifiedAt,
        boolean serves,
        Optional<Instant> checkedAt,
        Optional<Instant> failingSince,
        int version,
        Instant createdAt,
        Instant updatedAt) {
    /// How long a link that somebody opened proves a domain, the days after the notice included.
    static final Duration MAIL_PROVES_FOR = Duration.ofDays(365);

    /// Whether the owners are to be told that a link must be opened again; true until one was.
    boolean isMailOldAt(Instant now) {
        Instant proven = checkedAt.or(() -> verifiedAt).orElse(createdAt);
        return failingSince.isPresent()
                || !proven.plus(MAIL_PROVES_FOR).minus(DomainChecks.PATIENCE).isAfter(now);
    }

    boolean isVerified() {
        return verifiedAt.isPresent();
    }

    /// What the record or the file holds.
    String proof() {
        return "keystead-domain=" + token;
    }

    /// The name of the record.
    String recordName() {
        return "_keystead." + domain;
    }

    /// The address of the file.
    URI fileAddress() {
        return URI.create("https://" + domain + "/.well-known/keystead-domain.txt");
    }

    /// The addresses of which one is mailed to.
    List<String> mailAddresses() {
        return Stream.of(Mailbox.values()).map(mailbox -> mailbox.at(domain)).toList();
    }
}
