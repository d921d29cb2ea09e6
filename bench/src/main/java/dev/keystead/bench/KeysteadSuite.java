package dev.keystead.bench;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The default suite: what Keystead costs on this machine, on new data that is thrown away afterwards.
///
/// In order: start it for the first time, redeem its setup token for an API key, create users, measure the
/// requests, then stop it and start it again on the data it has.
///
/// @param launcher the command before `serve`
/// @param users how many are created before the measuring
/// @param starts how often it is started again
record KeysteadSuite(List<String> launcher, Rounds rounds, int users, int starts, PrintStream progress) {
    static final String ALL_RUNS = "hello,point-read,list-page,search,create";

    /// What the suite found.
    record Result(List<Run.Result> runs, StartTimes starts) {}

    private static final Map<String, String> REQUESTS = Map.ofEntries(
            Map.entry("peer", "keystead"),
            Map.entry("seed.post", "/v1/users"),
            Map.entry("seed.body", "{\"email\":\"user{n:4}@example.test\",\"display_name\":\"User {n:4}\"}"),
            Map.entry("hello.get", "/healthz"),
            Map.entry("hello.header.Authorization", ""),
            Map.entry("point-read.get", "/v1/users/{id}"),
            Map.entry("point-read.contains", "{id}"),
            Map.entry("list-page.get", "/v1/users?limit=50"),
            Map.entry("search.get", "/v1/users?q=user00"),
            Map.entry("create.post", "/v1/users"),
            Map.entry("create.body", "{\"email\":\"new-{stamp}-{n}@example.test\",\"display_name\":\"New user {n}\"}"));

    Result run(String chosenRuns, Optional<String> baseline) throws InterruptedException {
        // A wrong name is told before the server is started, not after its users were created.
        HttpTarget wanted = target("http://127.0.0.1", "", chosenRuns);
        baseline.ifPresent(name -> Report.refuseUnknownBaseline(wanted.runs(), name));
        try (ThrowAwayKeystead installation = new ThrowAwayKeystead(launcher, progress)) {
            KeysteadProcess keystead = installation.startFirst();
            String apiKey = ThrowAwayKeystead.redeemSetupToken(keystead);
            List<Run> runs = createUsers(keystead, apiKey, chosenRuns);
            List<Run.Result> results = rounds.play(runs, progress);
            keystead.stop();
            return new Result(results, startAgain(installation));
        }
    }

    private List<Run> createUsers(KeysteadProcess keystead, String apiKey, String chosenRuns)
            throws InterruptedException {
        String base = keystead.url("").toString().replaceFirst("/$", "");
        HttpTarget target = target(base, "Bearer " + apiKey, chosenRuns);
        progress.println("creating " + users + " users …");
        return target.open(progress).stream()
                .map(scenario -> new Run("keystead", scenario.name(), scenario, keystead.watched()))
                .toList();
    }

    private HttpTarget target(String base, String authorization, String chosenRuns) {
        Map<String, String> keys = new HashMap<>(REQUESTS);
        keys.put("base", base);
        keys.put("runs", chosenRuns);
        keys.put("seed.count", Integer.toString(users));
        keys.put("header.Authorization", authorization);
        return HttpTarget.from(PropertiesTarget.of("the suite", keys), Bench.newStamp());
    }

    private StartTimes startAgain(ThrowAwayKeystead installation) throws InterruptedException {
        List<StartTimes.Start> times = new ArrayList<>();
        for (int start = 1; start <= starts; start++) {
            KeysteadProcess keystead = installation.start();
            Duration wall = keystead.awaitReady();
            times.add(new StartTimes.Start(wall, keystead.cpuMillis()));
            progress.println("start " + start + " of " + starts + ": " + wall.toMillis() + " ms");
            keystead.stop();
        }
        return new StartTimes(times);
    }
}
