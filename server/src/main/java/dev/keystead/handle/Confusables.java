package dev.keystead.handle;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// What looks alike in a handle, by the table that the product brings along.
public final class Confusables {
    private static final String RESOURCE = "/handle/confusables.txt";
    private static final int LONGEST_ENTRY = 2;
    private static final Confusables OF_PRODUCT = read();

    private final int version;
    private final Map<String, String> looks;

    private Confusables(int version, Map<String, String> looks) {
        this.version = version;
        this.looks = Map.copyOf(looks);
    }

    public static Confusables ofProduct() {
        return OF_PRODUCT;
    }

    /// Which table it is: skeletons of different versions cannot be compared.
    public int version() {
        return version;
    }

    /// What a handle looks like: of two that look alike, the same.
    public String skeleton(String handle) {
        var skeleton = new StringBuilder();
        int at = 0;
        while (at < handle.length()) {
            String entry = longestEntryAt(handle, at);
            skeleton.append(looks.getOrDefault(entry, entry));
            at += entry.length();
        }
        return skeleton.toString();
    }

    private String longestEntryAt(String handle, int at) {
        for (int length = Math.min(LONGEST_ENTRY, handle.length() - at); length > 1; length--) {
            String entry = handle.substring(at, at + length);
            if (looks.containsKey(entry)) {
                return entry;
            }
        }
        return handle.substring(at, at + 1);
    }

    private static Confusables read() {
        try (InputStream stream = Objects.requireNonNull(Confusables.class.getResourceAsStream(RESOURCE), RESOURCE);
                var reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            return parse(reader.lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Confusables parse(List<String> lines) {
        int version = 0;
        var looks = new HashMap<String, String>();
        for (String line : lines) {
            String[] words = line.split(" ", 2);
            switch (words[0]) {
                case "version" -> version = Integer.parseInt(words[1]);
                case "drop" -> looks.put(words[1], "");
                default -> looks.put(words[0], words[1]);
            }
        }
        return new Confusables(version, looks);
    }
}
