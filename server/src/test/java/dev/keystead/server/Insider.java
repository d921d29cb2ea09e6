package dev.keystead.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.directory.UserId;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.session.Renewal;
import dev.keystead.session.Session;
import dev.keystead.session.SessionId;
import dev.keystead.session.Sessions;
import dev.keystead.workspace.WorkspaceId;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Somebody who is signed in, with a browser and as a program.
///
/// @param prefix what the paths of their workspace begin with
public record Insider(
        TestServer server, UserId user, SessionId session, String accessToken, String cookie, String prefix) {
    private static final Pattern CSRF = Pattern.compile("name=\"csrf\" value=\"([^\"]+)\"");
    private static final String FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

    /// Lets a user of a workspace in, as if they had proved a moment ago who they are.
    ///
    /// @param slug of the workspace; `system` for the one of individual accounts
    public static Insider enter(TestServer server, WorkspaceId workspace, String slug, UserId user) {
        return enter(server, workspace, slug, user, "0 seconds");
    }

    /// Lets a user in who proved some time ago who they are.
    public static Insider enterAgo(TestServer server, WorkspaceId workspace, String slug, UserId user) {
        return enter(server, workspace, slug, user, "1 hour");
    }

    private static Insider enter(TestServer server, WorkspaceId workspace, String slug, UserId user, String ago) {
        var limits = new Session.Limits(Duration.ofDays(1), Duration.ofDays(2));
        var client = new Session.Client("127.0.0.1", FIREFOX);
        Renewal.Renewed in = server.write(
                workspace,
                transaction -> server.wiring()
                        .sessions()
                        .start(
                                transaction,
                                new Sessions.Wish(
                                        SessionId.make(),
                                        user,
                                        Session.Kind.BROWSER,
                                        Optional.empty(),
                                        List.of("pwd"),
                                        client,
                                        limits)));
        // Nobody has seen this session yet, so that no memory holds the time before.
        server.execute("update session.sessions set proven_at = proven_at - interval '%s' where id = '%s'"
                .formatted(ago, in.session().id().value()));
        return new Insider(
                server,
                user,
                in.session().id(),
                in.accessToken(),
                "keystead-session-" + slug + "=" + in.token(),
                slug.equals("system") ? "" : "/t/" + slug);
    }

    /// As a program.
    public Client api() {
        return server.as(accessToken);
    }

    /// As a browser.
    public Answer page(String path) {
        return browser(cookie).get(prefix + path);
    }

    /// Sends a form as the page that it is on would.
    public Answer form(String page, String path, Map<String, String> fields) {
        Answer shown = page(page);
        Matcher csrf = CSRF.matcher(shown.text());
        assertThat(csrf.find()).as("a form on %s: %s", page, shown.text()).isTrue();
        var all = new LinkedHashMap<>(fields);
        all.put("csrf", csrf.group(1));
        String formCookie = shown.response().headers().allValues("Set-Cookie").stream()
                .filter(set -> set.contains("keystead-form"))
                .map(set -> set.split(";", 2)[0])
                .findFirst()
                .orElseThrow();
        return send(cookie + "; " + formCookie, path, all);
    }

    /// Sends a form that no page of ours was made for.
    public Answer forged(String path, Map<String, String> fields) {
        return send(cookie, path, fields);
    }

    private Answer send(String cookies, String path, Map<String, String> fields) {
        String body = fields.entrySet().stream()
                .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
                .collect(Collectors.joining("&"));
        return browser(cookies)
                .with("Content-Type", "application/x-www-form-urlencoded")
                .post(prefix + path, body);
    }

    private Client browser(String cookies) {
        return server.as("").with("Cookie", cookies).with("User-Agent", FIREFOX);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
