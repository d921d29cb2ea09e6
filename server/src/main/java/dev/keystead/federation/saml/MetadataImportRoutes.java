package dev.keystead.federation.saml;

import dev.keystead.connection.ConnectionSettings.Saml;
import dev.keystead.connection.ConnectionSettings.SamlBinding;
import dev.keystead.connection.SamlCertificate;
import dev.keystead.federation.saml.protocol.Binding;
import dev.keystead.federation.saml.protocol.PartyMetadata;
import dev.keystead.federation.saml.protocol.SamlRefused;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.http.Work;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Fields;
import dev.keystead.platform.outbound.Outbound;
import dev.keystead.platform.outbound.OutboundOutcome;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads what an identity provider says about itself, so that nobody has to type it into a connection.
public final class MetadataImportRoutes {
    private final Outbound outbound;
    private final Clock clock;

    /// @param outbound fetches documents, which may be longer than most
    public MetadataImportRoutes(Outbound outbound, Clock clock) {
        this.outbound = outbound;
        this.clock = clock;
    }

    public List<Route> routes() {
        return List.of(Route.post(
                        "/v1/connections:read-metadata",
                        "Read the metadata of a SAML provider, into what a connection to it takes")
                .tenant("admin:connection")
                .auditsNothing("a document is read; a connection is made of it by a request of its own")
                .takes(ReadMetadata.class)
                .prepares(200, Shape.of(MetadataView.class), this::read));
    }

    /// Where the document is: at an address, or here.
    public record ReadMetadata(
            @Nullable String url, @Nullable String document) {
        public ReadMetadata {
            var fields = new Fields();
            url = fields.optional(url, value -> fields.text("url", value, 1, 2000));
            fields.refuseIf((url == null) == (document == null), "url", "or document must be given, and not both");
            fields.refuseIfAny();
        }
    }

    /// What a connection takes of it.
    ///
    /// @param issuer what the provider calls itself
    public record MetadataView(String issuer, Saml saml) {}

    /// The document is fetched before the transaction is opened.
    private Work.ChangingBare read(Call call, ReadMetadata body) {
        byte[] document = body.url() == null
                ? Optional.ofNullable(body.document()).orElse("").getBytes(StandardCharsets.UTF_8)
                : fetch(call, body.url());
        String member = body.url() == null ? "document" : "url";
        try {
            return Work.instead(Reply.ok(view(PartyMetadata.read(document, clock.instant()))));
        } catch (SamlRefused refused) {
            throw BadInput.member(member, "is no metadata that can be used: " + refused.detail());
        }
    }

    private byte[] fetch(Call call, String url) {
        try {
            return switch (outbound.shareOf(call.caller().tenant()).fetch(new URI(url))) {
                case OutboundOutcome.Fetched fetched when fetched.isSuccess() -> fetched.body();
                case OutboundOutcome.Fetched fetched ->
                    throw BadInput.member("url", "answers with the status " + fetched.status());
                case OutboundOutcome.Refused(OutboundOutcome.Reason reason) ->
                    throw BadInput.member("url", reason.sentence());
                case OutboundOutcome.Failed(String why) -> throw BadInput.member("url", why);
            };
        } catch (URISyntaxException _) {
            throw BadInput.member("url", "must be an https address");
        }
    }

    private static MetadataView view(PartyMetadata metadata) {
        Optional<Map.Entry<SamlBinding, String>> logout = place(metadata.logout());
        Map.Entry<SamlBinding, String> signOn = place(metadata.signOn()).orElseThrow();
        return new MetadataView(
                metadata.entityId(),
                new Saml(
                        signOn.getValue(),
                        signOn.getKey(),
                        logout.map(Map.Entry::getValue).orElse(null),
                        logout.map(Map.Entry::getKey).orElse(null),
                        place(metadata.logoutAnswer())
                                .map(Map.Entry::getValue)
                                .filter(answer -> !answer.equals(
                                        logout.map(Map.Entry::getValue).orElse("")))
                                .orElse(null),
                        metadata.certificates().stream()
                                .map(SamlCertificate::text)
                                .toList(),
                        null,
                        null,
                        null,
                        null,
                        null));
    }

    /// By redirect where that is possible, as it needs no script.
    private static Optional<Map.Entry<SamlBinding, String>> place(Map<Binding, String> places) {
        return Optional.ofNullable(places.get(Binding.REDIRECT))
                .map(address -> Map.entry(SamlBinding.REDIRECT, address))
                .or(() -> Optional.ofNullable(places.get(Binding.POST))
                        .map(address -> Map.entry(SamlBinding.POST, address)));
    }
}
