package dev.keystead.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// A program that behaves on its command line, its files and its HTTP routes like the part of Keystead that
/// the suite uses, with a sleeping child in the place of PostgreSQL.
final class LocalKeystead {
    private static final String API_KEY = "key-1";

    private final Map<String, String> users = new ConcurrentHashMap<>();

    private LocalKeystead() {}

    /// `serve --http-port 0 --data-dir FOLDER`.
    public static void main(String[] words) throws IOException {
        if (!List.of(words).subList(0, 4).equals(List.of("serve", "--http-port", "0", "--data-dir"))) {
            throw new IllegalArgumentException("unexpected command line " + List.of(words));
        }
        Path data = Path.of(words[4]);
        boolean first = !Files.exists(data);
        Path elsewhere = data.resolveSibling("database");
        if (first) {
            Files.createDirectories(data.resolve("postgres"));
            Files.createDirectories(elsewhere);
            Files.createSymbolicLink(data.resolve("postgres").resolve("cluster"), elsewhere);
        }
        Process database = new ProcessBuilder("sleep", "600").start();
        Runtime.getRuntime().addShutdownHook(new Thread(database::destroyForcibly));
        Files.writeString(elsewhere.resolve("postmaster.pid"), database.pid() + "\n/some/folder\n");
        Files.writeString(data.resolve("keystead.pid"), ProcessHandle.current().pid() + "\n");
        LocalServer server = new LocalServer(new LocalKeystead()::answer);
        if (first) {
            System.out.println("Open " + server.base() + "/setup?token=ksetup_abc-123 to set it up.");
        }
        System.out.println("Keystead is ready at " + server.base());
    }

    private LocalServer.Answer answer(LocalServer.Asked asked) {
        if (asked.path().equals("/healthz") || asked.path().equals("/readyz")) {
            return LocalServer.Answer.of(200, "ok");
        }
        if (asked.path().equals("/v1/system/bootstrap")) {
            return asked.body().equals("{\"token\":\"ksetup_abc-123\"}")
                    ? LocalServer.Answer.of(201, "{\"api_key\":\"" + API_KEY + "\"}")
                    : LocalServer.Answer.of(403, "{}");
        }
        if (!asked.findHeader("Authorization").orElse("").equals("Bearer " + API_KEY)) {
            return LocalServer.Answer.of(401, "{}");
        }
        if (asked.method().equals("POST")) {
            String email = JsonText.find(asked.body(), "email").orElse("");
            String id = "usr_" + email.replaceAll("\\W", "");
            return users.putIfAbsent(id, asked.body()) == null
                    ? LocalServer.Answer.of(201, "{\"id\":\"" + id + "\"}")
                    : LocalServer.Answer.of(409, "{}");
        }
        String id = asked.path().replace("/v1/users", "").replace("/", "");
        if (id.isEmpty()) {
            return LocalServer.Answer.of(200, "[]");
        }
        return users.containsKey(id)
                ? LocalServer.Answer.of(200, "{\"id\":\"" + id + "\"}")
                : LocalServer.Answer.of(404, "{}");
    }
}
