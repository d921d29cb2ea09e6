package dev.keystead.tenancy.testkit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.IdText;
import dev.keystead.tenancy.Parameters.Binding;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.ScopePrefix;
import dev.keystead.tenancy.UuidV7;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A small module that keeps the contract, unless it is given a fault.
final class SampleModule implements AutoCloseable {
    /// How a module goes wrong.
    enum Fault {
        NONE,
        ASKS_NO_CREDENTIAL,
        TELLS_FOREIGN_FROM_ABSENT,
        SHOWS_FOREIGN_ROWS,
        LISTS_EVERYTHING,
        TRUSTS_THE_BODY,
        DELETES_FOREIGN_ROWS,
        OPENS_FOREIGN_PATHS,
        CLOSES_OWN_PATHS
    }

    /// Who calls: the ids that a credential stands for, and whether it may write.
    record Caller(String slug, UUID tenant, UUID org, UUID user, boolean mayWrite) {
        Scope scope() {
            return Scope.tenant(tenant).and(Scope.org(org)).and(Scope.user(user));
        }
    }

    private record Reply(int status, String body) {
        static final Reply NOT_FOUND = new Reply(404, "{\"error\":\"not found\"}");
    }

    static final Query<String> NOTES = list("note", Axis.TENANT);
    static final Query<String> RULES = list("rule", Axis.ORG);
    static final Query<String> DEVICES = list("device", Axis.USER);
    static final Query<String> NOTE = find("note", Axis.TENANT);
    static final Query<String> RULE = find("rule", Axis.ORG);
    static final Query<String> DEVICE = find("device", Axis.USER);
    static final Command INSERT = Command.tenant(
            "sample.note.insert", "insert into sample.note (id, user_id, title, tenant_id) values (?, ?, ?, ?)");
    static final Command DELETE =
            Command.tenant("sample.note.delete", "delete from sample.note where id = ? and tenant_id = ?");
    static final List<Query<String>> QUERIES = List.of(NOTES, RULES, DEVICES, NOTE, RULE, DEVICE);

    private static final Query<String> ANY_NOTE = any("note");
    private static final Query<String> ANY_RULE = any("rule");
    private static final Query<String> ANY_DEVICE = any("device");
    private static final Query<String> ALL_NOTES = Query.crossTenant(
            "sample.note.list-any", "a fault", "select id from sample.note", row -> id("note", row.uuid("id")));
    private static final Command DELETE_ANY =
            Command.crossTenant("sample.note.delete-any", "a fault", "delete from sample.note where id = ?");
    private static final Command INSERT_ANY = Command.crossTenant(
            "sample.note.insert-any",
            "a fault",
            "insert into sample.note (id, user_id, title, tenant_id) values (?, ?, ?, ?)");

    private static final Pattern PATH = Pattern.compile("(?:/t/([a-z0-9-]+))?/v1/(notes|rules|devices)(?:/([^/]+))?");
    private static final Pattern MEMBER = Pattern.compile("\"(\\w+)\"\\s*:\\s*\"([^\"]*)\"");

