package dev.keystead.account;

import dev.keystead.authevent.AuthEvent;
import dev.keystead.directory.User;
import dev.keystead.pat.PersonalToken;
import dev.keystead.pat.PersonalTokenId;
import dev.keystead.pat.PersonalTokens;
import dev.keystead.pat.PersonalTokens.Made;
import dev.keystead.pat.PersonalTokens.Rotation;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.policy.Policies;
import dev.keystead.policy.TokenPolicy;
import dev.keystead.tenancy.Transaction;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// A person's own access tokens. Whatever happens to one is told.
final class OwnTokens {
    private final PersonalTokens tokens;
    private final Policies policies;
    private final Notices notices;

    OwnTokens(PersonalTokens tokens, Policies policies, Notices notices) {
        this.tokens = tokens;
        this.policies = policies;
        this.notices = notices;
    }

    /// What the workspace has decided, to be read before a transaction is opened.
    TokenPolicy policy(Me me) {
        return policies.token(me.tenant());
    }

    List<PersonalToken> list(Me me, Optional<UUID> before, int limit) {
        return tokens.list(me.user(), before, limit);
    }

    Optional<PersonalToken> find(Me me, PersonalTokenId id) {
        return tokens.find(me.user(), id);
    }

    boolean isFull(Me me) {
        return tokens.isFull(me.user());
    }

    /// @throws Refusal when the person has as many as there may be
    Made make(Transaction transaction, Me me, User owner, PersonalTokens.Wish wish) {
        Made made = tokens.make(transaction, wish)
                .orElseThrow(() -> new Refusal(Reply.conflict("you have " + PersonalTokens.MOST
                        + " tokens that work, and there may be no more; revoke one that you do not need")));
        notices.tell(transaction, me, owner, AuthEvent.Type.TOKEN_MADE, Notice.TOKEN_MADE);
        return made;
    }

    Rotation rotate(
            Transaction transaction, Me me, User owner, PersonalTokenId id, Duration overlap, TokenPolicy policy) {
        Rotation rotation = tokens.rotate(transaction, me.user(), id, overlap, policy);
        if (rotation instanceof Rotation.Rotated) {
            notices.tell(transaction, me, owner, AuthEvent.Type.TOKEN_ROTATED, Notice.TOKEN_MADE);
        }
        return rotation;
    }

    /// Nothing when there is none such, or it is over.
    Optional<PersonalToken> revoke(Transaction transaction, Me me, User owner, PersonalTokenId id) {
        Optional<PersonalToken> revoked = tokens.revoke(transaction, me.user(), id);
        if (revoked.isPresent()) {
            notices.tell(transaction, me, owner, AuthEvent.Type.TOKEN_REVOKED, Notice.TOKEN_REVOKED);
        }
        return revoked;
    }
}
