package dev.keystead.device.authority;

import dev.keystead.audit.AuditLog;
import dev.keystead.audit.Outcome;
import dev.keystead.platform.db.Words;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.Fields;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The certificates of a workspace over HTTP, for administrators.
public final class CertificateRoutes {
    private final Certificates certificates;
    private final AuditLog audit;
    private final Clock clock;

    public CertificateRoutes(Certificates certificates, AuditLog audit, Clock clock) {
        this.certificates = certificates;
        this.audit = audit;
        this.clock = clock;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/certificates", "List the certificates of devices in the workspace, newest first")
                        .tenant("read:device")
                        .answers(Shape.page(CertificateView.class), this::list),
                Route.get("/v1/certificates/{id}", "Read a certificate of a device")
                        .tenant("read:device")
                        .answers(Shape.of(CertificateView.class), this::read),
                Route.post("/v1/certificates/{id}:revoke", "Revoke a certificate; tokens that are bound to it end")
                        .tenant("write:device")
                        .audits("binding_certificate.revoke")
                        .takes(RevokeCertificate.class)
                        .answers(200, Shape.of(CertificateView.class), this::revoke));
    }

    /// The wish to revoke a certificate.
    ///
    /// @param reason in the words of RFC 5280 section 5.3.1
    public record RevokeCertificate(String reason) {
        private static final List<String> WORDS =
                Arrays.stream(Certificate.Reason.values()).map(Words::of).toList();

        public RevokeCertificate {
            var fields = new Fields();
            reason = fields.oneOf("reason", reason, WORDS);
            fields.refuseIfAny();
        }
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        Optional<UUID> before = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        List<Certificate> found = certificates.list(before, paging.fetch());
        return Reply.ok(Page.of(found, paging, one -> Cursor.of(one.id().value()), this::view));
    }

    private Reply read(Call call) {
        return certificates.find(id(call)).map(this::view).map(Reply::ok).orElseGet(Reply::notFound);
    }

    private Reply revoke(Call call, RevokeCertificate body, Transaction transaction) {
        Certificate.Reason why = Words.parse(Certificate.Reason.class, body.reason());
        Outcome<Certificate> outcome = certificates.revoke(transaction, Optional.empty(), id(call), why);
        if (outcome instanceof Outcome.Changed<Certificate>(Certificate before, Certificate after)) {
            audit.write(transaction, call, after.id(), new AuditLog.Change(view(before), view(after)));
            return Reply.ok(view(after));
        }
        return outcome instanceof Outcome.Refused<Certificate>(String reason, var _)
                ? Reply.conflict(reason)
                : Reply.notFound();
    }

    private CertificateView view(Certificate certificate) {
        return CertificateView.of(certificate, clock.instant());
    }

    private static CertificateId id(Call call) {
        return call.id("id", CertificateId::new, Prefix.BINDING_CERTIFICATE.text());
    }
}