    private final Fault fault;
    private final Map<String, Caller> callers;
    private final Database database;
    private final Database worker;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    SampleModule(SampleDatabase data, Map<String, Caller> callers, Fault fault) {
        this.fault = fault;
        this.callers = callers;
        this.database = Database.of(data.app(), ScopePrefix.SET_CONFIG);
        this.worker = Database.worker(data.superuser(), ScopePrefix.SET_CONFIG);
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    URI uri() {
        return URI.create("http://" + server.getAddress().getHostString() + ":"
                + server.getAddress().getPort());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }

    static String id(String kind, UUID id) {
        return IdText.encode(kind, id);
    }

    private static Query<String> list(String table, Axis axis) {
        String text = "select id from sample." + table + " where " + axis.column() + " = ? order by id limit 200";
        return query("sample." + table + ".list", axis, text, table);
    }

    private static Query<String> find(String table, Axis axis) {
        String text = "select id from sample." + table + " where id = ? and " + axis.column() + " = ?";
        return query("sample." + table + ".find", axis, text, table);
    }

    private static Query<String> any(String table) {
        return Query.crossTenant(
                "sample." + table + ".find-any",
                "a fault",
                "select id from sample." + table + " where id = ?",
                row -> id(table, row.uuid("id")));
    }

    private static Query<String> query(String id, Axis axis, String text, String kind) {
        return switch (axis) {
            case TENANT -> Query.tenant(id, text, row -> id(kind, row.uuid("id")));
            case ORG -> Query.org(id, text, row -> id(kind, row.uuid("id")));
            case PROJECT -> Query.project(id, text, row -> id(kind, row.uuid("id")));
            case USER -> Query.user(id, text, row -> id(kind, row.uuid("id")));
        };
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String requestId = UuidV7.next().toString();
            Reply reply = reply(exchange);
            byte[] body = reply.body()
                    .replaceFirst("}$", ",\"request_id\":\"" + requestId + "\"}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.getResponseHeaders().add("X-Request-Id", requestId);
            exchange.sendResponseHeaders(reply.status(), body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private Reply reply(HttpExchange exchange) throws IOException {
        if (exchange.getRequestURI().getPath().equals("/v1/health")) {
            return new Reply(200, "{\"state\":\"up\"}");
        }
        String credential = exchange.getRequestHeaders().getFirst("Authorization");
        if (credential == null && fault != Fault.ASKS_NO_CREDENTIAL) {
            return new Reply(401, "{\"error\":\"auth required\"}");
        }
        Caller caller = credential == null ? callers.values().iterator().next() : callers.get(credential);
        if (caller == null) {
            return new Reply(401, "{\"error\":\"invalid token\"}");
        }
        Matcher path = PATH.matcher(exchange.getRequestURI().getPath());
        if (!path.matches()) {
            return Reply.NOT_FOUND;
        }
        String slug = path.group(1);
        if (slug != null && fault == Fault.CLOSES_OWN_PATHS) {
            return Reply.NOT_FOUND;
        }
        if (slug != null && !slug.equals(caller.slug())) {
            boolean exists =
                    callers.values().stream().anyMatch(one -> one.slug().equals(slug));
            if (fault != Fault.OPENS_FOREIGN_PATHS || !exists) {
                return Reply.NOT_FOUND;
            }
        }
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        return caller.scope()
                .call(() -> route(
                        exchange.getRequestMethod(), path.group(2), Optional.ofNullable(path.group(3)), caller, body));
    }

    private Reply route(String method, String collection, Optional<String> idText, Caller caller, String body) {
        boolean writing = !method.equals("GET");
        if (writing && !caller.mayWrite()) {
            return new Reply(403, "{\"error\":\"insufficient role\"}");
        }
        String kind = collection.substring(0, collection.length() - 1);
        if (idText.isEmpty()) {
            return writing ? create(caller, body) : page(kind);
        }
        Optional<UUID> id = IdText.decode(kind, idText.get());
        if (id.isEmpty()) {
            return Reply.NOT_FOUND;
        }
        return method.equals("DELETE") ? delete(id.get()) : one(kind, id.get());
    }

    private Reply page(String kind) {
        List<String> ids = fault == Fault.LISTS_EVERYTHING && kind.equals("note")
                ? worker.list(ALL_NOTES, Binding.NONE)
                : database.list(list(kind), Binding.NONE);
        return new Reply(
                200, ids.stream().map(id -> "\"" + id + "\"").collect(Collectors.joining(",", "{\"ids\":[", "]}")));
    }

    private Reply one(String kind, UUID id) {
        Optional<String> found = database.find(find(kind), it -> it.uuid(id));
        if (found.isEmpty() && worker.find(findAny(kind), it -> it.uuid(id)).isPresent()) {
            if (fault == Fault.TELLS_FOREIGN_FROM_ABSENT) {
                return new Reply(403, "{\"error\":\"insufficient role\"}");
            }
            if (fault == Fault.SHOWS_FOREIGN_ROWS) {
                return new Reply(200, "{\"id\":\"" + id(kind, id) + "\"}");
            }
        }
        return found.map(text -> new Reply(200, "{\"id\":\"" + text + "\"}")).orElse(Reply.NOT_FOUND);
    }

    private Reply create(Caller caller, String body) {
        Map<String, String> members = MEMBER.matcher(body)
                .results()
                .collect(Collectors.toMap(match -> match.group(1), match -> match.group(2)));
        UUID id = UuidV7.next();
        String title = members.getOrDefault("title", "");
        Optional<UUID> named =
                Optional.ofNullable(members.get("tenant_id")).flatMap(text -> IdText.decode("wsp", text));
        if (fault == Fault.TRUSTS_THE_BODY && named.isPresent()) {
            worker.write(it -> it.update(
                    INSERT_ANY, p -> p.uuid(id).uuid(caller.user()).text(title).uuid(named.get())));
            return new Reply(201, "{\"id\":\"" + id("note", id) + "\"}");
        }
        if (!members.keySet().equals(Set.of("title"))) {
            return new Reply(400, "{\"error\":\"a note has a title and nothing else\"}");
        }
        database.write(
                it -> it.update(INSERT, p -> p.uuid(id).uuid(caller.user()).text(title)));
        return new Reply(201, "{\"id\":\"" + id("note", id) + "\"}");
    }

    private Reply delete(UUID id) {
        if (fault == Fault.DELETES_FOREIGN_ROWS) {
            worker.write(it -> it.update(DELETE_ANY, p -> p.uuid(id)));
            return Reply.NOT_FOUND;
        }
        int deleted = database.write(it -> it.update(DELETE, p -> p.uuid(id)));
        return deleted == 0 ? Reply.NOT_FOUND : new Reply(200, "{\"state\":\"deleted\"}");
    }

    private static Query<String> list(String kind) {
        return switch (kind) {
            case "rule" -> RULES;
            case "device" -> DEVICES;
            default -> NOTES;
        };
    }

    private static Query<String> find(String kind) {
        return switch (kind) {
            case "rule" -> RULE;
            case "device" -> DEVICE;
            default -> NOTE;
        };
    }

    private static Query<String> findAny(String kind) {
        return switch (kind) {
            case "rule" -> ANY_RULE;
            case "device" -> ANY_DEVICE;
            default -> ANY_NOTE;
        };
    }
}
