package dev.keystead.workspace;

import dev.keystead.audit.Answers;
import dev.keystead.audit.AuditLog;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.Fields;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.KeptSettings.Kept;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// What applications keep about workspaces and organisations, over HTTP.
public final class SettingsRoutes {
    private static final String OF_WORKSPACE = "/v1/workspaces/{id}/settings";
    private static final String OF_ORG = "/v1/orgs/{id}/settings";
    private static final int MOST_KIBIBYTES = 16;

    private final KeptSettings settings;
    private final AuditLog audit;

    public SettingsRoutes(KeptSettings settings, AuditLog audit) {
        this.settings = settings;
        this.audit = audit;
    }

    public List<Route> routes() {
        return List.of(
                Route.get(OF_WORKSPACE, "Read the settings of a workspace, and what holds with its organisation's")
                        .workspace("read:workspace")
                        .answers(Shape.of(SettingsView.class), this::read),
                Route.put(OF_WORKSPACE, "Replace the settings of a workspace; what is left out is its organisation's")
                        .workspace("write:workspace")
                        .audits("workspace.settings.update")
                        .versioned()
                        .takes(PutSettings.class)
                        .answers(Shape.of(SettingsView.class), this::put),
                Route.get(
                                OF_ORG,
                                "Read the settings that workspaces of the organisation have unless they say otherwise")
                        .org("read:org")
                        .answers(Shape.of(SettingsView.class), this::readOfOrg),
                Route.put(OF_ORG, "Replace the settings that workspaces of the organisation inherit")
                        .org("admin:org")
                        .audits("org.settings.update")
                        .versioned()
                        .takes(PutSettings.class)
                        .answers(Shape.of(SettingsView.class), this::putOfOrg));
    }

    /// The settings that something shall have: any members, of at most 16 KiB.
    public record PutSettings(JsonNode settings) {
        public PutSettings {
            var fields = new Fields();
            settings = fields.object("settings", settings, MOST_KIBIBYTES);
            fields.refuseIfAny();
        }
    }

    /// Settings as clients and the audit trail see them.
    ///
    /// @param settings what was said here
    /// @param effective the same with what is inherited
    public record SettingsView(JsonNode settings, JsonNode effective) {
        static SettingsView of(Kept kept) {
            return new SettingsView(kept.own(), kept.effective());
        }
    }

    private Reply read(Call call) {
        return answers(call).found(settings.find(workspace(call), call.caller().org()));
    }

    private Reply put(Call call, PutSettings body, Transaction transaction) {
        return answers(call)
                .to(
                        call,
                        transaction,
                        settings.put(
                                transaction, workspace(call), call.caller().org(), body.settings(), call.ifMatch()));
    }

    private Reply readOfOrg(Call call) {
        return answers(call).found(settings.findOfOrg(org(call)));
    }

    private Reply putOfOrg(Call call, PutSettings body, Transaction transaction) {
        return answers(call)
                .to(call, transaction, settings.putOfOrg(transaction, org(call), body.settings(), call.ifMatch()));
    }

    private Answers<Kept> answers(Call call) {
        return new Answers<>(audit, new Answers.Kind<>(Kept::owner, Kept::version, SettingsView::of, _ -> call.path()));
    }

    private static WorkspaceId workspace(Call call) {
        return call.id("id", WorkspaceId::new, Prefix.WORKSPACE.text());
    }

    /// The organisation that the path names, which must be the caller's own.
    private static OrgId org(Call call) {
        OrgId named = call.id("id", OrgId::new, Prefix.ORG.text());
        if (!named.value().equals(call.caller().org())) {
            throw Refusal.notFound();
        }
        return named;
    }
}
