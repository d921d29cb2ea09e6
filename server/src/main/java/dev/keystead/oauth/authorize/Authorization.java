package dev.keystead.oauth.authorize;

import dev.keystead.audit.AuditLog;
import dev.keystead.client.Clients;
import dev.keystead.client.ImplicitFlow;
import dev.keystead.consent.Consents;
import dev.keystead.directory.Directory;
import dev.keystead.federation.Upstreams;
import dev.keystead.gate.BrowserSessions;
import dev.keystead.grant.AccessTokens;
import dev.keystead.login.Door;
import dev.keystead.login.SignInPages;
import dev.keystead.oauth.clientauth.CallingClients;
import dev.keystead.oauth.clientauth.ClientKeys;
import dev.keystead.oauth.clientauth.ClientLimits;
import dev.keystead.oauth.mint.NewGrants;
import dev.keystead.oauth.mint.TokenMint;
import dev.keystead.oauth.proof.Possession;
import dev.keystead.oauth.wire.IdTokenHints;
import dev.keystead.oauth.wire.OwnInterface;
import dev.keystead.oauth.wire.Subjects;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.html.Pages;
import dev.keystead.platform.http.Route;
import dev.keystead.tenancy.Database;
import dev.keystead.workspace.WorkspaceId;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// All that belongs to asking a person for authorization, put together.
public final class Authorization {
    private Authorization() {}

    /// What it is made of.
    ///
    /// @param fetch the text of a document on the web, or nothing when it cannot be had; must not reach
    ///     what is private
    /// @param signUpIsOpen whether people may make accounts in a workspace by themselves
    public record Parts(
            Database database,
            MasterKey master,
            Door door,
            BrowserSessions browsers,
            Clients clients,
            CallingClients callers,
            Possession possession,
            ClientKeys clientKeys,
            Function<URI, Optional<String>> fetch,
            Codes codes,
            NewGrants newGrants,
            AccessTokens accessTokens,
            TokenMint mint,
            ImplicitFlow implicitFlow,
            Consents consents,
            Subjects subjects,
            IdTokenHints hints,
            Directory directory,
            OwnInterface ownInterface,
            ClientLimits limits,
            Predicate<WorkspaceId> signUpIsOpen,
            SignInPages frames,
            Pages pages,
            AuditLog audit,
            Clock clock) {}

    /// The routes by which applications ask.
    ///
    /// @param expecting is told how recent a proof must be for requests that wait
    public static List<Route> routes(Parts parts, Consumer<Upstreams.Waiting> expecting) {
        var waiting = new WaitingRequests(parts.database(), parts.master(), parts.clock());
        var reader = new RequestReader(parts.hints(), parts.ownInterface(), parts.implicitFlow());
        var objects = new RequestObjects(parts.clientKeys(), parts.fetch(), parts.clock());
        var sources = new RequestSources(waiting, objects, reader);
        expecting.accept(new WaitingProof(waiting, parts.clients(), reader));
        var authorize = new AuthorizeRoutes(
                parts.door(),
                parts.browsers(),
                parts.clients(),
                sources,
                reader,
                waiting,
                new Decisions(
                        parts.consents(), parts.subjects(), parts.ownInterface(), parts.signUpIsOpen(), parts.clock()),
                new Giving(
                        parts.database(),
                        parts.codes(),
                        new ImplicitTokens(parts.newGrants(), parts.accessTokens(), parts.mint()),
                        parts.consents(),
                        waiting,
                        parts.audit()),
                new AuthorizePages(
                        parts.pages(), parts.frames(), parts.door(), parts.directory(), parts.ownInterface()),
                parts.limits(),
                parts.clock());
        var push = new PushRoutes(parts.callers(), parts.possession(), sources, waiting, parts.limits());
        return Stream.concat(authorize.routes().stream(), push.routes().stream())
                .toList();
    }
}
