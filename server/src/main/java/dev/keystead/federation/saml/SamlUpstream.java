package dev.keystead.federation.saml;

import dev.keystead.connection.Connection;
import dev.keystead.connection.ConnectionSettings.Saml;
import dev.keystead.connection.ConnectionSettings.SamlBinding;
import dev.keystead.federation.Upstream;
import dev.keystead.federation.Why;
import dev.keystead.federation.journey.Journeys;
import dev.keystead.federation.saml.protocol.AuthnRequest;
import dev.keystead.federation.saml.protocol.Binding;
import dev.keystead.federation.saml.protocol.Credential;
import dev.keystead.federation.saml.protocol.LogoutRequest;
import dev.keystead.federation.saml.protocol.MessageId;
import dev.keystead.federation.saml.protocol.RedirectBinding;
import dev.keystead.federation.upstream.UpstreamSessions;
import dev.keystead.login.Visitor;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Sends people to identity providers that speak SAML, and has them sign out there.
public final class SamlUpstream implements Upstream {
    /// As long as somebody may look at the page from which they sign out.
    private static final Duration LOGOUT_LIFE = Duration.ofMinutes(30);

    private final SamlKeys keys;
    private final Journeys journeys;
    private final Clock clock;

    public SamlUpstream(SamlKeys keys, Journeys journeys, Clock clock) {
        this.keys = keys;
        this.journeys = journeys;
        this.clock = clock;
    }

    @Override
    public Departure depart(Traveller traveller) {
        Connection connection = traveller.connection();
        Optional<Saml> saml = SamlPlaces.settings(connection);
        if (saml.isEmpty()) {
            return new Departure.Refused(Why.CONNECTION);
        }
        Visitor visitor = traveller.visitor();
        Instant now = clock.instant();
        // The protocol cannot say how old a proof may be, but that there shall be another one.
        boolean fresh = saml.get().asksAgain() || traveller.oldest().isPresent();
        var question = new Question(MessageId.make(), now, fresh);
        String state = Journeys.unguessable();
        journeys.begin(visitor, connection.id(), traveller.aim(), state, question.text());
        var request = new AuthnRequest(
                question.id(),
                SamlPlaces.entityId(traveller.door()),
                saml.get().ssoUrl(),
                SamlPlaces.consumer(traveller.door(), connection.id()),
                Optional.ofNullable(saml.get().nameFormat()),
                question.fresh(),
                saml.get().wantedContexts(),
                now);
        Credential credential = keys.ring(visitor.workspace().id()).signing();
        boolean byForm = saml.get().ssoBinding() == SamlBinding.POST;
        String place = byForm ? ask(traveller.door(), connection) : saml.get().ssoUrl();
        return new Departure.To(
                RedirectBinding.address(place, Binding.Role.REQUEST, request.xml(), Optional.of(state), credential));
    }

    @Override
    public Optional<String> exit(Visitor visitor, String door, Connection connection, UpstreamSessions.Exit exit) {
        Optional<Saml> saml = SamlPlaces.settings(connection);
        String place = saml.map(Saml::sloUrl).orElse(null);
        if (saml.isEmpty() || place == null || exit.hint().isEmpty()) {
            return Optional.empty();
        }
        Instant now = clock.instant();
        var wish = new LogoutRequest(
                MessageId.make(),
                StoredName.read(exit.hint().get()),
                exit.session().upstream().map(List::of).orElse(List.of()),
                now.plus(LOGOUT_LIFE));
        String xml = wish.xml(SamlPlaces.entityId(door), place, now);
        boolean byForm = saml.get().sloBinding() == SamlBinding.POST;
        Credential credential = keys.ring(visitor.workspace().id()).signing();
        return Optional.of(RedirectBinding.address(
                byForm ? ask(door, connection) : place, Binding.Role.REQUEST, xml, Optional.empty(), credential));
    }

    /// The page of ours that turns a message in an address into one in a form.
    private static String ask(String door, Connection connection) {
        return door + SamlPlaces.ASK + connection.id().text();
    }
}
