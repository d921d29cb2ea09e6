package dev.keystead.domain;

import java.net.IDN;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// A domain in the one form in which it is kept and compared: lower case, A-labels, no dot at its end.
///
/// @param text such as `example.org` or `xn--mller-kva.example`
public record DomainName(String text) {
    /// Shorter than DNS allows (RFC 1035 section 2.3.4), so that the name of the record below it fits.
    private static final int LONGEST = 243;

    private static final int SHORTEST = 4;

    private static final Pattern FORM =
            Pattern.compile("([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?");

    /// Letters that the two generations of IDNA map to different names: whoever means one writes the A-label.
    private static final Pattern AMBIGUOUS = Pattern.compile("[\\u00df\\u1e9e\\u03c2\\u200c\\u200d]");

    /// Names without owners (RFC 6761, RFC 6762, RFC 7686, RFC 9476, and what ICANN keeps for inside use).
    private static final Set<String> SPECIAL =
            Set.of("alt", "arpa", "internal", "invalid", "local", "localhost", "onion");

    /// What registries of countries hand out names under.
    private static final Set<String> BELOW_COUNTRIES =
            Set.of("ac", "co", "com", "edu", "gob", "gov", "mil", "net", "org");

    public DomainName {
        if (!isCanonical(text)) {
            throw new IllegalArgumentException("a domain is a name in lower case with at least two labels");
        }
    }

    /// The domain that somebody typed, in whatever script and case; nothing when it is none.
    public static Optional<DomainName> typed(String typed) {
        if (AMBIGUOUS.matcher(typed).find() || typed.length() > LONGEST) {
            return Optional.empty();
        }
        try {
            // RFC 5891 section 5: the A-labels are what is looked up, and what is compared.
            String ascii = IDN.toASCII(typed.strip(), IDN.USE_STD3_ASCII_RULES).toLowerCase(Locale.ROOT);
            return canonical(ascii);
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /// The domain that a text is already, letter for letter.
    public static Optional<DomainName> canonical(String text) {
        return isCanonical(text) ? Optional.of(new DomainName(text)) : Optional.empty();
    }

    /// The domain of an e-mail address; nothing for a handle or anything else.
    public static Optional<DomainName> ofAddress(String typed) {
        int at = typed.lastIndexOf('@');
        return at < 1 ? Optional.empty() : typed(typed.substring(at + 1));
    }

    private static boolean isCanonical(String text) {
        return text.length() >= SHORTEST
                && text.length() <= LONGEST
                && FORM.matcher(text).matches();
    }

    /// Whether it is another domain or lies below it.
    boolean isWithin(String other) {
        return text.equals(other) || text.endsWith("." + other);
    }

    /// Whether nobody can own it alone: names for special use, and names below which registries of countries
    /// hand out names. The rule is short on purpose: of a name that it does not know, only the registry itself
    /// could bring the proof.
    boolean isShared() {
        List<String> labels = labels();
        String last = labels.getLast();
        return SPECIAL.contains(last)
                || (labels.size() == 2 && last.length() == 2 && BELOW_COUNTRIES.contains(labels.getFirst()));
    }

    /// Its parts between the dots.
    List<String> labels() {
        return List.of(text.split("\\.", -1));
    }

    @Override
    public String toString() {
        return text;
    }
}
