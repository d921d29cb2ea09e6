package dev.keystead.connection;

import dev.keystead.audit.Answers;
import dev.keystead.audit.AuditLog;
import dev.keystead.connection.ConnectionSettings.Accounts;
import dev.keystead.connection.ConnectionSettings.Mapping;
import dev.keystead.connection.ConnectionSettings.Oidc;
import dev.keystead.connection.ConnectionSettings.Routing;
import dev.keystead.connection.ConnectionSettings.Saml;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.http.Work;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.Change;
import dev.keystead.platform.json.Fields;
import dev.keystead.platform.outbound.Outbound;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.WorkspaceId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The connections of a workspace over HTTP.
public final class ConnectionRoutes {
    private static final String ALL = "/v1/connections";
    private static final String ONE = ALL + "/{id}";
    private static final int LONGEST_ISSUER = 1000;
    private static final int LONGEST_SECRET = 2000;

    private final Connections connections;
    private final ConnectionRules rules;
    private final Map<Connection.Kind, Probe> probes;
    private final Reach reach;
    private final AuditLog audit;
    private final Answers<Connection> answers;

    /// @param outbound by whose rules a provider's address is judged
    /// @param probes for each protocol that is spoken here; connections of others cannot be made
    /// @param reach keeps whoever may do more than the caller out of the caller's reach
    public ConnectionRoutes(
            Connections connections,
            Outbound outbound,
            Map<Connection.Kind, Probe> probes,
            Reach reach,
            AuditLog audit) {
        this.connections = connections;
        this.rules = new ConnectionRules(outbound, probes.keySet());
        this.probes = Map.copyOf(probes);
        this.reach = reach;
        this.audit = audit;
        this.answers = new Answers<>(
                audit,
                new Answers.Kind<>(
                        Connection::id,
                        Connection::version,
                        ConnectionView::of,
                        connection -> ALL + "/" + connection.id().text()));
    }

    public List<Route> routes() {
        return List.of(
                Route.get(ALL, "List the connections of the workspace")
                        .tenant("read:connection")
                        .answers(Shape.page(ConnectionView.class), this::list),
                Route.post(ALL, "Make a connection to another identity provider; its secret is never returned")
                        .tenant("admin:connection")
                        .audits("connection.create")
                        .takes(CreateConnection.class)
                        .answers(201, Shape.of(ConnectionView.class), this::create),
                Route.get(ONE, "Read a connection, without its secret")
                        .tenant("read:connection")
                        .answers(Shape.of(ConnectionView.class), this::read),
                Route.patch(ONE, "Change a connection, turn it on or off, or give it another secret")
                        .tenant("admin:connection")
                        .audits("connection.update")
                        .versioned()
                        .takes(ChangeConnection.class)
                        .answers(Shape.of(ConnectionView.class), this::change),
                Route.delete(ONE, "Delete a connection; everybody's links to its provider go with it")
                        .tenant("admin:connection")
                        .audits("connection.delete")
                        .versioned()
                        .takesNothing()
                        .answers(Shape.nothing(), this::delete),
                Route.post(ONE + ":test", "Look whether the provider can be spoken with, and say what is wrong")
                        .tenant("admin:connection")
                        .audits("connection.test")
                        .takesNothing()
                        .prepares(200, Shape.of(TestView.class), this::test));
    }

    /// The wish for a connection.
    ///
    /// @param issuer what the provider calls itself; for Keycloak, the address of the realm
    public record CreateConnection(
            Connection.Kind kind,
            String name,
            @Nullable String buttonText,
            @Nullable Boolean enabled,
            @Nullable Integer position,
            String issuer,
            @Nullable Oidc oidc,
            @Nullable Saml saml,
            @Nullable String clientSecret,
            @Nullable Accounts accounts,
            @Nullable Routing routing,
            @Nullable Mapping mapping) {
        public CreateConnection {
            var fields = new Fields();
            name = Wording.name(fields, name);
            buttonText = fields.optional(buttonText, value -> Wording.buttonText(fields, value));
            position = fields.optional(position, value -> fields.number("position", value, 0, 1000));
            issuer = fields.text("issuer", issuer, 1, LONGEST_ISSUER);
            clientSecret = fields.optional(clientSecret, value -> Wording.secret(fields, value));
            fields.refuseIfAny();
        }

        ConnectionSettings settings() {
            return new ConnectionSettings(
                    oidc,
                    saml,
                    accounts == null ? Accounts.USUAL : accounts,
                    routing == null ? Routing.USUAL : routing,
                    mapping == null ? Mapping.USUAL : mapping);
        }
    }

