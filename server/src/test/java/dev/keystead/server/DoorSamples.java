package dev.keystead.server;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.account.ChangeSelf;
import dev.keystead.account.FactorRoutes;
import dev.keystead.account.MeRoutes;
import dev.keystead.account.TokenRoutes;
import dev.keystead.account.UserCredentialRoutes;
import dev.keystead.credential.FactorId;
import dev.keystead.directory.UserId;
import dev.keystead.onetime.OneTimeTokens;
import dev.keystead.onetime.OneTimeTokens.Purpose;
import dev.keystead.platform.http.Access;
import dev.keystead.platform.http.Route;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Person;
import dev.keystead.session.Renewal;
import dev.keystead.session.Session;
import dev.keystead.session.SessionId;
import dev.keystead.session.Sessions;
import dev.keystead.signup.RegistrationRoutes;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.workspace.Reserved;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Sound requests of people at the door and inside: each with a person of its own, in the system workspace.
final class DoorSamples {
    private static final Pattern HIDDEN_CSRF = Pattern.compile("name=\"csrf\" value=\"([^\"]+)\"");
    private static final String BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
    private static final String PASSWORD = "seven green lanterns";

    /// Bodies that carry the token of a link.
    static final Map<Class<?>, Function<TestServer, String>> BODIES = Map.ofEntries(
            entry(UserCredentialRoutes.ImportHash.class, _ -> "{\"hash\":\"%s\"}".formatted(BCRYPT)),
            entry(ChangeSelf.class, _ -> "{\"display_name\":\"Changed %s\"}".formatted(UuidV7.next())),
            entry(TokenRoutes.CreateToken.class, _ -> "{\"name\":\"sample\",\"scopes\":[\"write:user:self\"]}"),
            entry(FactorRoutes.BeginFactor.class, _ -> "{\"type\":\"totp\"}"),
            entry(FactorRoutes.VerifyFactor.class, _ -> "{\"code\":\"123456\"}"),
            entry(FactorRoutes.RenameFactor.class, _ -> "{\"name\":\"Renamed\"}"),
            entry(FactorRoutes.FinishPasskey.class, _ -> "{\"challenge\":\"chl_x\",\"credential\":\"{}\"}"),
            entry(MeRoutes.SetPassword.class, _ -> "{\"password\":\"%s\"}".formatted(PASSWORD)),
            entry(
                    RegistrationRoutes.ConfirmReset.class,
                    server -> "{\"token\":\"%s\",\"password\":\"%s\"}"
                            .formatted(link(server, Purpose.RESET_PASSWORD).token(), PASSWORD)),
            entry(
                    RegistrationRoutes.ConfirmEmail.class,
                    server -> "{\"token\":\"%s\",\"password\":\"%s\"}"
                            .formatted(link(server, Purpose.VERIFY_EMAIL).token(), PASSWORD)));

    /// Forms that carry the token of a link.
    private static final Map<String, Purpose> LINKS = Map.of(
            "/password-reset/confirm", Purpose.RESET_PASSWORD,
            "/welcome", Purpose.INVITATION,
            "/verify-email", Purpose.VERIFY_EMAIL);

    private DoorSamples() {}

    /// A form that a browser sends.
    ///
    /// @param actor the id of who sends it, or nothing when it makes them
    record Form(Map<String, String> headers, String body, String actor) {}

    private record Link(Person person, String token) {}

    private static Link link(TestServer server, Purpose purpose) {
        Person person = newPerson(server);
        String address = server.look()
                .text("select email from identity.users where id = '"
                        + person.user().value() + "'");
        if (purpose == Purpose.VERIFY_EMAIL) {
            // Whoever opens this link elsewhere sets the password of a new account.
            server.execute("update identity.users set status = 'pending_verification' where id = '"
                    + person.user().value() + "'");
        }
        var held = new OneTimeTokens.Held(person.user(), Optional.of(address), Optional.empty(), Optional.empty());
        String token = server.write(
                Reserved.SYSTEM_WORKSPACE,
                transaction -> server.wiring()
                        .tokens()
                        .make(transaction, purpose, held)
                        .text());
        return new Link(person, token);
    }

    static Person newPerson(TestServer server) {
        return server.makePerson("p" + UuidV7.next().toString().replace("-", "").substring(14));
    }

    /// A session of a user, as signing in starts it.
    static Session begin(TestServer server, TypedId workspace, UserId user) {
        return started(server, workspace, user).session();
    }

    private static Renewal.Renewed started(TestServer server, TypedId workspace, UserId user) {
        return server.write(
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
                                        new Session.Client("127.0.0.1", "test"),
                                        new Session.Limits(Duration.ofDays(1), Duration.ofDays(2)))));
    }

    /// A personal access token of a user who has just signed in.
    static Answer token(TestServer server, TypedId workspace, UserId user) {
        String access = started(server, workspace, user).accessToken();
        Answer made = server.as(access).post("/v1/me/tokens", Samples.body(TokenRoutes.CreateToken.class, server));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made;
    }

    /// An authenticator app of a user, which nobody has the secret of.
    static FactorId app(TestServer server, TypedId workspace, UserId user) {
        FactorId id = FactorId.make();
        server.execute("""
                insert into identity.mfa_factors (tenant_id, id, user_id, type, name, totp_secret, totp_algorithm,
                    totp_digits, totp_period, totp_last_step, verified, created_at, updated_at)
                values ('%s', '%s', '%s', 'totp', 'App', decode(repeat('00', 40), 'hex'), 'sha1', 6, 30, 0, true, now(),
                    now())""".formatted(workspace.value(), id.value(), user.value()));
        return id;
    }

    /// The form of a page, filled in soundly; nothing where the route takes none of ours.
    static Optional<Form> form(Route route, TestServer server) {
        String template = route.template().text();
        if (template.equals("/invite")) {
            return Optional.of(filled(server, "", "", InviteSamples.filledForm(server)));
        }
        if (LINKS.containsKey(template)) {
            Link link = link(server, LINKS.get(template));
            return Optional.of(filled(
                    server, "", link.person().user().text(), Map.of("token", link.token(), "password", PASSWORD)));
        }
        boolean leaving = template.equals("/oidc/v1/end_session/answer");
        if (leaving || route.access() instanceof Access.SignedIn) {
            Person person = newPerson(server);
            String cookie = "keystead-session-system="
                    + started(server, Reserved.SYSTEM_WORKSPACE, person.user()).token();
            return Optional.of(
                    filled(server, cookie, person.user().text(), leaving ? Map.of("answer", "sign-out") : Map.of()));
        }
        return Optional.empty();
    }

    /// A key against forgery is good for every form in the same browser.
    private static Form filled(TestServer server, String cookie, String actor, Map<String, String> fields) {
        Answer page = server.as("").get("/password-reset");
        Matcher csrf = HIDDEN_CSRF.matcher(page.text());
        assertThat(csrf.find()).as("a form in %s", page.text()).isTrue();
        String cookies = page.response().headers().allValues("Set-Cookie").stream()
                .map(set -> set.split(";", 2)[0])
                .collect(Collectors.joining("; "));
        String body = fields.entrySet().stream()
                .map(field -> "&" + field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining());
        return new Form(
                Map.of(
                        "Cookie",
                        cookie.isEmpty() ? cookies : cookies + "; " + cookie,
                        "Content-Type",
                        "application/x-www-form-urlencoded"),
                "csrf=" + URLEncoder.encode(csrf.group(1), StandardCharsets.UTF_8) + body,
                actor);
    }
}
