package dev.keystead.platform.http;

import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.text.Texts;
import dev.keystead.tenancy.IdText;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.TypedId;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One request on one route, as its work sees it. Lives on the request's thread.
public final class Call {
    private static final Pattern VERSION_TAG = Pattern.compile("\"(0|[1-9][0-9]{0,17})\"");
    private static final Pattern ANY_TAG = Pattern.compile("(W/)?\"[\\x21\\x23-\\x7e]*\"");
    private static final Pattern IDEMPOTENCY_KEY = Pattern.compile("[\\x21-\\x7e]{1,200}");

    private final Route route;
    private final RequestHead head;
    private final RouteTable.Match match;
    private final CsrfGuard.Session csrf;
    private final Texts texts;
    private final WorkspaceAddresses addresses;
    private Map<String, String> query = Map.of();
    private final List<Cookie> cookies = new ArrayList<>();
    private @Nullable Caller caller;
    private boolean accounted;

    Call(
            Route route,
            RequestHead head,
            RouteTable.Match match,
            CsrfGuard.Session csrf,
            Texts texts,
            WorkspaceAddresses addresses) {
        this.route = route;
        this.head = head;
        this.match = match;
        this.csrf = csrf;
        this.texts = texts;
        this.addresses = addresses;
    }

    public Route route() {
        return route;
    }

    /// The id under which this request is in the log, and which the client was told.
    public String requestId() {
        return head.requestId();
    }

    /// Who calls. An open route has no caller, and asking for one is a bug.
    public Caller caller() {
        if (caller == null) {
            throw new IllegalStateException(route + " is open and has no caller");
        }
        return caller;
    }

    /// The workspace that the request names, by its path `/t/{slug}` or by its host.
    public Optional<String> workspaceSlug() {
        return match.workspace().findSlug();
    }

    /// What the paths of that workspace begin with on this host: nothing where the host names it, and nothing
    /// for the system workspace.
    public String prefix() {
        return match.workspace().prefix();
    }

    /// The same for a workspace by its slug, where the request may not name it: for what every workspace has,
    /// the system workspace too.
    public String prefixOf(String slug) {
        return match.workspace() instanceof WorkspaceName.InHost(String named, String _) && named.equals(slug)
                ? ""
                : new WorkspaceName.InPath(slug).prefix();
    }

    /// The address of that workspace, which is its issuer: for links, metadata and tokens. It is made from
    /// the configuration, and from a request's host only where that is a configured one.
    public URI issuer() {
        return addresses.of(match.workspace());
    }

    /// The certificate that the client showed, if it did and the operator asks for it. Whether TLS or a
    /// trusted proxy brought it makes no difference.
    ///
    /// @throws Refusal when a trusted proxy sent something that is no certificate
    public Optional<ClientCertificate> clientCertificate() {
        return head.clientCertificate().get();
    }

    /// The client's address, by way of trusted proxies only.
    public String remoteAddress() {
        return head.origin().clientAddress();
    }

    /// Where the client came from and which address it used.
    public Origin origin() {
        return head.origin();
    }

    /// The raw path, as the client sent it.
    public String path() {
        return head.path();
    }

    /// A variable of the path.
    public String variable(String name) {
        String value = match.variables().get(name);
        if (value == null) {
            throw new IllegalStateException(route + " has no variable {" + name + "}");
        }
        return value;
    }

    /// The values of all variables of the path.
    public Collection<String> variables() {
        return match.variables().values();
    }

    /// A variable that is an id. One that is malformed is refused exactly like one that does not exist.
    public <I extends TypedId> I id(String name, Function<UUID, I> type, String prefix) {
        return findId(name, prefix).map(type).orElseThrow(Refusal::notFound);
    }

    /// A variable that is an id; nothing when it is malformed or one that nothing ever has.
    Optional<UUID> findId(String name, String prefix) {
        return IdText.decode(prefix, variable(name)).filter(id -> !Scope.isReserved(id));
    }

    /// A query parameter, if it was given.
    ///
    /// @throws BadInput when its value is not of the declared type
    public <T> Optional<T> find(Param<T> param) {
        if (!route.query().contains(param)) {
            throw new IllegalStateException(route + " does not declare the parameter " + param);
        }
        return Optional.ofNullable(query.get(param.name())).map(param.parse());
    }