    /// A change to a connection: absent members stay. A member that is an object is replaced as a whole.
    ///
    /// @param clientSecret another secret, which takes the place of the old one at once
    public record ChangeConnection(
            Change<String> name,
            Change<@Nullable String> buttonText,
            Change<Boolean> enabled,
            Change<Integer> position,
            Change<String> issuer,
            Change<Oidc> oidc,
            Change<Saml> saml,
            Change<String> clientSecret,
            Change<Accounts> accounts,
            Change<Routing> routing,
            Change<Mapping> mapping) {
        public ChangeConnection {
            var fields = new Fields();
            name = fields.change(name, value -> Wording.name(fields, value));
            buttonText = fields.clearableChange(buttonText, value -> Wording.buttonText(fields, value));
            position = fields.change(position, value -> fields.number("position", value, 0, 1000));
            issuer = fields.change(issuer, value -> fields.text("issuer", value, 1, LONGEST_ISSUER));
            clientSecret = fields.change(clientSecret, value -> Wording.secret(fields, value));
            fields.refuseIfAny();
        }

        private Optional<String> secret() {
            return clientSecret instanceof Change.Set<String>(String value) ? Optional.of(value) : Optional.empty();
        }

        private ConnectionSettings over(ConnectionSettings settings) {
            return new ConnectionSettings(
                    oidc instanceof Change.Set<Oidc>(Oidc value) ? value : settings.oidc(),
                    saml instanceof Change.Set<Saml>(Saml value) ? value : settings.saml(),
                    accounts.over(settings.accounts()),
                    routing.over(settings.routing()),
                    mapping.over(settings.mapping()));
        }

        private Connection over(Connection connection) {
            ConnectionSettings settings = over(connection.settings());
            return connection.as(
                    name.over(connection.name()),
                    Optional.ofNullable(buttonText.over(connection.buttonText().orElse(null))),
                    enabled.over(connection.enabled()),
                    position.over(connection.position()),
                    ConnectionRules.issuer(issuer.over(connection.issuer()), settings),
                    settings);
        }
    }

    /// What connections can be called.
    private static final class Wording {
        private static String name(Fields fields, String value) {
            return fields.text("name", value, 1, 120);
        }

        private static String buttonText(Fields fields, String value) {
            return fields.text("button_text", value, 1, 80);
        }

        private static String secret(Fields fields, String value) {
            return fields.text("client_secret", value, 1, LONGEST_SECRET);
        }
    }

    /// What a test found.
    ///
    /// @param works whether nothing is wrong
    public record TestView(boolean works, List<Probe.Finding> findings) {}

    private Reply list(Call call) {
        Paging paging = call.paging();
        var after = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        List<Connection> found = connections.list(after, paging.fetch());
        return Reply.ok(
                Page.of(found, paging, connection -> Cursor.of(connection.id().value()), ConnectionView::of));
    }

    private Reply create(Call call, CreateConnection body, Transaction transaction) {
        ConnectionSettings settings = body.settings();
        String issuer = ConnectionRules.issuer(body.issuer(), settings);
        rules.check(workspace(call), body.kind(), issuer, settings, body.clientSecret() != null);
        boolean enabled = body.enabled() == null || body.enabled();
        requireReach(call, transaction, Reach.Touched.by(enabled, issuer, settings));
        var wish = new Connections.Wish(
                body.kind(),
                body.name(),
                Optional.ofNullable(body.buttonText()),
                enabled,
                body.position() == null ? 0 : body.position(),
                issuer,
                settings,
                Optional.ofNullable(body.clientSecret()));
        return answers.to(
                call,
                transaction,
                connections.make(transaction, wish, call.caller().actor()));
    }

    private Reply read(Call call) {
        return answers.found(connections.find(id(call)));
    }

    private Reply change(Call call, ChangeConnection body, Transaction transaction) {
        return answers.to(
                call,
                transaction,
                connections.change(transaction, id(call), call.ifMatch(), body.secret(), connection -> {
                    Connection wanted = body.over(connection);
                    // A secret was given for one provider, and is not shown to another.
                    boolean kept = wanted.hasSecret() && wanted.issuer().equals(connection.issuer());
                    rules.check(
                            workspace(call),
                            wanted.kind(),
                            wanted.issuer(),
                            wanted.settings(),
                            kept || body.secret().isPresent());
                    Reach.Touched.by(connection, wanted, body.secret().isPresent())
                            .ifPresent(touched -> requireReach(call, transaction, touched));
                    return wanted;
                }));
    }

    private Reply delete(Call call, Transaction transaction) {
        return answers.to(
                call,
                transaction,
                connections.delete(
                        transaction,
                        id(call),
                        call.ifMatch(),
                        connection -> requireReach(
                                call, transaction, new Reach.Touched(Set.of(connection.issuer()), Set.of()))));
    }

    /// @throws Refusal when somebody who comes by the provider may do more than the caller
    private void requireReach(Call call, Transaction transaction, Reach.Touched touched) {
        if (reach.isAbove(transaction, call.caller(), touched)) {
            throw Refusal.insufficientRole();
        }
    }

    /// The provider is called before the transaction is opened.
    private Work.ChangingBare test(Call call) {
        Connection connection = connections.find(id(call)).orElseThrow(Refusal::notFound);
        List<Probe.Finding> findings =
                Optional.ofNullable(probes.get(connection.kind())).orElseThrow().look(workspace(call), connection);
        var view = new TestView(findings.stream().allMatch(Probe.Finding::good), findings);
        return (asked, transaction) -> {
            audit.write(transaction, asked, connection.id(), AuditLog.Change.made(view));
            return Reply.ok(view);
        };
    }

    private static WorkspaceId workspace(Call call) {
        return new WorkspaceId(call.caller().tenant());
    }

    private static ConnectionId id(Call call) {
        return call.id("id", ConnectionId::new, Prefix.CONNECTION.text());
    }
}
