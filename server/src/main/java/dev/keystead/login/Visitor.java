package dev.keystead.login;

import dev.keystead.platform.crypto.Digest;
import dev.keystead.platform.html.Brand;
import dev.keystead.platform.text.Texts.Language;
import dev.keystead.session.Session;
import dev.keystead.session.SessionId;
import dev.keystead.tenancy.Scope;
import dev.keystead.workspace.Workspace;
import java.util.Optional;

/// Who stands at the door, before anybody knows who it is.
///
/// @param workspace whose door
/// @param browser knows the browser again
/// @param carried the session in this workspace that the browser brings along, whether or not it goes on: whoever
///     signs in takes its place
/// @param sessionKind in whose hands the session will be
/// @param passkeysWork whether browsers let passkeys be used at the host that was asked: they are bound to the
///     installation's own name
public record Visitor(
        Workspace workspace,
        Digest browser,
        Session.Client client,
        Optional<SessionId> carried,
        Session.Kind sessionKind,
        Language language,
        boolean passkeysWork) {
    /// The same, speaking another language.
    public Visitor speaking(Language other) {
        return new Visitor(workspace, browser, client, carried, sessionKind, other, passkeysWork);
    }

    /// What the place is called on pages and in mails. Who runs the installation did not choose the system workspace's
    /// name.
    public String place() {
        return workspace.kind() == Workspace.Kind.SYSTEM ? Brand.ofProduct().name() : workspace.name();
    }

    /// The tenant to bind for work on its account.
    public Scope scope() {
        return Scope.tenant(workspace.id().value());
    }
}
