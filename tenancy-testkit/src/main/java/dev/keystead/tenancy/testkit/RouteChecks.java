package dev.keystead.tenancy.testkit;

import dev.keystead.tenancy.Axis;
import java.net.http.HttpClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/// What every route must answer to those who have no business there: T1, T2, T3, T5, T6, T10, T11.
final class RouteChecks {
    private static final String NO_SUCH_SLUG = "no-such-workspace-here";

    private final TenancySubject subject;
    private final Catalogue catalogue;
    private final HttpClient client = HttpClient.newHttpClient();

    RouteChecks(TenancySubject subject, Catalogue catalogue) {
        this.subject = subject;
        this.catalogue = catalogue;
    }

    List<DynamicTest> credentialIsRequired() {
        return scoped().map(route -> Check.T1.test(route.name(), () -> {
                    String path = route.path(own(route));
                    Answer without = ask(route, path, Optional.empty());
                    Check.T1.require(
                            without.is(401, "auth required"),
                            route.name(),
                            "answered " + without + " to a request without a credential",
                            "It must be 401 {\"error\":\"auth required\"}; if anyone may call the route, mark it open");
                    for (String garbage : garbage()) {
                        Answer with = ask(route, path, Optional.of(garbage));
                        Check.T1.require(
                                with.is(401, "invalid token"),
                                route.name(),
                                "answered " + with + " to a credential that means nothing",
                                "It must be 401 {\"error\":\"invalid token\"}");
                    }
                }))
                .toList();
    }

    /// Nonsense, and a real credential with its last character changed.
    private List<String> garbage() {
        String real = subject.ours().credential();
        char last = real.charAt(real.length() - 1);
        return List.of("Bearer garbage", real.substring(0, real.length() - 1) + (last == 'a' ? 'b' : 'a'), real + "a");
    }

    List<DynamicTest> listsHoldOwnRows() {
        return lists().map(route -> Check.T2.test(route.name(), () -> {
                    ResourceKind kind = subject.kind(route.lists().orElseThrow());
                    String own = kind.owned().apply(subject.ours());
                    String foreign = kind.owned().apply(subject.theirs());
                    Answer answer = ask(route, route.path(own(route)), credential());
                    Check.T2.require(
                            answer.status() == 200 && answer.body().contains(own),
                            route.name(),
                            "does not list the caller's own " + own + ": " + answer,
                            "A list answers 200 with the rows of the caller's scope");
                    Check.T2.require(
                            !answer.body().contains(foreign),
                            route.name(),
                            "lists another tenant's " + foreign,
                            "Scope its statement: the axis's id in the condition, and a policy on the table");
                }))
                .toList();
    }

    /// For each variable of each route on the check's axes: a foreign id and an absent one are the same answer.
    List<DynamicTest> foreignIsAbsent(Check check) {
        return scoped().filter(route -> !route.variables().isEmpty())
                .filter(route -> Check.ofRoutes(axis(route)) == check)
                .flatMap(route -> route.variables().keySet().stream()
                        .sorted()
                        .map(variable -> check.test(
                                route.name() + " with a foreign {" + variable + "}",
                                () -> foreignIsAbsent(check, route, variable))))
                .toList();
    }

