package dev.keystead.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

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
        Path folder = newFolder();
        AtomicReference<@Nullable KeysteadProcess> running = new AtomicReference<>();
        // Interrupting the program from the keyboard must not leave a server and a database behind. After an orderly
        // end the hook finds nothing left to do.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> clean(running, folder), "keystead-cleanup"));
        try {
            Path data = folder.resolve("data");
            KeysteadProcess keystead = startFirst(running, data);
            String apiKey = redeemSetupToken(keystead);
            List<Run> runs = createUsers(keystead, apiKey, chosenRuns);
            List<Run.Result> results = rounds.play(runs, progress);
            keystead.stop();
            return new Result(results, startAgain(running, data));
        } finally {
            clean(running, folder);
        }
    }

    /// The data folder's parent may be passed through by others, because PostgreSQL may run under another user.
    private static Path newFolder() {
        try {
            Path folder = Files.createTempDirectory("keystead-bench-");
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
            return folder;
        } catch (IOException noRoom) {
            throw new Refusal("No folder for the data can be made in " + System.getProperty("java.io.tmpdir") + ": "
                    + Refusal.reasonOf(noRoom) + ".");
        }
    }

    private KeysteadProcess startFirst(AtomicReference<@Nullable KeysteadProcess> running, Path data)
            throws InterruptedException {
        progress.println("starting Keystead on new data by " + String.join(" ", launcher) + " …");
        KeysteadProcess keystead = KeysteadProcess.start(launcher, data);
        running.set(keystead);
        progress.println("first start took " + keystead.awaitReady().toMillis() + " ms");
        keystead.missingPidFiles().forEach(progress::println);
        return keystead;
    }

    private static String redeemSetupToken(KeysteadProcess keystead) throws InterruptedException {
        HttpUrl bootstrap = keystead.url("/v1/system/bootstrap");
        String body = new JsonLine().with("token", keystead.setupToken()).toString();
        try (Connections connections = new Connections()) {
            HttpAnswer answer = connections.send(HttpRequest.postJson(bootstrap, body));
            if (answer.status() != 201) {
                throw new Refusal(
                        "POST " + bootstrap + " should turn the setup token into an API key but answered " + answer);
            }
            return JsonText.find(answer.text(), "api_key")
                    .orElseThrow(() -> new Refusal("The answer of POST " + bootstrap + " has no member `api_key`."));
        } catch (IOException broken) {
            throw new Refusal("POST " + bootstrap + " did not work: " + Refusal.reasonOf(broken));
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

    private StartTimes startAgain(AtomicReference<@Nullable KeysteadProcess> running, Path data)
            throws InterruptedException {
        List<StartTimes.Start> times = new ArrayList<>();
        for (int start = 1; start <= starts; start++) {
            KeysteadProcess keystead = KeysteadProcess.start(launcher, data);
            running.set(keystead);
            Duration wall = keystead.awaitReady();
            times.add(new StartTimes.Start(wall, keystead.cpuMillis()));
            progress.println("start " + start + " of " + starts + ": " + wall.toMillis() + " ms");
            keystead.stop();
        }
        return new StartTimes(times);
    }

    private void clean(AtomicReference<@Nullable KeysteadProcess> running, Path folder) {
        KeysteadProcess keystead = running.getAndSet(null);
        if (keystead != null) {
            keystead.close();
        }
        try {
            deleteTree(folder);
        } catch (IOException stuck) {
            progress.println("The folder " + folder + " could not be removed: " + Refusal.reasonOf(stuck) + ".");
        }
    }

    private void deleteTree(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (attributes.isSymbolicLink() && Files.isDirectory(file)) {
                    // What a link leads to was not made here, so it is told and not removed.
                    progress.println("left behind: " + file.toRealPath());
                }
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException problem) throws IOException {
                if (problem != null) {
                    throw problem;
                }
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
