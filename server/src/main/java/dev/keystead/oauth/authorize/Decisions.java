package dev.keystead.oauth.authorize;

import dev.keystead.consent.Consents;
import dev.keystead.oauth.authorize.AuthorizationRequest.Prompt;
import dev.keystead.oauth.wire.AuthenticationClass;
import dev.keystead.oauth.wire.OAuthError;
import dev.keystead.oauth.wire.OwnInterface;
import dev.keystead.oauth.wire.Subjects;
import dev.keystead.session.Session;
import dev.keystead.tenancy.Scope;
import dev.keystead.workspace.WorkspaceId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Decides what a request still needs, in the order of OpenID Connect Core section 3.1.2.3: who is there,
/// since when, how sure, and whether they agree.
final class Decisions {
    private final Consents consents;
    private final Subjects subjects;
    private final OwnInterface ownInterface;
    private final Predicate<WorkspaceId> signUpIsOpen;
    private final Clock clock;

    /// @param signUpIsOpen whether people may make accounts in a workspace by themselves
    Decisions(
            Consents consents,
            Subjects subjects,
            OwnInterface ownInterface,
            Predicate<WorkspaceId> signUpIsOpen,
            Clock clock) {
        this.consents = consents;
        this.subjects = subjects;
        this.ownInterface = ownInterface;
        this.signUpIsOpen = signUpIsOpen;
        this.clock = clock;
    }

    /// @param session who is signed in with this browser
    /// @param begunAt when the request came: what was proven since then was proven for it
    Decision decide(AuthorizationRequest request, Optional<Session> session, Instant begunAt) {
        boolean provenForThis =
                session.filter(found -> !found.provenAt().isBefore(begunAt)).isPresent();
        if (request.asks(Prompt.CREATE) && !provenForThis) {
            return decideSignUp(request);
        }
        if (session.isEmpty() || !isMeant(request, session.get())) {
            Decision signIn = new Decision.SignIn(session.isPresent());
            return instead(request, signIn, "login_required", "nobody suitable is signed in");
        }
        if (!provenForThis && request.asks(Prompt.SELECT_ACCOUNT)) {
            return new Decision.SignIn(true);
        }
        if (!provenForThis && mustProveAgain(request, session.get())) {
            return instead(
                    request, new Decision.ProveAgain(), "login_required", "the person must prove again who they are");
        }
        Optional<Decision> classDecision = lacksClass(request, session.get(), provenForThis);
        return classDecision.orElseGet(() -> decideConsent(request, session.get()));
    }

    /// Whoever is signed in: the application wants somebody new.
    private Decision decideSignUp(AuthorizationRequest request) {
        return signUpIsOpen.test(request.client().workspace())
                ? new Decision.SignUp()
                : new Decision.Refuse(OAuthError.invalidRequest(
                        "prompt create is not offered here: people cannot make accounts by themselves"));
    }

    /// Whether the person who is signed in is one whom the request names. Nobody else's tokens answer it, whoever has
    /// a session here (OpenID Connect Core section 3.1.2.2).
    private boolean isMeant(AuthorizationRequest request, Session session) {
        return request.subjects().isEmpty()
                || request.subjects().contains(subjects.of(request.client(), session.user()));
    }

    private boolean mustProveAgain(AuthorizationRequest request, Session session) {
        boolean tooOld = request.maxAge()
                .map(age -> age.compareTo(Duration.between(session.provenAt(), clock.instant())) < 0 || age.isZero())
                .orElse(false);
        return request.asks(Prompt.LOGIN) || tooOld;
    }

    /// A class that is wished for is tried once; without one that is essential there is no answer.
    private static Optional<Decision> lacksClass(AuthorizationRequest request, Session session, boolean provenForThis) {
        List<String> wanted = request.essentialAcr().isEmpty() ? request.acrValues() : request.essentialAcr();
        boolean reached = AuthenticationClass.isReached(wanted, session.methods());
        boolean known = AuthenticationClass.all().stream().anyMatch(wanted::contains);
        if (wanted.isEmpty() || reached) {
            return Optional.empty();
        }
        boolean essential = !request.essentialAcr().isEmpty();
        if (known && !provenForThis && !request.asks(Prompt.NONE)) {
            return Optional.of(new Decision.ProveAgain());
        }
        return essential
                ? Optional.of(new Decision.Refuse(OAuthError.of(
                        "unmet_authentication_requirements", "the authentication class asked for was not reached")))
                : Optional.empty();
    }

    /// Who is to act here in the person's name asks them each time: an earlier consent may have meant the
    /// same words at another resource, and whoever registers applications must not gain what others may do.
    private Decision decideConsent(AuthorizationRequest request, Session session) {
        boolean ask = request.asks(Prompt.CONSENT)
                || ownInterface.isAmong(request.resources())
                || (!request.client().settings().firstParty() && !isAllowed(request, session));
        return ask
                ? instead(request, new Decision.AskConsent(session), "consent_required", "the person must be asked")
                : new Decision.Give(session);
    }

    private boolean isAllowed(AuthorizationRequest request, Session session) {
        return request.canBeRemembered()
                && Scope.tenant(session.tenant().value())
                        .call(() ->
                                consents.find(session.user(), request.client().id()))
                        .filter(consent -> consent.covers(request.agreement(), request.resources()))
                        .isPresent();
    }

    private static Decision instead(AuthorizationRequest request, Decision decision, String code, String description) {
        return request.asks(Prompt.NONE) ? new Decision.Refuse(OAuthError.of(code, description)) : decision;
    }
}
