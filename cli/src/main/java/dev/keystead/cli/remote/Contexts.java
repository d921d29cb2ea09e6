package dev.keystead.cli.remote;

import dev.keystead.cli.ExitCode;
import dev.keystead.platform.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// The file of contexts. It may hold keys: only its owner can read it, and a file that others can read is refused. A
/// change replaces it whole, so that a crash leaves the old one.
///
/// @param current the context that commands use unless they are told otherwise
record Contexts(Path file, Optional<String> current, Map<String, Context> named) {
    private static final int MOST_BYTES = 1 << 20;
    private static final Set<PosixFilePermission> OWN =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    /// The file that KEYSTEAD_CONTEXTS names, or the usual one.
    static Contexts of(Surroundings around) {
        Path file = around.variable("KEYSTEAD_CONTEXTS")
                .map(Path::of)
                .orElseGet(() -> around.variable("XDG_CONFIG_HOME")
                        .map(Path::of)
                        .orElseGet(() -> around.home().resolve(".config"))
                        .resolve("keystead")
                        .resolve("contexts.json"));
        return Files.exists(file) ? read(file) : new Contexts(file, Optional.empty(), Map.of());
    }

    private static Contexts read(Path file) {
        try {
            if (!OWN.containsAll(Files.getPosixFilePermissions(file))) {
                throw new Stop(
                        ExitCode.USAGE,
                        "Others can read the file " + file + ", which may hold keys; run 'chmod 600' on it.");
            }
            if (Files.size(file) > MOST_BYTES) {
                throw new Stop(ExitCode.USAGE, "The file " + file + " is too large for a file of contexts.");
            }
            JsonNode stored = Json.tree(Files.readString(file));
            var named = new TreeMap<String, Context>();
            stored.path("contexts").forEachEntry((name, each) -> named.put(name, context(each)));
            return new Contexts(file, text(stored, "current"), named);
        } catch (IOException | JacksonException _) {
            throw new Stop(ExitCode.USAGE, "The file " + file + " cannot be read as contexts; remove or mend it.");
        }
    }

    private static Context context(JsonNode stored) {
        return new Context(
                text(stored, "server").orElse(""), text(stored, "workspace"), text(stored, "ca"), text(stored, "key"));
    }

    private static Optional<String> text(JsonNode node, String member) {
        JsonNode value = node.path(member);
        return value.isString() ? Optional.of(value.asString()) : Optional.empty();
    }

    Optional<Context> find(String name) {
        return Optional.ofNullable(named.get(name));
    }

    Contexts with(String name, Context context) {
        var all = new TreeMap<>(named);
        all.put(name, context);
        return new Contexts(file, current.or(() -> Optional.of(name)), all);
    }

    Contexts without(String name) {
        var all = new TreeMap<>(named);
        all.remove(name);
        return new Contexts(file, current.filter(each -> !each.equals(name)), all);
    }

    Contexts using(String name) {
        return new Contexts(file, Optional.of(name), named);
    }

    void write() {
        var contexts = new LinkedHashMap<String, Object>();
        named.forEach((name, each) -> {
            var members = new LinkedHashMap<String, Object>();
            members.put("server", each.server());
            each.workspace().ifPresent(value -> members.put("workspace", value));
            each.ca().ifPresent(value -> members.put("ca", value));
            each.key().ifPresent(value -> members.put("key", value));
            contexts.put(name, members);
        });
        var all = new LinkedHashMap<String, Object>();
        current.ifPresent(name -> all.put("current", name));
        all.put("contexts", contexts);
        try {
            Path folder = file.toAbsolutePath().getParent();
            Files.createDirectories(folder);
            Path beside = Files.createTempFile(folder, "contexts-", ".json", PosixFilePermissions.asFileAttribute(OWN));
            try {
                Files.writeString(beside, Json.pretty(all) + "\n");
                Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(beside);
            }
        } catch (IOException e) {
            throw new Stop(ExitCode.FAILED, "The file " + file + " cannot be written: " + e.getMessage() + ".");
        }
    }
}
