package dev.keystead.login;

import dev.keystead.directory.UserId;
import dev.keystead.platform.crypto.Digest;
import dev.keystead.session.SessionId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A sign-in under way.
///
/// @param identifier what was typed to say who
/// @param account the account that is meant, if there is one: nothing is proven by that, and nobody may see it
/// @param user who proved themselves
/// @param session the one that a step-up is for
/// @param errors wrong answers so far
/// @param code of the mail that was sent, to be typed here
/// @param kept whether there is a row of it: one that ends by the request that began it never has one
public record Flow(
        FlowId id,
        Kind kind,
        Status status,
        Optional<String> identifier,
        Optional<UserId> account,
        Optional<UserId> user,
        Optional<SessionId> session,
        List<Step> done,
        int errors,
        Optional<Digest> code,
        Optional<String> returnTo,
        Instant createdAt,
        Instant expiresAt,
        boolean kept) {

    /// The errors that end it.
    public static final int MOST_ERRORS = 5;

    public enum Kind {
        SIGN_IN,
        STEP_UP
    }

    public enum Status {
        /// Nothing is proven.
        PENDING,
        /// One proof was given; what is left is not a proof.
        PASSWORD_OK,
        /// Another proof is needed.
        MFA_REQUIRED,
        COMPLETED,
        FAILED
    }

    /// Whether it can go on.
    public boolean isOpenAt(Instant time) {
        return status != Status.COMPLETED && status != Status.FAILED && time.isBefore(expiresAt);
    }

    public boolean has(Step step) {
        return done.contains(step);
    }

    /// The steps that are done once another one is.
    List<Step> doneWith(Step step) {
        return Stream.concat(done.stream(), Stream.of(step)).toList();
    }

    /// The same after a step.
    Flow after(Step step, UserId proven, Status to, Optional<SessionId> into) {
        return new Flow(
                id,
                kind,
                to,
                identifier,
                account,
                Optional.of(proven),
                into.or(() -> session),
                doneWith(step),
                errors,
                Optional.empty(),
                returnTo,
                createdAt,
                expiresAt,
                kept);
    }

    /// The same once there is a row of it.
    Flow nowKept() {
        return new Flow(
                id,
                kind,
                status,
                identifier,
                account,
                user,
                session,
                done,
                errors,
                code,
                returnTo,
                createdAt,
                expiresAt,
                true);
    }

    public int triesLeft() {
        return Math.max(0, MOST_ERRORS - errors);
    }
}
