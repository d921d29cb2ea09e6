package dev.keystead.domain;

import dev.keystead.audit.Answers;
import dev.keystead.audit.AuditLog;
import dev.keystead.audit.Outcome;
import dev.keystead.platform.db.Words;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.http.Work;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Fields;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.Workspace;
import dev.keystead.workspace.WorkspaceId;
import dev.keystead.workspace.Workspaces;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The domains of a workspace over HTTP.
public final class DomainRoutes {
    private static final String PATH = "/v1/workspaces/{id}/domains";
    private static final String ONE = PATH + "/{domain}";
    private static final int SECONDS_BETWEEN_MAILS = 600;

    private final Domains domains;
    private final Proofs proofs;
    private final DomainMail mail;
    private final Unclaimable unclaimable;
    private final Workspaces workspaces;
    private final Function<Workspace, String> doors;
    private final AuditLog audit;

    /// @param doors the address under which the pages of a workspace are found
    public DomainRoutes(
            Domains domains,
            Proofs proofs,
            DomainMail mail,
            Unclaimable unclaimable,
            Workspaces workspaces,
            Function<Workspace, String> doors,
            AuditLog audit) {
        this.domains = domains;
        this.proofs = proofs;
        this.mail = mail;
        this.unclaimable = unclaimable;
        this.workspaces = workspaces;
        this.doors = doors;
        this.audit = audit;
    }

    public List<Route> routes() {
        return List.of(
                Route.get(PATH, "List the domains of a workspace")
                        .workspace("read:workspace")
                        .answers(Shape.page(DomainView.class), this::list),
                Route.post(PATH, "Claim a domain, or begin anew to prove one")
                        .workspace("admin:workspace")
                        .audits("domain.claim")
                        .takes(ClaimDomain.class)
                        .answers(201, Shape.of(DomainView.class), this::claim),
                Route.get(ONE, "Read a domain and what proves it")
                        .workspace("read:workspace")
                        .answers(Shape.of(DomainView.class), this::read),
                Route.patch(ONE, "Let the workspace be found under a domain of its own, or not any more")
                        .workspace("admin:workspace")
                        .audits("domain.update")
                        .versioned()
                        .takes(ChangeDomain.class)
                        .answers(Shape.of(DomainView.class), this::change),
                Route.delete(ONE, "Give a domain up")
                        .workspace("admin:workspace")
                        .audits("domain.delete")
                        .versioned()
                        .takesNothing()
                        .answers(Shape.nothing(), this::delete),
                Route.post(ONE + ":verify", "Look for the proof of a domain now")
                        .workspace("admin:workspace")
                        .audits("domain.verify")
                        .takesNothing()
                        .prepares(200, Shape.of(DomainView.class), this::verify),
                Route.post(ONE + ":mail", "Have a link mailed that proves a domain")
                        .workspace("admin:workspace")
                        .audits("domain.request_mail")
                        .takes(MailDomainProof.class)
                        .prepares(200, Shape.of(DomainView.class), this::mail));
    }

    /// The claim to a domain.
    ///
    /// @param domain in any script and case
    /// @param method how it will be proven: by a TXT record unless told otherwise
    public record ClaimDomain(String domain, @Nullable ProofMethod method) {
        public ClaimDomain {
            var fields = new Fields();
            fields.refuseIf(DomainName.typed(domain).isEmpty(), "domain", "must be a domain such as example.org");
            fields.refuseIfAny();
        }
    }

    /// A change to a domain.
    ///
    /// @param serves whether the workspace is found under this very name: its issuer is `https://` and the domain
    public record ChangeDomain(boolean serves) {}

    /// Where the link that proves a domain goes.
    ///
    /// @param mailbox `admin` unless told otherwise
    public record MailDomainProof(@Nullable Mailbox mailbox) {}

    private Reply list(Call call) {
        Paging paging = call.paging();
        Optional<UUID> after = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        List<DomainClaim> found = domains.list(after, paging.fetch());
        return Reply.ok(Page.of(found, paging, claim -> Cursor.of(claim.id().value()), DomainView::of));
    }

    private Reply claim(Call call, ClaimDomain body, Transaction transaction) {
        DomainName domain = DomainName.typed(body.domain()).orElseThrow();
        unclaimable.reason(domain).ifPresent(reason -> {
            throw BadInput.member("domain", reason);
        });
        ProofMethod method = Optional.ofNullable(body.method()).orElse(ProofMethod.DNS_TXT);
        return answers(call).to(call, transaction, domains.claim(transaction, domain, method));
    }

