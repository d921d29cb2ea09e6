package dev.keystead.account;

import java.util.List;
import java.util.Optional;

/// Names a browser and its system, by the words that they have sent for years. What is unknown stays unnamed:
/// the words are the client's own claim, and decide nothing.
final class BrowserName {
    /// A word in what a client says of itself, and the name that people know.
    private record Rule(String word, String name) {}

    /// The first that fits counts: most browsers also name those whose pages they want to be given.
    private static final List<Rule> BROWSERS = List.of(
            new Rule("Edg/", "Edge"),
            new Rule("EdgA/", "Edge"),
            new Rule("OPR/", "Opera"),
            new Rule("SamsungBrowser/", "Samsung Internet"),
            new Rule("Firefox/", "Firefox"),
            new Rule("FxiOS/", "Firefox"),
            new Rule("CriOS/", "Chrome"),
            new Rule("Chrome/", "Chrome"),
            new Rule("Safari/", "Safari"),
            new Rule("curl/", "curl"),
            new Rule("Java-http-client/", "Java"),
            new Rule("python-", "Python"));

    private static final List<Rule> SYSTEMS = List.of(
            new Rule("iPhone", "iPhone"),
            new Rule("iPad", "iPad"),
            new Rule("Android", "Android"),
            new Rule("CrOS", "ChromeOS"),
            new Rule("Windows", "Windows"),
            new Rule("Mac OS X", "macOS"),
            new Rule("Linux", "Linux"));

    private BrowserName() {}

    /// Such as `Firefox · Linux`; nothing when neither is known.
    static Optional<String> of(String userAgent) {
        Optional<String> browser = first(BROWSERS, userAgent);
        Optional<String> system = first(SYSTEMS, userAgent);
        return browser.isPresent() && system.isPresent()
                ? Optional.of(browser.get() + " · " + system.get())
                : browser.or(() -> system);
    }

    private static Optional<String> first(List<Rule> rules, String userAgent) {
        return rules.stream()
                .filter(rule -> userAgent.contains(rule.word()))
                .map(Rule::name)
                .findFirst();
    }
}
