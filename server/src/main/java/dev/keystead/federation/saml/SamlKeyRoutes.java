package dev.keystead.federation.saml;

import dev.keystead.audit.Answers;
import dev.keystead.audit.AuditLog;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.http.Work;
import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.Transaction;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The keys of the workspace for SAML over HTTP, without their private parts.
public final class SamlKeyRoutes {
    private static final String ALL = "/v1/saml-keys";
    private static final String ONE = ALL + "/{id}";

    private final SamlKeys keys;
    private final Answers<SamlKey> answers;

    public SamlKeyRoutes(SamlKeys keys, AuditLog audit) {
        this.keys = keys;
        this.answers = new Answers<>(
                audit,
                new Answers.Kind<>(
                        SamlKey::id,
                        SamlKey::version,
                        SamlKeyView::of,
                        key -> ALL + "/" + key.id().text()));
    }

    public List<Route> routes() {
        return List.of(
                Route.get(ALL, "List the keys of the workspace for SAML, the newest first")
                        .tenant("read:connection")
                        .answers(Shape.of(SamlKeyList.class), this::list),
                Route.post(ALL, "Publish the key that will sign what SAML providers are asked")
                        .tenant("admin:connection")
                        .audits("saml_key.create")
                        .takes(CreateSamlKey.class)
                        .prepares(201, Shape.of(SamlKeyView.class), this::create),
                Route.post(ONE + ":activate", "Let the key that waits sign; the one before can still be encrypted for")
                        .tenant("admin:connection")
                        .audits("saml_key.activate")
                        .takesNothing()
                        .answers(Shape.of(SamlKeyView.class), this::activate),
                Route.delete(ONE, "Forget a key that does not sign")
                        .tenant("admin:connection")
                        .audits("saml_key.delete")
                        .takesNothing()
                        .answers(Shape.nothing(), this::delete));
    }

    /// A key as clients and the audit trail see it.
    ///
    /// @param certificate as PEM without its first and last line
    /// @param fingerprint SHA-256 of the certificate, in hexadecimal digits
    /// @param expiresAt when the certificate ends, for those who look at that
    public record SamlKeyView(
            String id,
            SamlKey.Status status,
            String certificate,
            String fingerprint,
            Instant createdAt,
            @Nullable Instant activatedAt,
            @Nullable Instant retiredAt,
            Instant expiresAt) {
        static SamlKeyView of(SamlKey key) {
            X509Certificate certificate = SamlKeysmith.certificate(key.certificate());
            return new SamlKeyView(
                    key.id().text(),
                    key.status(),
                    Base64.getEncoder().encodeToString(key.certificate()),
                    HexFormat.of().formatHex(SamlKeysmith.fingerprint(key.certificate())),
                    key.createdAt(),
                    key.activatedAt().orElse(null),
                    key.retiredAt().orElse(null),
                    certificate.getNotAfter().toInstant());
        }
    }

    /// The wish for another key.
    ///
    /// @param immediate whether it signs at once, before providers can know it
    public record CreateSamlKey(@Nullable Boolean immediate) {}

    /// There are so few that one answer has them all.
    public record SamlKeyList(List<SamlKeyView> items) {}

    private Reply list(Call call) {
        return Reply.ok(
                new SamlKeyList(keys.list().stream().map(SamlKeyView::of).toList()));
    }

    /// The key is made before the transaction is opened, as that takes a while.
    private Work.ChangingBare create(Call call, CreateSamlKey body) {
        SamlKey.Fresh fresh = keys.make(call.caller().tenant());
        boolean immediate = Boolean.TRUE.equals(body.immediate());
        return (asked, transaction) -> answers.to(asked, transaction, keys.add(transaction, fresh, immediate));
    }

    private Reply activate(Call call, Transaction transaction) {
        return answers.to(call, transaction, keys.activate(transaction, id(call)));
    }

    private Reply delete(Call call, Transaction transaction) {
        return answers.to(call, transaction, keys.delete(transaction, id(call)));
    }

    private static SamlKeyId id(Call call) {
        return call.id("id", SamlKeyId::new, Prefix.SAML_KEY.text());
    }
}
