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
    private static final Confusables OF_PRODUCT = read();

    private final int version;
    private final Map<String, String> letters;
    private final Map<String, String> pairs;

    private Confusables(int version, Map<String, String> letters, Map<String, String> pairs) {
        this.version = version;
        this.letters = Map.copyOf(letters);
        this.pairs = Map.copyOf(pairs);
    }

    public static Confusables ofProduct() {
        return OF_PRODUCT;
    }

    /// Which table it is: skeletons of different versions cannot be compared.
    public int version() {
        return version;
    }

    /// What a handle looks like: of two that look alike, the same. Every letter that a pair looks like is spelt out
    /// first, so that it does not matter which of the ways to write it was taken; then pairs are written as their
    /// letter, which makes it no longer than the handle.
    public String skeleton(String handle) {
        var spelt = new StringBuilder();
        for (int at = 0; at < handle.length(); at++) {
            String letter = handle.substring(at, at + 1);
            spelt.append(letters.getOrDefault(letter, letter));
        }
        var skeleton = new StringBuilder();
        int at = 0;
        while (at < spelt.length()) {
            String pair = spelt.substring(at, Math.min(at + 2, spelt.length()));
            String sign = pairs.get(pair);
            skeleton.append(sign == null ? spelt.substring(at, at + 1) : sign);
            at += sign == null ? 1 : 2;
        }
        return skeleton.toString();
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
        var letters = new HashMap<String, String>();
        var pairs = new HashMap<String, String>();
        for (String line : lines) {
            String[] words = line.split(" ", 2);
            switch (words[0]) {
                case "version" -> version = Integer.parseInt(words[1]);
                case "drop" -> letters.put(words[1], "");
                case String pair
                when pair.length() == 2 -> {
                    pairs.put(pair, words[1]);
                    letters.put(words[1], pair);
                }
                default -> letters.put(words[0], words[1]);
            }
        }
        return new Confusables(version, letters, pairs);
    }
}
