package dev.keystead.login;

import dev.keystead.connection.Connection;
import dev.keystead.connection.Connections;
import dev.keystead.credential.AuthenticatorApps;
import dev.keystead.credential.totp.QrSvg;
import dev.keystead.platform.html.Card;
import dev.keystead.platform.html.FormErrors;
import dev.keystead.platform.html.Pages;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.id.Prefix;
import dev.keystead.policy.Policies;
import dev.keystead.policy.SignUpPolicy;
import dev.keystead.workspace.Workspace;
import dev.keystead.workspace.Workspaces;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The pages of a sign-in.
public final class SignInPages {
    /// Which of several possible pages a visitor asked for.
    enum Use {
        USUAL,
        /// What the person has here, though their address leads to another provider.
        OWN,
        MAIL,
        RECOVERY_CODE
    }

    private static final String OVER = "over";
    private static final String ONWARD = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
            + "connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

    private final Pages pages;
    private final Passage passage;
    private final Steps steps;
    private final Policies policies;
    private final Workspaces workspaces;
    private final Connections connections;

    public SignInPages(
            Pages pages,
            Passage passage,
            Steps steps,
            Policies policies,
            Workspaces workspaces,
            Connections connections) {
        this.pages = pages;
        this.passage = passage;
        this.steps = steps;
        this.policies = policies;
        this.workspaces = workspaces;
        this.connections = connections;
    }

    /// The first page.
    ///
    /// @param hint what stands in its field, to be changed or sent
    /// @param here its own address, with all that was wished
    Reply begin(Call call, Visitor visitor, Flow flow, Optional<String> hint, String here) {
        return show(call, visitor, flow, Use.USUAL, FormErrors.none(), 200, hint, here);
    }

    /// The page for where a flow stands.
    Reply show(Call call, Visitor visitor, Flow flow, Use use, FormErrors errors, int status) {
        String here = call.prefix() + "/sign-in/" + flow.id().text();
        return show(call, visitor, flow, use, errors, status, flow.identifier(), here);
    }

    private Reply show(
            Call call,
            Visitor visitor,
            Flow flow,
            Use use,
            FormErrors errors,
            int status,
            Optional<String> identifier,
            String here) {
        Set<Step> next = passage.next(visitor, flow);
        Optional<Connection> routed = use == Use.USUAL ? passage.providers().routed(visitor, flow) : Optional.empty();
        boolean away = routed.isPresent() && flow.status() == Flow.Status.PENDING && next.contains(Step.FEDERATED);
        String template = away ? "federated" : template(visitor, flow, next, use);
        if (template.equals(OVER)) {
            return over(call, visitor);
        }
        boolean own = (use == Use.USUAL || use == Use.OWN) && !away;
        Optional<PasskeyStep.Question> question =
                next.contains(Step.WEBAUTHN) && own ? steps.passkey().ask(visitor, flow) : Optional.empty();
        Optional<SignInPage.App> app = next.contains(Step.ENROL_TOTP) ? app(visitor, flow) : Optional.empty();
        if (next.contains(Step.ENROL_TOTP) && app.isEmpty()) {
            return over(call, visitor);
        }
        Optional<PasskeyStep.Question> newPasskey =
                next.contains(Step.ENROL_WEBAUTHN) ? steps.passkey().askNew(visitor, flow) : Optional.empty();
        var page = new SignInPage(
                "signin/" + template + ".jte",
                card(call, visitor, Optional.of(here)),
                call.csrfToken(),
                call.prefix(),
                flow.id().text(),
                flow.kind() == Flow.Kind.STEP_UP,
                identifier.orElse(null),
                errors,
                next,
                question,
                policies.signUp(visitor.workspace().id().value()).mode() == SignUpPolicy.Mode.OPEN,
                choices(visitor, flow, next),
                app,
                newPasskey,
                away ? List.of(way(routed.get())) : ways(visitor, next),
                away && passage.providers().onlyWay(visitor, flow).isPresent(),
                null,
                flow.returnTo());
        return leadingOn(flow, Reply.page(status, pages.html(page)));
    }

    private List<SignInPage.Way> ways(Visitor visitor, Set<Step> next) {
        return next.contains(Step.FEDERATED)
                ? connections.enabled(visitor.workspace().id()).stream()
                        .map(SignInPages::way)
                        .toList()
                : List.of();
    }

    private static SignInPage.Way way(Connection connection) {
        return new SignInPage.Way(connection.id().text(), connection.name(), connection.buttonText());
    }

    /// Where a sign-in is for an application, its last form leads there by redirects, which browsers count
    /// as part of sending the form. Only the application's own address could be named instead, and only the
    /// protocol knows that.
    private static Reply leadingOn(Flow flow, Reply page) {
        boolean onward =
                flow.returnTo().filter(path -> path.contains("/oauth/v2/")).isPresent();
        return onward ? page.with("Content-Security-Policy", ONWARD) : page;
    }