    private Reply read(Call call) {
        return answers(call).found(domains.find(name(call)));
    }

    private Reply change(Call call, ChangeDomain body, Transaction transaction) {
        return answers(call)
                .to(call, transaction, domains.serve(transaction, name(call), body.serves(), call.ifMatch()));
    }

    private Reply delete(Call call, Transaction transaction) {
        return answers(call).to(call, transaction, domains.delete(transaction, name(call), call.ifMatch()));
    }

    private Work.ChangingBare verify(Call call) {
        DomainClaim claim = domains.find(name(call)).orElseThrow(Refusal::notFound);
        if (claim.isVerified()) {
            return (asked, transaction) -> answers(asked).to(asked, transaction, new Outcome.Unchanged<>(claim));
        }
        if (claim.method() == ProofMethod.EMAIL) {
            return Work.instead(
                    Reply.conflict("this domain is proven by a link in a mail; send it with :mail and open it there"));
        }
        if (domains.isExpired(claim)) {
            return Work.instead(expired());
        }
        return switch (proofs.look(new WorkspaceId(call.caller().tenant()), claim)) {
            case Proof.Found() ->
                (asked, transaction) -> answers(asked).to(asked, transaction, domains.verify(transaction, claim));
            case Proof.Missing(String sentence) -> Work.instead(unproven(claim, sentence));
            case Proof.Unknown(String sentence) -> Work.instead(unproven(claim, sentence + "; try again later"));
        };
    }

    private static Reply unproven(DomainClaim claim, String sentence) {
        return Reply.conflict(Proofs.place(claim) + " " + sentence);
    }

    private static Reply expired() {
        return Reply.conflict("the time to prove this domain is over; claim it again");
    }

    private Work.ChangingBare mail(Call call, MailDomainProof body) {
        DomainClaim claim = domains.find(name(call)).orElseThrow(Refusal::notFound);
        if (claim.isVerified() && claim.method() != ProofMethod.EMAIL) {
            return Work.instead(Reply.conflict("this domain is verified already"));
        }
        if (claim.method() != ProofMethod.EMAIL) {
            return Work.instead(Reply.conflict("this domain is proven by "
                    + Words.of(claim.method()).replace('_', ' ') + "; claim it again with the method email"));
        }
        if (domains.isExpired(claim)) {
            return Work.instead(expired());
        }
        Workspace workspace =
                workspaces.standing(new WorkspaceId(call.caller().tenant())).orElseThrow(Refusal::notFound);
        var wish = new DomainMail.Wish(
                Optional.ofNullable(body.mailbox()).orElse(Mailbox.ADMIN),
                workspace.name(),
                doors.apply(workspace),
                call.language(Optional.empty()));
        return (asked, transaction) -> mailed(asked, transaction, claim, wish);
    }

    private Reply mailed(Call call, Transaction transaction, DomainClaim before, DomainMail.Wish wish) {
        boolean same = domains.findForUpdate(transaction, before.domain())
                .filter(claim -> claim.version() == before.version())
                .isPresent();
        if (!same) {
            return Reply.conflict("the claim was changed a moment ago; read it and ask again");
        }
        if (!mail.send(transaction, before, wish)) {
            return Reply.tooManyRequests(
                    "this mailbox was written to several times; wait a while before the next mail",
                    SECONDS_BETWEEN_MAILS);
        }
        DomainClaim after = domains.findForUpdate(transaction, before.domain()).orElseThrow(Refusal::notFound);
        return answers(call).to(call, transaction, new Outcome.Changed<>(before, after));
    }

    private Answers<DomainClaim> answers(Call call) {
        String path = "/v1/workspaces/" + new WorkspaceId(call.caller().tenant()).text() + "/domains/";
        return new Answers<>(
                audit,
                new Answers.Kind<>(
                        DomainClaim::id, DomainClaim::version, DomainView::of, claim -> path + claim.domain()));
    }

    static DomainName name(Call call) {
        return DomainName.typed(call.variable("domain").toLowerCase(Locale.ROOT))
                .orElseThrow(Refusal::notFound);
    }
}
