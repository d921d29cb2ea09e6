package dev.keystead.tenancy.testkit;

import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/// T4: whoever names another tenant in a body or a query is refused, or gets what is their own.
final class BodyChecks {
    private final TenancySubject subject;
    private final Catalogue catalogue;
    private final HttpClient client = HttpClient.newHttpClient();

    BodyChecks(TenancySubject subject, Catalogue catalogue) {
        this.subject = subject;
        this.catalogue = catalogue;
    }

    List<DynamicTest> namingAnotherIsInVain() {
        Map<String, String> members = subject.theirs().members();
        return members.keySet().stream()
                .sorted()
                .flatMap(member -> Stream.concat(
                        subject.routes().stream()
                                .filter(route -> route.axis().isPresent())
                                .flatMap(route -> route.body().stream()
                                        .map(body -> inBody(route, body, member, members.getOrDefault(member, "")))),
                        subject.routes().stream()
                                .filter(route -> route.lists().isPresent())
                                .map(route -> inQuery(route, member, members.getOrDefault(member, "")))))
                .toList();
    }

    private DynamicTest inBody(TestedRoute route, Supplier<String> body, String member, String theirs) {
        return Check.T4.test(route.name() + " with " + member + " in the body", () -> {
            String path = ownPath(route);
            RowPrint before = theirRows();
            Answer answer = ask(route, path, Optional.of(with(body.get(), member, theirs)));
            // Who may not use the route at all is told so, with or without the member.
            boolean closed = answer.status() == 403
                    && ask(route, path, Optional.of(body.get())).status() == 403;
            Check.T4.require(
                    answer.status() == 400 || answer.succeeded() || closed,
                    route.name(),
                    "answered " + answer + " to a body with another's " + member,
                    "Refuse unknown members with 400, or take the caller's own");
            Check.T4.require(
                    theirRows().equals(before),
                    route.name(),
                    "let a body with another's " + member + " change their rows",
                    "The tenant comes from the host, the path or the credential, never from a body");
        });
    }

    private DynamicTest inQuery(TestedRoute route, String member, String theirs) {
        return Check.T4.test(route.name() + " with " + member + " in the query", () -> {
            String foreign = subject.kind(route.lists().orElseThrow()).owned().apply(subject.theirs());
            String query = "?" + member + "=" + URLEncoder.encode(theirs, StandardCharsets.UTF_8);
            Answer answer = ask(route, ownPath(route) + query, route.body().map(Supplier::get));
            Check.T4.require(
                    (answer.succeeded() || answer.status() == 400 || answer.status() == 404)
                            && !answer.body().contains(foreign),
                    route.name(),
                    "answered " + answer + " to a query with another's " + member,
                    "The tenant comes from the host, the path or the credential, never from a query");
        });
    }

    /// The object with one more member in front.
    private static String with(String object, String member, String value) {
        String rest = object.strip().substring(1).strip();
        return "{\"" + member + "\":\"" + value + "\"" + (rest.startsWith("}") ? "" : ",") + rest;
    }

    private String ownPath(TestedRoute route) {
        return route.path(route.values(name ->
                subject.kind(route.variables().getOrDefault(name, "")).owned().apply(subject.ours())));
    }

    private RowPrint theirRows() {
        return RowPrint.of(subject.theirs(), catalogue, subject.database().superuser());
    }

    private Answer ask(TestedRoute route, String path, Optional<String> body) {
        return Answer.to(
                client,
                subject.server(),
                route,
                path,
                Optional.of(subject.ours().credential()),
                body);
    }
}
