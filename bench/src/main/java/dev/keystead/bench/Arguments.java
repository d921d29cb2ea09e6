package dev.keystead.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The words of the command line as options, each taken once; what nobody takes is refused by name.
final class Arguments {
    /// `--name value` or `--name=value`, or a flag with the value `true`.
    record Option(String name, String value) {}

    private static final Set<String> FLAGS = Set.of("json");

    private final List<Option> options;

    private Arguments(List<Option> options) {
        this.options = options;
    }

    static Arguments parse(List<String> words) {
        List<Option> options = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (!word.startsWith("--") || word.length() == 2) {
                throw new Refusal(
                        "`" + word + "` is not an option: options look like --name VALUE; see bin/bench --help.");
            }
            int equals = word.indexOf('=');
            if (equals > 0) {
                options.add(new Option(word.substring(2, equals), word.substring(equals + 1)));
            } else if (FLAGS.contains(word.substring(2))) {
                options.add(new Option(word.substring(2), "true"));
            } else if (i + 1 < words.size()) {
                options.add(new Option(word.substring(2), words.get(++i)));
            } else {
                throw new Refusal("`" + word + "` lacks its value: write " + word + " VALUE.");
            }
        }
        return new Arguments(options);
    }

    /// Takes an option that may be given once, wherever it stands.
    Optional<String> take(String name) {
        List<Option> found =
                options.stream().filter(option -> option.name.equals(name)).toList();
        if (found.size() > 1) {
            throw new Refusal("--" + name + " is given twice: give it once.");
        }
        options.removeAll(found);
        return found.stream().map(Option::value).findFirst();
    }

    boolean takeFlag(String name) {
        return take(name).filter("true"::equals).isPresent();
    }

    int takeNumber(String name, int otherwise, int least, int most) {
        return take(name)
                .map(text -> Numbers.whole("--" + name, text, least, most))
                .orElse(otherwise);
    }

    Duration takeSeconds(String name, int otherwise) {
        return take(name).map(text -> Numbers.seconds("--" + name, text)).orElse(Duration.ofSeconds(otherwise));
    }

    /// Takes the options that every kind of load has.
    Rounds takeRounds() {
        Rounds rounds = new Rounds(
                takeNumber("concurrency", 16, 1, 1000),
                takeSeconds("warmup", 10),
                takeSeconds("rewarm", 2),
                takeSeconds("duration", 10),
                takeNumber("rounds", 3, 1, 100));
        if (rounds.duration().isZero()) {
            throw new Refusal("`--duration` is 0: give the seconds to count, at least some for the CPU figures.");
        }
        return rounds;
    }

    /// Takes everything that is left, in its order.
    List<Option> takeRest() {
        List<Option> rest = List.copyOf(options);
        options.clear();
        return rest;
    }

    void refuseRest() {
        if (!options.isEmpty()) {
            throw new Refusal("--" + options.getFirst().name()
                    + " is not an option here: see bin/bench --help for those there are.");
        }
    }
}