    private static String template(Visitor visitor, Flow flow, Set<Step> next, Use use) {
        if (next.isEmpty()) {
            boolean waiting = flow.status() != Flow.Status.COMPLETED && flow.status() != Flow.Status.FAILED;
            return waiting && !visitor.passkeysWork() ? "nopasskey" : OVER;
        }
        return switch (flow.status()) {
            case PENDING -> {
                if (flow.kind() == Flow.Kind.STEP_UP && !next.contains(Step.PASSWORD)) {
                    yield next.contains(Step.MAGIC_LINK) ? "mail" : "second";
                }
                yield next.contains(Step.PASSWORD) ? use == Use.MAIL ? "mail" : "password" : "identify";
            }
            case MFA_REQUIRED -> use == Use.RECOVERY_CODE ? "recovery" : "second";
            case PASSWORD_OK -> next.contains(Step.SELECT_WORKSPACE) ? "workspace" : "enrol";
            case COMPLETED, FAILED -> OVER;
        };
    }

    /// Nothing for somebody who has set one up meanwhile, in another sign-in: they begin again, and prove it there.
    private Optional<SignInPage.App> app(Visitor visitor, Flow flow) {
        return switch (steps.code().beginApp(visitor, flow, flow.identifier().orElse(""))) {
            case AuthenticatorApps.Beginning.Begun begun ->
                Optional.of(new SignInPage.App(
                        QrSvg.of(begun.uri(), visitor.language().text("signin.enrol.picture")),
                        begun.secret().forTyping()));
            case AuthenticatorApps.Beginning.AlreadyThere() -> Optional.empty();
        };
    }

    private List<SignInPage.Choice> choices(Visitor visitor, Flow flow, Set<Step> next) {
        if (!next.contains(Step.SELECT_WORKSPACE)) {
            return List.of();
        }
        return passage.choices(visitor, flow.user().orElseThrow()).stream()
                .flatMap(id -> workspaces.standing(id).stream())
                .filter(Workspace::isActive)
                .map(workspace -> new SignInPage.Choice(workspace.id().text(), workspace.name(), workspace.slug()))
                .toList();
    }

    /// Somebody who has to wait.
    ///
    /// @param sentence says how long
    Reply locked(Call call, Visitor visitor, Flow flow, String sentence) {
        var page = new SignInPage(
                "signin/locked.jte",
                card(call, visitor, Optional.empty()),
                call.csrfToken(),
                call.prefix(),
                flow.id().text(),
                flow.kind() == Flow.Kind.STEP_UP,
                flow.identifier().orElse(null),
                FormErrors.whole(sentence),
                Set.of(),
                Optional.empty(),
                false,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                false,
                null,
                flow.returnTo());
        return Reply.page(429, pages.html(page));
    }

    /// A sign-in that cannot go on.
    Reply over(Call call, Visitor visitor) {
        return over(call, visitor, FormErrors.none());
    }

    /// The same for somebody who has to wait before another one.
    ///
    /// @param errors say how long
    Reply over(Call call, Visitor visitor, FormErrors errors) {
        return Reply.page(410, pages.html(bare(call, visitor, OVER, errors, null)));
    }

    /// A page that leads to another workspace's door.
    ///
    /// @param address of that door
    Reply elsewhere(Call call, Visitor visitor, String address) {
        String again = call.prefix() + "/sign-in";
        return Reply.page(pages.html(new ElsewherePage(card(call, visitor, Optional.empty()), address, again)));
    }

    /// A page for somebody who signed out here and may want to sign out of the provider that they came from.
    Reply signedOut(Call call, Visitor visitor, Exits.Exit exit) {
        String again = call.prefix() + "/sign-in";
        return Reply.page(pages.html(new SignedOutPage(card(call, visitor, Optional.empty()), exit, again)));
    }

    /// The page behind the link in a mail.
    ///
    /// @param token null when it does not work in this browser
    Reply link(Call call, Visitor visitor, @Nullable String token) {
        return Reply.page(token == null ? 404 : 200, pages.html(bare(call, visitor, "link", FormErrors.none(), token)));
    }

    private SignInPage bare(Call call, Visitor visitor, String template, FormErrors errors, @Nullable String token) {
        return new SignInPage(
                "signin/" + template + ".jte",
                card(call, visitor, Optional.empty()),
                call.csrfToken(),
                call.prefix(),
                "",
                false,
                null,
                errors,
                Set.of(),
                Optional.empty(),
                false,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                false,
                token,
                call.variables().stream()
                        .flatMap(text -> Prefix.AUTH_FLOW.parse(text, FlowId::new).stream())
                        .findFirst()
                        .flatMap(id -> passage.returnOf(visitor, id)));
    }

    /// What stands around a page of the workspace.
    ///
    /// @param here the page's own address, if it can be opened again
    public Card card(Call call, Visitor visitor, Optional<String> here) {
        Workspace workspace = visitor.workspace();
        return new Card(
                visitor.language(),
                policies.brand(workspace.id().value(), call.prefixOf(workspace.slug()), visitor.place()),
                here);
    }
}
