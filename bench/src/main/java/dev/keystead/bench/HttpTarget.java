package dev.keystead.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Any HTTP API as a properties file describes it: named runs, each a `get` or a `post`, and a seeding before
/// them. README.md explains the keys.
final class HttpTarget {
    private static final Set<String> TARGET_KEYS =
            Set.of("peer", "server-pid", "pg-pid", "base", "runs", "tenant-count", "tenant-format");
    private static final Set<String> SEED_KEYS = Set.of("post", "body", "count", "expect", "id-member");
    private static final Set<String> RUN_KEYS = Set.of("get", "post", "body", "expect", "contains", "ids");
    private static final String KNOWN_KEYS = String.join(
            ", ",
            "peer, server-pid, pg-pid, base, runs, tenant-count, tenant-format, header.NAME",
            "seed.post, seed.body, seed.count, seed.expect, seed.id-member, seed.header.NAME",
            "and for each RUN: RUN.get, RUN.post, RUN.body, RUN.expect, RUN.contains, RUN.ids, RUN.header.NAME");

    private final PropertiesTarget keys;
    private final List<String> chosen;
    private final Tenants tenants;
    private final AtomicLong counter = new AtomicLong();
    private final String stamp;

    private HttpTarget(PropertiesTarget keys, List<String> chosen, String stamp) {
        this.keys = keys;
        this.chosen = chosen;
        this.tenants = Tenants.from(keys);
        this.stamp = stamp;
    }

    /// Checks every key; nothing is sent yet.
    ///
    /// @param stamp what `{stamp}` becomes
    static HttpTarget from(PropertiesTarget keys, String stamp) {
        Set<String> defined = new TreeSet<>();
        for (String key : keys.under("").keySet()) {
            int dot = key.indexOf('.');
            String attribute = key.substring(dot + 1);
            if (dot > 0 && (attribute.equals("get") || attribute.equals("post")) && !key.equals("seed.post")) {
                defined.add(key.substring(0, dot));
            }
        }
        keys.refuseUnknown(key -> isKnown(key, defined), KNOWN_KEYS);
        List<String> chosen = List.of(keys.text("runs").split("\\s*,\\s*", -1));
        for (String run : chosen) {
            if (!defined.contains(run)) {
                throw new Refusal("The run `" + run + "` is not described in " + keys + ": add " + run + ".get or "
                        + run + ".post, or choose from " + String.join(", ", defined) + ".");
            }
        }
        HttpTarget target = new HttpTarget(keys, chosen, stamp);
        // Building them once with an id that stands for any finds every mistake before something is sent.
        target.findSeeding();
        target.scenarios(Optional.of(List.of("any")));
        return target;
    }

    private static boolean isKnown(String key, Set<String> runs) {
        int dot = key.indexOf('.');
        if (dot < 0) {
            return TARGET_KEYS.contains(key);
        }
        String owner = key.substring(0, dot);
        String attribute = key.substring(dot + 1);
        if (owner.equals("header")) {
            return true;
        }
        boolean isHeader = attribute.startsWith("header.");
        return owner.equals("seed")
                ? isHeader || SEED_KEYS.contains(attribute)
                : runs.contains(owner) && (isHeader || RUN_KEYS.contains(attribute));
    }

    /// The names of the chosen runs, in their order.
    List<String> runs() {
        return chosen;
    }

    /// Seeds if asked to, and gives the chosen runs in their order.
    List<HttpScenario> open(PrintStream progress) {
        return scenarios(findSeeding().map(seeding -> seeding.create(progress)));
    }

    private Optional<Seeding> findSeeding() {
        if (!keys.holds("seed.post")) {
            return Optional.empty();
        }
        return Optional.of(new Seeding(
                url("seed.post"),
                headers("seed"),
                Template.parse(keys.text("seed.body")),
                keys.number("seed.count", 1000, 1, 10_000_000),
                keys.number("seed.expect", 201, 100, 599),
                keys.text("seed.id-member", "id"),
                stamp));
    }

    private List<HttpScenario> scenarios(Optional<List<String>> seeded) {
        List<HttpScenario> scenarios = new ArrayList<>();
        for (String run : chosen) {
            scenarios.add(scenario(run, seeded));
        }
        return scenarios;
    }

    private HttpScenario scenario(String run, Optional<List<String>> seeded) {
        boolean post = keys.holds(run + ".post");
        if (post == keys.holds(run + ".get")) {
            throw new Refusal(
                    "The run `" + run + "` in " + keys + " must have either " + run + ".get or " + run + ".post.");
        }
        Template url = url(run + (post ? ".post" : ".get"));
        @Nullable Template body = post ? Template.parse(keys.text(run + ".body")) : null;
        boolean usesId = url.usesId() || (body != null && body.usesId());
        List<String> ids = usesId ? ids(run, seeded) : List.of();
        return new HttpScenario(
                run,
                url,
                headers(run),
                body,
                keys.number(run + ".expect", post ? 201 : 200, 100, 599),
                keys.find(run + ".contains").map(Template::parse).orElse(null),
                tenants,
                ids,
                stamp,
                counter);
    }

    private Template url(String key) {
        String address = keys.text(key);
        Template url = Template.parseUrl(key, address.startsWith("/") ? keys.text("base") + address : address);
        tenants.refuseWithout(keys, key, url);
        return url;
    }

    /// The headers for all runs and those of this one; an empty value takes one away.
    private Template headers(String owner) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.putAll(keys.under("header."));
        headers.putAll(keys.under(owner + ".header."));
        StringBuilder lines = new StringBuilder();
        headers.forEach((name, value) -> lines.append(value.isEmpty() ? "" : HttpRequest.headerLine(name, value)));
        return Template.parse(lines.toString());
    }

    private List<String> ids(String run, Optional<List<String>> seeded) {
        if (keys.holds(run + ".ids")) {
            return readIds(keys.file(run + ".ids"));
        }
        if (keys.holds("seed.post") && seeded.isPresent()) {
            return seeded.get();
        }
        throw new Refusal("The run `" + run + "` uses {id} but no ids are known: give " + run
                + ".ids a file with one id on each line, or describe a seeding with seed.post and seed.body.");
    }

    private static List<String> readIds(Path file) {
        try {
            List<String> ids = Files.readAllLines(file).stream()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .map(id -> Seeding.checkedId(id, file.toString()))
                    .toList();
            if (!ids.isEmpty()) {
                return ids;
            }
        } catch (IOException unreadable) {
            throw new Refusal("The list of ids " + file + " cannot be read: "
                    + unreadable.getClass().getSimpleName() + ".");
        }
        throw new Refusal("The list of ids " + file + " is empty: write one id on each line.");
    }
}
