package dev.keystead.platform.http.site;

import dev.keystead.platform.html.ReferencePage;
import dev.keystead.platform.http.Access;
import dev.keystead.platform.http.Audit;
import dev.keystead.platform.http.Method;
import dev.keystead.platform.http.Param;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.RouteTable;
import dev.keystead.platform.http.Template.Segment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Turns the route table into the page that people read.
final class Reference {
    private static final String SERVER = "server";

    private Reference() {}

    static ReferencePage page(RouteTable table, String baseUrl) {
        Map<String, List<ReferencePage.Entry>> groups = new LinkedHashMap<>();
        for (Route route : productFirst(table.routes())) {
            groups.computeIfAbsent(groupOf(route), _ -> new ArrayList<>()).add(entry(route, baseUrl));
        }
        return new ReferencePage(groups.entrySet().stream()
                .map(group -> new ReferencePage.Group(group.getKey(), group.getValue()))
                .toList());
    }

    /// What people came for, then the pages and probes of the server itself.
    private static List<Route> productFirst(List<Route> routes) {
        return routes.stream()
                .sorted(Comparator.comparing(route -> groupOf(route).equals(SERVER)))
                .toList();
    }

    /// The first word of the path below the version: `users`, `workspaces`, and `server` for what has none.
    static String groupOf(Route route) {
        return route.template().segments().stream()
                .limit(2)
                .filter(Segment.Literal.class::isInstance)
                .map(segment -> ((Segment.Literal) segment).text())
                .filter(text -> !text.equals("v1"))
                .findFirst()
                .filter(_ -> route.template().text().startsWith("/v1/"))
                .map(text -> text.contains(":") ? text.substring(0, text.indexOf(':')) : text)
                .orElse(SERVER);
    }

    /// A word for the route that is unique in the table and fit for a link.
    static String anchor(Route route) {
        String path = route.template().text().replaceAll("[^A-Za-z0-9.]+", "-").replaceAll("^-|-$", "");
        return route.method().name().toLowerCase(Locale.ROOT) + "-" + (path.isEmpty() ? "root" : path);
    }

    private static ReferencePage.Entry entry(Route route, String baseUrl) {
        var parameters = new ArrayList<ReferencePage.Parameter>();
        for (String name : route.template().variables()) {
            parameters.add(new ReferencePage.Parameter(name, "path", "text", "Required"));
        }
        for (Param<?> param : route.query()) {
            parameters.add(new ReferencePage.Parameter(param.name(), "query", kind(param.kind()), param.about()));
        }
        if (route.isIdempotent()) {
            parameters.add(new ReferencePage.Parameter(
                    "Idempotency-Key",
                    "header",
                    "1–200 characters",
                    "A repeat with the same key gets the first answer"));
        }
        if (route.traits().versioned()) {
            parameters.add(new ReferencePage.Parameter(
                    "If-Match", "header", "ETag", "Refuses with 412 if the resource changed since you read it"));
        }
        return new ReferencePage.Entry(
                anchor(route),
                route.method().name(),
                route.template().text(),
                route.summary(),
                access(route.access()),
                route.audit() instanceof Audit.Action(String name) ? name : "",
                parameters,
                Examples.request(route).orElse(""),
                route.status(),
                Examples.answer(route).orElse(""),
                Refusals.of(route).stream()
                        .map(kind -> new ReferencePage.Refusal(kind.status(), kind.about()))
                        .toList(),
                curl(route, baseUrl));
    }

    private static String access(Access access) {
        return switch (access) {
            case Access.Open(String why) -> "Open: " + why;
            case Access.Tenant(var right) -> right.text();
            case Access.Org(var right) -> right.text() + " (organisation)";
            case Access.Workspace(var right) -> right.text() + " in that workspace";
            case Access.SignedIn() -> "Whoever is signed in with this browser";
            case Access.Self(var right) -> right.text() + " of a person, on what is their own";
        };
    }

    private static String kind(Param.Kind kind) {
        return switch (kind) {
            case Param.Kind.Text(int shortest, int longest) -> "text, " + shortest + "–" + longest + " characters";
            case Param.Kind.WholeNumber(int least, int most) -> "number, " + least + "–" + most;
            case Param.Kind.Flag _ -> "true or false";
            case Param.Kind.Word(List<String> words) -> String.join(" | ", words);
        };
    }

    private static String curl(Route route, String baseUrl) {
        var lines = new ArrayList<String>();
        String verb = route.method() == Method.GET ? "" : "-X " + route.method() + " ";
        lines.add("curl " + verb + "'" + baseUrl + route.template().text() + "'");
        if (route.access().neededRight().isPresent()) {
            lines.add("-H \"Authorization: Bearer $KEYSTEAD_KEY\"");
        }
        if (route.traits().versioned()) {
            lines.add("-H 'If-Match: \"1\"'");
        }
        Examples.compactRequest(route).ifPresent(body -> {
            lines.add("-H 'Content-Type: application/json'");
            lines.add("-d '" + body + "'");
        });
        return String.join(" \\\n  ", lines);
    }
}
