package dev.keystead.federation.saml.protocol;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What an identity provider says about somebody, after every check.
///
/// @param id may be used once
/// @param usableUntil from then on nobody would believe it anyway
/// @param sessionIndex the session there, by which a logout names it
/// @param sessionEndsAt when the session there ends at the latest
/// @param context how they proved themselves there
/// @param attributes their values by name, in the order in which they came
public record Assertion(
        String id,
        Instant usableUntil,
        NameId subject,
        Optional<String> sessionIndex,
        Optional<Instant> sessionEndsAt,
        Instant provenAt,
        Optional<String> context,
        Map<String, List<String>> attributes) {}
