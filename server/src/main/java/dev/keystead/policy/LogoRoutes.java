package dev.keystead.policy;

import dev.keystead.audit.AuditLog;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.json.BadInput;
import dev.keystead.tenancy.Transaction;
import dev.keystead.tenancy.TypedId;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/// The logo of a workspace, or of all workspaces of an organisation: set over HTTP, shown to everybody.
public final class LogoRoutes {
    private static final String SETTING = "/v1/workspaces/{id}/branding/logo";
    private static final String SETTING_FOR_ALL = "/v1/orgs/{id}/branding/logo";
    private static final String SHOWING = "/logo/";

    private final Policies policies;
    private final OrgPolicies organisations;
    private final AuditLog audit;
    private final Names names;
    private final Function<String, Optional<UUID>> bySlug;

    /// The outside forms under which changes stand in the audit trail.
    ///
    /// @param workspace of a tenant
    public record Names(Function<UUID, TypedId> workspace, Function<UUID, TypedId> org) {}

    /// @param bySlug the tenant that an address means
    public LogoRoutes(
            Policies policies,
            OrgPolicies organisations,
            AuditLog audit,
            Names names,
            Function<String, Optional<UUID>> bySlug) {
        this.policies = policies;
        this.organisations = organisations;
        this.audit = audit;
        this.names = names;
        this.bySlug = bySlug;
    }

    public List<Route> routes() {
        return List.of(
                Route.put(SETTING, "Set the logo: a PNG, JPEG or WebP of at most 45 KiB, as base64")
                        .workspace("write:workspace")
                        .audits("branding.logo.update")
                        .takes(SetLogo.class)
                        .answers(Shape.of(LogoView.class), this::set),
                Route.delete(SETTING, "Remove the logo")
                        .workspace("write:workspace")
                        .audits("branding.logo.delete")
                        .takesNothing()
                        .answers(Shape.nothing(), this::delete),
                Route.put(SETTING_FOR_ALL, "Set the logo of workspaces that have none: a PNG, JPEG or WebP, as base64")
                        .org("admin:org")
                        .audits("org.branding.logo.update")
                        .takes(SetLogo.class)
                        .answers(Shape.of(LogoView.class), this::setForAll),
                Route.delete(SETTING_FOR_ALL, "Remove the logo of the organisation")
                        .org("admin:org")
                        .audits("org.branding.logo.delete")
                        .takesNothing()
                        .answers(Shape.nothing(), this::deleteForAll),
                Route.get(SHOWING + "{fingerprint}", "The logo on the pages of the workspace that /t/{slug} names")
                        .open("pages are shown before anyone signs in")
                        .answers(Shape.media("image/*"), this::show));
    }

    /// Where the logo of a workspace is shown.
    ///
    /// @param prefix what names the workspace in paths, or empty where the host does
    static String address(String prefix, String fingerprint) {
        return prefix + SHOWING + fingerprint;
    }

    /// A picture as it is sent.
    ///
    /// @param image base64
    public record SetLogo(String image) {
        public SetLogo {
            decoded(image);
        }

        Logo logo() {
            return decoded(image);
        }

        private static Logo decoded(String image) {
            byte[] bytes;
            try {
                bytes = Base64.getDecoder().decode(image);
            } catch (IllegalArgumentException _) {
                throw BadInput.member("image", "must be base64");
            }
            if (bytes.length > Logo.MOST_BYTES) {
                throw BadInput.member("image", "must have at most 45 KiB");
            }
            return Logo.find(bytes).orElseThrow(() -> BadInput.member("image", "must be a PNG, JPEG or WebP picture"));
        }
    }

    /// What is told of a logo.
    public record LogoView(String mediaType, int bytes, String fingerprint) {
        static LogoView of(Logo logo) {
            return new LogoView(logo.mediaType(), logo.image().length, logo.fingerprint());
        }
    }

    private Reply set(Call call, SetLogo body, Transaction transaction) {
        LogoOutcome outcome = policies.setLogo(transaction, call.caller().org(), body.logo());
        return answer(call, transaction, workspace(call), outcome);
    }

    private Reply delete(Call call, Transaction transaction) {
        return answer(call, transaction, workspace(call), policies.deleteLogo(transaction));
    }

    private TypedId workspace(Call call) {
        return names.workspace().apply(call.caller().tenant());
    }

    private Reply setForAll(Call call, SetLogo body, Transaction transaction) {
        TypedId org = OrgPolicyRoutes.own(call, names.org());
        return answer(call, transaction, org, organisations.setLogo(transaction, body.logo()));
    }

    private Reply deleteForAll(Call call, Transaction transaction) {
        TypedId org = OrgPolicyRoutes.own(call, names.org());
        return answer(call, transaction, org, organisations.deleteLogo(transaction));
    }

    private Reply answer(Call call, Transaction transaction, TypedId id, LogoOutcome outcome) {
        return switch (outcome) {
            case LogoOutcome.Set(Optional<Logo> before, Logo after) -> {
                LogoView view = LogoView.of(after);
                var change = new AuditLog.Change(before.map(LogoView::of).orElse(null), view);
                audit.write(transaction, call, id, change);
                yield Reply.ok(view);
            }
            case LogoOutcome.Unchanged(Logo same) -> {
                call.markUnchanged();
                yield Reply.ok(LogoView.of(same));
            }
            case LogoOutcome.Removed(Logo gone) -> {
                audit.write(transaction, call, id, AuditLog.Change.removed(LogoView.of(gone)));
                yield Reply.empty();
            }
            case LogoOutcome.None() -> Reply.notFound();
            case LogoOutcome.Refused(String reason) -> Reply.conflict(reason);
        };
    }

    private Reply show(Call call) {
        return call.workspaceSlug()
                .flatMap(bySlug)
                .flatMap(tenant -> policies.findLogo(tenant, call.variable("fingerprint")))
                .map(logo -> Reply.raw(200, List.of(), logo.mediaType(), logo.image())
                        .with("Cache-Control", "public, max-age=31536000, immutable"))
                .orElseGet(Reply::notFound);
    }
}