    /// The page that is asked for, on a route whose shape is a page.
    public Paging paging() {
        return new Paging(
                find(Paging.CURSOR).map(Cursor::parse), find(Paging.LIMIT).orElse(Paging.USUAL));
    }

    /// The version that If-Match names; nothing without the header or with `*`. A tag that no version of
    /// ours can have is a mismatch.
    public Optional<Long> ifMatch() {
        if (!route.traits().versioned()) {
            throw new IllegalStateException(route + " is not versioned");
        }
        Optional<String> sent = head.header("If-Match").map(String::strip);
        if (sent.isEmpty() || sent.get().equals("*")) {
            return Optional.empty();
        }
        Matcher version = VERSION_TAG.matcher(sent.get());
        if (version.matches()) {
            return Optional.of(Long.valueOf(version.group(1)));
        }
        if (ANY_TAG.matcher(sent.get()).matches()) {
            throw new Refusal(Reply.versionMismatch());
        }
        throw BadInput.whole("If-Match must be one ETag in quotes, as the server gave it");
    }

    /// The version that If-Match names, where a change without one is not safe.
    public long requireIfMatch() {
        return ifMatch()
                .orElseThrow(() -> new Refusal(
                        Reply.refused(428, "send If-Match with the ETag that you read, so that no change is lost")));
    }

    /// The client's own key for this request, under which a repeat gets the same answer.
    public Optional<String> idempotencyKey() {
        if (!route.isIdempotent()) {
            return Optional.empty();
        }
        Optional<String> key = head.header("Idempotency-Key");
        if (key.isPresent() && !IDEMPOTENCY_KEY.matcher(key.get()).matches()) {
            throw BadInput.whole("Idempotency-Key must be 1 to 200 visible ASCII characters");
        }
        return key;
    }

    /// The only value of a header, unchecked.
    public Optional<String> header(String name) {
        return head.header(name);
    }

    /// All values of a header, unchecked: for protocols that have their own answer to a header that repeats.
    public List<String> headers(String name) {
        return head.headers().apply(name);
    }

    /// What the browser keeps under a name of ours, unchecked.
    public Optional<String> cookie(String name) {
        return Cookie.sent(head, name);
    }

    /// Sets a cookie with the answer, whatever the answer is.
    public void set(Cookie cookie) {
        cookies.add(cookie);
    }

    List<Cookie> cookiesToSet() {
        var all = new ArrayList<>(cookies);
        csrf.setCookie().ifPresent(all::add);
        languageCookie().ifPresent(all::add);
        return all;
    }

    /// The language for the page that is being made: by `ui_locales` where the route takes it, by an
    /// earlier choice, by the browser's settings, or else the usual one.
    ///
    /// @param usual a language tag, such as the workspace's own
    public Texts.Language language(Optional<String> usual) {
        return texts.choose(WishedLanguage.of(head, languagesInAddress(), usual));
    }

    private Optional<String> languagesInAddress() {
        return Optional.of(WishedLanguage.UI_LOCALES)
                .filter(param -> route.query().contains(param))
                .flatMap(this::find);
    }

    /// What keeps the language that the address chose.
    private Optional<Cookie> languageCookie() {
        return Optional.ofNullable(query.get(WishedLanguage.UI_LOCALES.name()))
                .flatMap(tags -> Stream.of(tags.split(" +"))
                        .map(texts::find)
                        .flatMap(Optional::stream)
                        .findFirst())
                .map(chosen -> Cookie.lasting(WishedLanguage.COOKIE, chosen.tag(), WishedLanguage.KEPT_FOR));
    }

    /// The value for the hidden field `csrf` of a form on the page that is being made.
    public String csrfToken() {
        return csrf.token();
    }

    /// Says that the audit entry of this change is written, in the same transaction.
    public void markAudited() {
        accounted = true;
    }

    /// Says that the request turned out to change nothing, so that there is nothing to audit.
    public void markUnchanged() {
        accounted = true;
    }

    boolean isAccountedFor() {
        return accounted || route.audit() instanceof Audit.Nothing;
    }

    void admit(Caller admitted) {
        this.caller = admitted;
    }

    Optional<Caller> findCaller() {
        return Optional.ofNullable(caller);
    }

    void asked(Map<String, String> checkedQuery) {
        this.query = checkedQuery;
    }

    RequestHead head() {
        return head;
    }

    CsrfGuard.Session csrf() {
        return csrf;
    }
}
