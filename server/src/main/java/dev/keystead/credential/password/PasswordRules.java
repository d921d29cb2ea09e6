package dev.keystead.credential.password;

import java.text.Normalizer;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// What a new password must be: 8 to 128 characters, none that many people use, and not the person's own name in
/// disguise. Nothing is asked of the kinds of its characters. The checks are cheap whatever is sent.
public final class PasswordRules {
    private static final int SHORTEST = 8;
    private static final int LONGEST = 128;
    /// What people add to a word to please a rule goes to the length of a date: `!`, `2026`, `20261116`.
    private static final int LONGEST_TAIL = 8;
    /// Shorter texts over and over are no secret, whatever they are.
    private static final int LONGEST_UNIT = 4;
    /// A shorter word stands in others by chance.
    private static final int SHORTEST_OWN_WORD = 3;
    /// A name has a few words; more would only cost time.
    private static final int MOST_OWN_WORDS = 32;
    /// With so many letters beside a person's own words a password is more than those words.
    private static final int LETTERS_OF_ITS_OWN = 4;

    /// Characters that stand for letters, and those letters in the two readings of what may be an i or an l.
    private static final String LEET = "01345789@$!|+€";

    private static final String LEET_WITH_I = "oieastbgasiite";
    private static final String LEET_WITH_L = "oleastbgasllte";

    /// Why a password is refused.
    public enum Problem {
        TOO_SHORT("password.too-short"),
        TOO_LONG("password.too-long"),
        COMMON("password.common"),
        SIMILAR("password.similar");

        private final String key;

        Problem(String key) {
            this.key = key;
        }

        /// The name of the text that tells a person, in the message files.
        public String key() {
            return key;
        }
    }

    /// The first rule that a password breaks, or nothing.
    ///
    /// @param ownWords what others know of the person: handle, address, name, name of the workspace
    public Optional<Problem> check(String password, Collection<String> ownWords) {
        String text = PasswordText.normalised(password);
        int length = text.codePointCount(0, text.length());
        if (length < SHORTEST) {
            return Optional.of(Problem.TOO_SHORT);
        }
        if (length > LONGEST) {
            return Optional.of(Problem.TOO_LONG);
        }
        String plain = plain(text);
        List<String> readings = readings(plain);
        if (isPattern(plain) || readings.stream().anyMatch(PasswordRules::isListed)) {
            return Optional.of(Problem.COMMON);
        }
        return isSimilar(readings, words(ownWords)) ? Optional.of(Problem.SIMILAR) : Optional.empty();
    }

    /// The text as a guesser sees it: in lower case and without accents.
    private static String plain(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFKD)
                .replaceAll("\\p{M}", "")
                .toLowerCase(Locale.ROOT);
    }

    /// What the text may mean: with fewer and fewer of the characters at its end that are not letters, each as it is
    /// and with letters for what only looks like them.
    private static List<String> readings(String plain) {
        return Stream.iterate(plain.length(), end -> isTail(plain, end), end -> end - 1)
                .map(end -> plain.substring(0, end))
                .flatMap(text -> Stream.of(text, letters(text, LEET_WITH_I), letters(text, LEET_WITH_L)))
                .distinct()
                .toList();
    }

    private static boolean isTail(String plain, int from) {
        return from > 0
                && plain.length() - from <= LONGEST_TAIL
                && (from == plain.length() || !Character.isLetter(plain.charAt(from)));
    }

    private static String letters(String text, String meaning) {
        return text.chars()
                .map(c -> LEET.indexOf(c) < 0 ? c : meaning.charAt(LEET.indexOf(c)))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static boolean isListed(String reading) {
        return CommonPasswords.contains(reading) || CommonPasswords.contains(reversed(reading));
    }

    /// One thing over and over (`abcabcabc`, `passwordpassword`), or characters in a row (`23456789`).
    private static boolean isPattern(String plain) {
        for (int unit = 1; unit <= plain.length() / 2; unit++) {
            // A text that goes on as it began, from the unit's end on, is that unit repeated.
            if (plain.startsWith(plain.substring(unit))) {
                return unit <= LONGEST_UNIT || CommonPasswords.contains(plain.substring(0, unit));
            }
        }
        return isRow(plain, 1) || isRow(plain, -1);
    }

    private static boolean isRow(String plain, int step) {
        for (int at = 1; at < plain.length(); at++) {
            if (plain.charAt(at) != plain.charAt(at - 1) + step) {
                return false;
            }
        }
        return plain.length() > 1;
    }

    private static boolean isSimilar(List<String> readings, List<String> words) {
        return readings.stream().map(PasswordRules::squeezed).anyMatch(reading -> {
            String rest = reading;
            for (String word : words) {
                rest = rest.replace(word, "").replace(reversed(word), "");
            }
            return !rest.equals(reading)
                    && rest.codePoints().filter(Character::isLetter).count() < LETTERS_OF_ITS_OWN;
        });
    }

    /// Each of them whole and its parts, the longest first, so that a part does not spoil the whole.
    private static List<String> words(Collection<String> ownWords) {
        return ownWords.stream()
                .map(word -> plain(PasswordText.normalised(word)))
                .flatMap(word -> Stream.concat(Stream.of(word), Stream.of(word.split("[^\\p{L}\\p{N}]+", -1))))
                .map(PasswordRules::squeezed)
                .filter(word -> word.length() >= SHORTEST_OWN_WORD)
                .distinct()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .limit(MOST_OWN_WORDS)
                .toList();
    }

    private static String squeezed(String text) {
        return text.replaceAll("[^\\p{L}\\p{N}]", "");
    }

    private static String reversed(String text) {
        return new StringBuilder(text).reverse().toString();
    }
}
