package dev.keystead.directory;

import java.time.Instant;
import java.util.Optional;

/// A living user as stored.
///
/// @param contactEmail where mail reaches them, if not at their own address
/// @param emailVerifiedAt when they last showed that mail to them arrives
public record User(
        UserId id,
        Kind kind,
        Optional<String> handle,
        String email,
        Optional<String> contactEmail,
        Optional<Instant> emailVerifiedAt,
        String displayName,
        String locale,
        String timezone,
        Status status,
        int version,
        Instant createdAt,
        Instant updatedAt) {

    /// What a user is.
    public enum Kind {
        /// A person of the system workspace, whose address is the handle under the account domain.
        INDIVIDUAL,
        /// A workspace's own user, with any address.
        MANAGED
    }

    /// Whether a user gets in.
    public enum Status {
        PENDING_VERIFICATION,
        ACTIVE,
        SUSPENDED,
        /// Deleted and waiting for erasure.
        DEACTIVATED
    }

    User withStatus(Status changed) {
        return new User(
                id,
                kind,
                handle,
                email,
                contactEmail,
                emailVerifiedAt,
                displayName,
                locale,
                timezone,
                changed,
                version,
                createdAt,
                updatedAt);
    }

    User withUpdatedAt(Instant time) {
        return new User(
                id,
                kind,
                handle,
                email,
                contactEmail,
                emailVerifiedAt,
                displayName,
                locale,
                timezone,
                status,
                version,
                createdAt,
                time);
    }

    User withEmailVerifiedAt(Instant time) {
        return new User(
                id,
                kind,
                handle,
                email,
                contactEmail,
                Optional.of(time),
                displayName,
                locale,
                timezone,
                status,
                version,
                createdAt,
                updatedAt);
    }

    /// The same with another address for mail, which nothing has proven yet.
    public User withContactEmail(Optional<String> address) {
        return new User(
                id,
                kind,
                handle,
                email,
                address,
                emailVerifiedAt.filter(_ -> address.orElse(email).equals(mailbox())),
                displayName,
                locale,
                timezone,
                status,
                version,
                createdAt,
                updatedAt);
    }

    /// The same with another handle and the address that goes with it.
    User withHandle(Optional<String> changed, String address) {
        return new User(
                id,
                kind,
                changed,
                address,
                contactEmail,
                emailVerifiedAt.filter(_ -> contactEmail.orElse(address).equals(mailbox())),
                displayName,
                locale,
                timezone,
                status,
                version,
                createdAt,
                updatedAt);
    }

    /// Where mail reaches them.
    public String mailbox() {
        return contactEmail.orElse(email);
    }

    public boolean isActive() {
        return status == Status.ACTIVE;
    }
}
