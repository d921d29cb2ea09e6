package dev.keystead.login;

import dev.keystead.gate.BrowserSessions;
import dev.keystead.platform.crypto.Digest;
import dev.keystead.platform.crypto.Mac;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cookie;
import dev.keystead.platform.http.PublicAddress;
import dev.keystead.platform.http.Refusal;
import dev.keystead.policy.Policies;
import dev.keystead.session.Session;
import dev.keystead.session.SessionId;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.Workspace;
import dev.keystead.workspace.WorkspaceId;
import dev.keystead.workspace.Workspaces;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Knows a request at the door: which workspace it means and which browser it comes from.
public final class Door {
    /// Programs without cookies send the browser's key in this header.
    public static final String HEADER = "Keystead-Browser";

    private static final String COOKIE = "keystead-browser";
    private static final Duration COOKIE_LIFE = Duration.ofDays(365);
    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9_-]{43}");
    private static final Pattern LOCAL_PATH = Pattern.compile("/(?![/\\\\])[\\x21-\\x7e&&[^\\\\]]{1,1999}");
    private static final SecureRandom RANDOM = new SecureRandom();

    private final BrowserSessions browsers;
    private final Workspaces workspaces;
    private final Policies policies;
    private final PublicAddress address;
    private final Mac mac;

    public Door(
            BrowserSessions browsers,
            Workspaces workspaces,
            Policies policies,
            PublicAddress address,
            MasterKey master) {
        this.browsers = browsers;
        this.workspaces = workspaces;
        this.policies = policies;
        this.address = address;
        this.mac = master.mac("browser");
    }

    /// The visitor in a browser, who gets a key to be known by.
    ///
    /// @throws Refusal when there is no such workspace, or nobody gets in there
    public Visitor browser(Call call) {
        String key = call.cookie(COOKIE).filter(Door::isKey).orElseGet(Door::newKey);
        call.set(Cookie.lasting(COOKIE, key, COOKIE_LIFE));
        return visitor(call, key, Session.Kind.BROWSER);
    }

    /// A visitor whose browser may have left its cookies behind, because another site sent it here by a form.
    public Visitor passerBy(Call call) {
        return visitor(call, newKey(), Session.Kind.BROWSER);
    }

    /// The visitor in a browser that a page of ours sent here by a form, to an address that takes forms of other
    /// sites too. Nothing for theirs: these come without our cookies, and a new key must not take the place of the
    /// one that stayed behind.
    public Optional<Visitor> sentByUs(Call call) {
        boolean known = call.cookie(COOKIE).filter(Door::isKey).isPresent();
        boolean ours =
                call.header("Sec-Fetch-Site").filter("same-origin"::equals).isPresent();
        return known || ours ? Optional.of(browser(call)) : Optional.empty();
    }

    /// The visitor who is a program; nothing when it does not show the key that it was given.
    public Optional<Visitor> program(Call call) {
        return call.header(HEADER)
                .or(() -> call.cookie(COOKIE))
                .filter(Door::isKey)
                .map(key -> visitor(call, key, Session.Kind.API));
    }

    /// A program at the beginning, and the key that it is known by from now on.
    public record Known(Visitor visitor, String key) {}

    public Known newProgram(Call call) {
        String key = key(call);
        call.set(Cookie.lasting(COOKIE, key, COOKIE_LIFE));
        return new Known(visitor(call, key, Session.Kind.API), key);
    }

    /// The key that a program or its browser shows, or one that nobody else has.
    private static String key(Call call) {
        return call.header(HEADER)
                .or(() -> call.cookie(COOKIE))
                .filter(Door::isKey)
                .orElseGet(Door::newKey);
    }

    private Visitor visitor(Call call, String key, Session.Kind kind) {
        return visitor(call, workspace(call), key, kind);
    }

    private Visitor visitor(Call call, Workspace workspace, String key, Session.Kind kind) {
        Optional<String> language = languageOf(workspace);
        Digest browser = mac.digest(key);
        // What a program holds is in its own hands: it may be inside more than once.
        Optional<SessionId> carried =
                kind == Session.Kind.BROWSER ? browsers.carried(call, workspace.id()) : Optional.empty();
        return new Visitor(
                workspace,
                browser,
                BrowserSessions.client(call),
                carried,
                kind,
                call.language(language),
                passkeysWork(call));
    }

    /// The workspace that the path means.
    public Workspace workspace(Call call) {
        return browsers.workspace(call)
                .flatMap(workspaces::standing)
                .filter(Workspace::isActive)
                .orElseThrow(Refusal::notFound);
    }

    /// The address under which the pages of the path's workspace are found, for links in mails.
    public String address(Call call) {
        return call.issuer().toString();
    }

    /// The same for a workspace that the path does not name.
    public String addressOf(Workspace workspace) {
        return address.get() + prefixOf(workspace);
    }

    /// What the paths of a workspace begin with, whichever the path of a request names.
    public static String prefixOf(Workspace workspace) {
        return workspace.kind() == Workspace.Kind.SYSTEM ? "" : "/t/" + workspace.slug();
    }

    /// Somebody who is inside already, in the workspace that they act in. Not for use inside a transaction.
    public Visitor forCaller(Call call) {
        Workspace workspace =
                workspaces.standing(new WorkspaceId(call.caller().tenant())).orElseThrow(Refusal::notFound);
        return insider(call, workspace, languageOf(workspace));
    }

    /// The same inside a transaction, so that no second connection is needed.
    public Visitor forCaller(Call call, Transaction transaction) {
        Workspace workspace = workspaces
                .find(transaction, new WorkspaceId(call.caller().tenant()))
                .orElseThrow(Refusal::notFound);
        return insider(call, workspace, Optional.empty());
    }

    /// Somebody inside who begins to prove again who they are, at the door that they came in by.
    ///
    /// @param home the workspace that they signed in to
    Known atHome(Call call, WorkspaceId home) {
        String key = key(call);
        call.set(Cookie.lasting(COOKIE, key, COOKIE_LIFE));
        Workspace workspace =
                workspaces.standing(home).filter(Workspace::isActive).orElseThrow(Refusal::notFound);
        return new Known(visitor(call, workspace, key, Session.Kind.API), key);
    }

    private Visitor insider(Call call, Workspace workspace, Optional<String> language) {
        return new Visitor(
                workspace,
                mac.digest(key(call)),
                BrowserSessions.client(call),
                Optional.empty(),
                Session.Kind.API,
                call.language(language),
                passkeysWork(call));
    }

    /// At the installation's own name and at hosts of workspaces below it. A domain of a workspace's own is another
    /// site to browsers, which let no passkey of ours be made or used there.
    private boolean passkeysWork(Call call) {
        String party = address.get().getHost().toLowerCase(Locale.ROOT);
        String host = call.issuer().getHost().toLowerCase(Locale.ROOT);
        return host.equals(party) || host.endsWith("." + party);
    }

    private Optional<String> languageOf(Workspace workspace) {
        return Optional.ofNullable(policies.branding(workspace.id().value()).defaultLanguage());
    }

    /// A page of this server to go to; nothing for anything else, so that nobody is led away.
    public static Optional<String> localPath(String text) {
        return Optional.of(text).filter(path -> LOCAL_PATH.matcher(path).matches());
    }

    /// The address of a page that leads on to another one of this server.
    public static String leading(String path, Optional<String> returnTo) {
        return returnTo.map(wanted -> path + "?return_to=" + URLEncoder.encode(wanted, StandardCharsets.UTF_8))
                .orElse(path);
    }

    private static boolean isKey(String text) {
        return KEY.matcher(text).matches();
    }

    private static String newKey() {
        var bytes = new byte[32];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
