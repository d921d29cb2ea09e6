package dev.keystead.session;

import dev.keystead.device.DeviceId;
import dev.keystead.directory.UserId;
import dev.keystead.workspace.WorkspaceId;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Somebody who is inside.
///
/// @param tenant the workspace whose user they are
/// @param workspace the one they chose to work in, if they had a choice
/// @param generation which of its tokens is the current one
/// @param methods how they proved themselves, in the words of RFC 8176
/// @param device that showed its key in it, if one did: it ends with that
/// @param endsAt when it ends however much it is used
/// @param expiresAt when it ends unless it is used before
public record Session(
        SessionId id,
        WorkspaceId tenant,
        UserId user,
        Optional<WorkspaceId> workspace,
        Kind kind,
        int generation,
        List<String> methods,
        Client client,
        Optional<DeviceId> device,
        Instant provenAt,
        Instant rotatedAt,
        Instant lastActiveAt,
        Instant endsAt,
        Optional<Instant> revokedAt,
        Instant createdAt,
        Instant expiresAt) {

    /// What may rest on nothing but a password.
    private static final Set<String> KNOWN_BY_HEART = Set.of("pwd", "fed");

    /// In whose hands its token is.
    public enum Kind {
        BROWSER,
        API
    }

    /// Why a session ended.
    public enum End {
        SIGNED_OUT,
        ENDED,
        REUSE,
        PASSWORD,
        USER,
        REPLACED,
        /// It was over: noted for those who are told of every end.
        EXPIRED,
        /// Its device was revoked.
        DEVICE,
        /// The identity provider that the person came from has signed them out.
        UPSTREAM
    }

    /// Where a request came from, as far as the person in question may see it.
    public record Client(String address, String userAgent) {
        private static final int LONGEST = 500;

        public Client {
            userAgent = userAgent.length() > LONGEST ? userAgent.substring(0, LONGEST) : userAgent;
        }
    }

    /// How long sessions live.
    public record Limits(Duration idle, Duration absolute) {}

    public boolean isLiveAt(Instant time) {
        return revokedAt.isEmpty() && time.isBefore(expiresAt);
    }

    /// How somebody proved themselves who did so twice, in the words of RFC 8176. Two proofs of different kinds are
    /// two factors, however much time is between them. A password here and another provider's word are not: behind
    /// both may be the same password.
    static List<String> together(List<String> before, List<String> now) {
        var all = new LinkedHashSet<>(before);
        all.addAll(now);
        boolean two = all.size() > 1 && !KNOWN_BY_HEART.containsAll(all);
        if (two) {
            all.add("mfa");
        }
        return List.copyOf(all);
    }
}