    private void foreignIsAbsent(Check check, TestedRoute route, String variable) {
        ResourceKind kind = subject.kind(route.variables().getOrDefault(variable, ""));
        Map<String, String> foreign = own(route, variable, kind.owned().apply(subject.theirs()));
        Map<String, String> absent = own(route, variable, kind.absent().get());
        RowPrint before = theirRows();
        Answer toForeign = ask(route, route.path(foreign), credential());
        Answer toAbsent = ask(route, route.path(absent), credential());
        check.require(
                toForeign.is(404, "not found"),
                route.name(),
                "answered " + toForeign + " to another's {" + variable + "}",
                "It must be 404 {\"error\":\"not found\"}: anything else tells that the id exists");
        check.require(
                toForeign.equals(toAbsent),
                route.name(),
                "answers differently to another's {" + variable + "} (" + toForeign + toForeign.headers()
                        + ") and to one that does not exist (" + toAbsent + toAbsent.headers() + ")",
                "Look the id up inside the caller's scope and answer once, where nothing is found");
        Optional<String> limited = Optional.of(subject.limited());
        Answer limitedToForeign = ask(route, route.path(foreign), limited);
        Answer limitedToAbsent = ask(route, route.path(absent), limited);
        check.require(
                limitedToForeign.equals(limitedToAbsent)
                        && (limitedToForeign.status() == 404 || limitedToForeign.status() == 403),
                route.name(),
                "tells a caller of few rights another's {" + variable + "} (" + limitedToForeign
                        + ") from one that does not exist (" + limitedToAbsent + ")",
                "Decide on the caller's rights before looking at the id, or answer 404 to both");
        check.require(
                theirRows().equals(before),
                route.name(),
                "changed rows of another: before " + before + ", after " + theirRows(),
                "Bind the change to the caller's scope");
    }

    List<DynamicTest> ownPathLeadsHome() {
        return inWorkspaces(slug -> lists().filter(route -> axis(route) == Axis.TENANT)
                .map(route -> Check.T5.test(route.name(), () -> {
                    String own =
                            subject.kind(route.lists().orElseThrow()).owned().apply(subject.ours());
                    Answer answer = ask(route, "/t/" + slug + route.path(own(route)), credential());
                    Check.T5.require(
                            answer.status() == 200 && answer.body().contains(own),
                            route.name(),
                            "answered " + answer + " below /t/" + slug + " to a member",
                            "A member reads the workspace's rows by its path");
                })));
    }

    List<DynamicTest> foreignPathIsAbsent() {
        return inWorkspaces(_ -> subject.theirs().slug().stream()
                .flatMap(foreign -> scoped().filter(route -> axis(route) == Axis.TENANT)
                        .map(route -> Check.T6.test(route.name(), () -> {
                            String path = route.path(own(route));
                            RowPrint before = theirRows();
                            Answer toForeign = ask(route, "/t/" + foreign + path, credential());
                            Answer toAbsent = ask(route, "/t/" + NO_SUCH_SLUG + path, credential());
                            Check.T6.require(
                                    toForeign.is(404, "not found") && toForeign.equals(toAbsent),
                                    route.name(),
                                    "answered " + toForeign + " below the path of a workspace that the caller is no"
                                            + " member of, and " + toAbsent + " below one that does not exist",
                                    "Both must be 404 {\"error\":\"not found\"}");
                            Check.T6.require(
                                    theirRows().equals(before),
                                    route.name(),
                                    "changed rows of the other workspace",
                                    "Resolve membership before anything else");
                        }))));
    }

    private List<DynamicTest> inWorkspaces(Function<String, Stream<DynamicTest>> tests) {
        return subject.ours().slug().stream().flatMap(tests).toList();
    }

    private Stream<TestedRoute> scoped() {
        return subject.routes().stream().filter(route -> route.axis().isPresent());
    }

    private Stream<TestedRoute> lists() {
        return scoped().filter(route -> route.lists().isPresent());
    }

    private static Axis axis(TestedRoute route) {
        return route.axis().orElseThrow();
    }

    private Map<String, String> own(TestedRoute route) {
        return route.values(name ->
                subject.kind(route.variables().getOrDefault(name, "")).owned().apply(subject.ours()));
    }

    private Map<String, String> own(TestedRoute route, String variable, String instead) {
        var values = new LinkedHashMap<>(own(route));
        values.put(variable, instead);
        return values;
    }

    private Optional<String> credential() {
        return Optional.of(subject.ours().credential());
    }

    private RowPrint theirRows() {
        return RowPrint.of(subject.theirs(), catalogue, subject.database().superuser());
    }

    private Answer ask(TestedRoute route, String path, Optional<String> credential) {
        return Answer.to(
                client, subject.server(), route, path, credential, route.body().map(Supplier::get));
    }
}
