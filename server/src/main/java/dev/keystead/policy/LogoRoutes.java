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

/// The logo of a workspace: set over HTTP, shown to everybody.
public final class LogoRoutes {
    private static final String SETTING = "/v1/workspaces/{id}/branding/logo";
    private static final String SHOWING = "/logo/";

    private final Policies policies;
    private final AuditLog audit;
    private final Function<UUID, TypedId> workspace;
    private final Function<String, Optional<UUID>> bySlug;

    /// @param workspace the outside form of a tenant, under which changes stand in its audit trail
    /// @param bySlug the tenant that an address means
    public LogoRoutes(
            Policies policies,
            AuditLog audit,
            Function<UUID, TypedId> workspace,
            Function<String, Optional<UUID>> bySlug) {
        this.policies = policies;
        this.audit = audit;
        this.workspace = workspace;
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
                Route.get(SHOWING + "{fingerprint}", "The logo of the workspace that /t/{slug} names")
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
        return answer(call, transaction, policies.setLogo(transaction, body.logo()));
    }

    private Reply delete(Call call, Transaction transaction) {
        return answer(call, transaction, policies.deleteLogo(transaction));
    }

    private Reply answer(Call call, Transaction transaction, Policies.LogoOutcome outcome) {
        TypedId id = workspace.apply(call.caller().tenant());
        return switch (outcome) {
            case Policies.LogoOutcome.Set(Optional<Logo> before, Logo after) -> {
                LogoView view = LogoView.of(after);
                var change = new AuditLog.Change(before.map(LogoView::of).orElse(null), view);
                audit.write(transaction, call, id, change);
                yield Reply.ok(view);
            }
            case Policies.LogoOutcome.Unchanged(Logo same) -> {
                call.markUnchanged();
                yield Reply.ok(LogoView.of(same));
            }
            case Policies.LogoOutcome.Removed(Logo gone) -> {
                audit.write(transaction, call, id, AuditLog.Change.removed(LogoView.of(gone)));
                yield Reply.empty();
            }
            case Policies.LogoOutcome.None() -> Reply.notFound();
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
