package dev.keystead.account;

import dev.keystead.account.SessionRoutes.SessionView;
import dev.keystead.apikey.ApiKeyRoutes.KeyView;
import dev.keystead.apikey.ApiKeys;
import dev.keystead.authevent.AuthEvent;
import dev.keystead.authevent.AuthEventRoutes.AuthEventView;
import dev.keystead.authevent.AuthEvents;
import dev.keystead.directory.Directory;
import dev.keystead.directory.UserView;
import dev.keystead.member.OwnMembershipRoutes.OwnMembershipView;
import dev.keystead.pat.PersonalToken;
import dev.keystead.pat.PersonalTokenView;
import dev.keystead.platform.http.Caller;
import dev.keystead.session.Session;
import dev.keystead.session.Sessions;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/// Everything that is kept about a person, without secrets.
final class OwnData {
    private static final int PAGE = 200;

    /// Somebody whose name was guessed at all day has no use for more, and memory has an end.
    private static final int MOST_EVENTS = 10_000;

    private final Directory directory;
    private final OwnAccount account;
    private final OwnFactors factors;
    private final Sessions sessions;
    private final AuthEvents events;
    private final ApiKeys keys;
    private final OwnTokens tokens;
    private final Clock clock;

    OwnData(
            Directory directory,
            OwnAccount account,
            OwnFactors factors,
            Sessions sessions,
            AuthEvents events,
            ApiKeys keys,
            OwnTokens tokens,
            Clock clock) {
        this.directory = directory;
        this.account = account;
        this.factors = factors;
        this.sessions = sessions;
        this.events = events;
        this.keys = keys;
        this.tokens = tokens;
        this.clock = clock;
    }

    /// The file that a person gets.
    ///
    /// @param eventsAreAll whether there are no older ones than those here
    public record ExportView(
            Instant exportedAt,
            UserView profile,
            List<OwnMembershipView> memberships,
            Factors.MfaView mfa,
            List<SessionView> sessions,
            List<KeyView> apiKeys,
            List<PersonalTokenView> personalAccessTokens,
            List<AuthEventView> events,
            boolean eventsAreAll) {}

    /// Nothing when there is no such person. The tenant and the user must be in scope.
    Optional<ExportView> export(Me me, Optional<Caller.SignIn> here) {
        List<Session> living = all(
                PAGE * 10,
                before -> sessions.list(me.user(), before, PAGE),
                session -> session.id().value());
        List<AuthEvent> told = all(
                MOST_EVENTS + 1,
                before -> events.listOf(me.user(), before, PAGE),
                event -> event.id().value());
        List<PersonalToken> made = all(
                PAGE * 10,
                before -> tokens.list(me, before, PAGE),
                token -> token.id().value());
        return directory
                .find(me.user())
                .map(user -> new ExportView(
                        clock.instant(),
                        UserView.of(user),
                        account.places().stream()
                                .map(place -> OwnMembershipView.of(place.membership(), place.workspace()))
                                .toList(),
                        factors.of(me.user()).view(),
                        living.stream()
                                .map(session -> SessionView.of(session, here))
                                .toList(),
                        keys.listOf(me.user(), PAGE).stream().map(KeyView::of).toList(),
                        made.stream().map(PersonalTokenView::of).toList(),
                        told.stream().limit(MOST_EVENTS).map(AuthEventView::of).toList(),
                        told.size() <= MOST_EVENTS));
    }

    private static <T> List<T> all(int most, Function<Optional<UUID>, List<T>> page, Function<T, UUID> id) {
        var all = new ArrayList<T>();
        List<T> next = page.apply(Optional.empty());
        while (!next.isEmpty() && all.size() < most) {
            all.addAll(next);
            next = next.size() < PAGE ? List.of() : page.apply(Optional.of(id.apply(next.getLast())));
        }
        return all;
    }
}
