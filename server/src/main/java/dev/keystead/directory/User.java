package dev.keystead.directory;

import java.time.Instant;
import java.util.Optional;

/// A living user as stored.
///
/// @param contactEmail where mail reaches them, if not at their own address
/// @param emailVerifiedAt when they last showed that mail to them arrives
/// @param region where their data belongs
/// @param avatarUrl a picture of them, which pages of ours do not load
/// @param backend who vouches for them since they were made
/// @param deceasedAt when they died, as far as an administrator said so: nobody gets in, and the handle stays theirs
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
        String region,
        Optional<String> avatarUrl,
        Backend backend,
        Status status,
        Optional<Instant> deceasedAt,
        int version,
        Instant createdAt,
        Instant updatedAt) {

    /// Where somebody's data belongs of whom nobody said so.
    public static final String DEFAULT_REGION = "default";

    /// What a user is.
    public enum Kind {
        /// A person of the system workspace, whose address is the handle under the account domain.
        INDIVIDUAL,
        /// A workspace's own user, with any address.
        MANAGED
    }

    /// Who vouches for a user since they were made.
    public enum Backend {
        /// This house.
        IN_HOUSE,
        OIDC,
        SAML,
        KEYCLOAK_BROKER
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
                region,
                avatarUrl,
                backend,
                changed,
                deceasedAt,
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
                region,
                avatarUrl,
                backend,
                status,
                deceasedAt,
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
                region,
                avatarUrl,
                backend,
                status,
                deceasedAt,
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
                region,
                avatarUrl,
                backend,
                status,
                deceasedAt,
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
                region,
                avatarUrl,
                backend,
                status,
                deceasedAt,
                version,
                createdAt,
                updatedAt);
    }

    /// The same as another identity provider knows them now.
    ///
    /// @param address which that provider vouches for
    public User withProfile(String address, String name, String language, Instant now) {
        return new User(
                id,
                kind,
                handle,
                address,
                contactEmail,
                address.equals(email) ? emailVerifiedAt : Optional.of(now),
                name,
                language,
                timezone,
                region,
                avatarUrl,
                backend,
                status,
                deceasedAt,
                version,
                createdAt,
                updatedAt);
    }

    /// Where mail reaches them.
    public String mailbox() {
        return contactEmail.orElse(email);
    }

    public boolean isDeceased() {
        return deceasedAt.isPresent();
    }

    public boolean isActive() {
        return status == Status.ACTIVE;
    }
}
