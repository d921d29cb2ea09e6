package dev.keystead.federation.upstream;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Somebody as another identity provider knows them, once all that the protocol checks has held.
///
/// @param issuer what the provider calls itself
/// @param subject what it calls the person, letter for letter
/// @param email the address that it tells, if it looks like one
/// @param emailVerified whether it says that the person reads that mailbox
/// @param name the name to show, if it tells one
/// @param handle what the person would like to be called, if it tells that
/// @param locale a language tag, if it tells one
/// @param groups the names of its groups, where the connection asks for them
/// @param secondFactor whether it asked the person for a second factor
/// @param session what it calls its own session (sid, SessionIndex), to be ended by
/// @param hint what it is shown when the person signs out, such as its own ID token
/// @param provenAt when the person proved themselves there, if it says so: that may be long ago
/// @param endsAt when its own session ends at the latest, if it says so
/// @param attributes everything else that it told, for mapping and for tests
public record UpstreamIdentity(
        String issuer,
        String subject,
        Optional<String> email,
        boolean emailVerified,
        Optional<String> name,
        Optional<String> handle,
        Optional<String> locale,
        Optional<List<String>> groups,
        boolean secondFactor,
        Optional<String> session,
        Optional<String> hint,
        Optional<Instant> provenAt,
        Optional<Instant> endsAt,
        Map<String, List<String>> attributes) {
    /// The longest subject that is kept.
    public static final int LONGEST_SUBJECT = 500;

    /// The same of somebody who was asked again, and proved themselves after some time: the provider's clock may be
    /// behind, and tells seconds alone.
    public UpstreamIdentity provenNotBefore(Instant time) {
        return new UpstreamIdentity(
                issuer,
                subject,
                email,
                emailVerified,
                name,
                handle,
                locale,
                groups,
                secondFactor,
                session,
                hint,
                provenAt.map(at -> at.isBefore(time) ? time : at),
                endsAt,
                attributes);
    }

    /// Without what only the provider and we may know.
    @Override
    public String toString() {
        return "UpstreamIdentity[" + issuer + ", " + subject + "]";
    }
}
