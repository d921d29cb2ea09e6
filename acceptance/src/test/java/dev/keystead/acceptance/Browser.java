package dev.keystead.acceptance;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.Rule;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The system's Chromium.
final class Browser implements AutoCloseable {
    private static final Path SCREENSHOTS = Path.of("target", "screenshots");
    private static final Set<String> GRAVE = Set.of("serious", "critical");

    private final Playwright playwright;
    private final com.microsoft.playwright.Browser chromium;

    private Browser(Playwright playwright, com.microsoft.playwright.Browser chromium) {
        this.playwright = playwright;
        this.chromium = chromium;
    }

    /// How a page is looked at.
    ///
    /// @param width in CSS pixels
    record Look(ColorScheme colours, int width, boolean scripts) {
        @Override
        public String toString() {
            return colours.name().toLowerCase(Locale.ROOT) + "-" + width + (scripts ? "" : "-no-scripts");
        }
    }

    /// Starts it. Without a Chromium the test is skipped, but on a build server it fails.
    static Browser start() {
        Optional<Path> program = Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst();
        if (!"true".equals(System.getenv("CI"))) {
            assumeTrue(program.isPresent(), "there is no Chromium; bin/test installs it");
        }
        Playwright playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        return new Browser(
                playwright,
                playwright
                        .chromium()
                        .launch(new BrowserType.LaunchOptions()
                                .setExecutablePath(program.orElseThrow())
                                // Root may not have a sandbox, and no start of a browser may call home.
                                .setArgs(List.of(
                                        "--no-sandbox",
                                        "--disable-gpu",
                                        "--disable-quic",
                                        "--disable-dev-shm-usage",
                                        "--disable-background-networking",
                                        "--disable-component-update",
                                        "--no-first-run"))));
    }

    /// A new visitor. What a page reports as an error of its own goes to the list.
    Page visit(Look look, List<String> errors) {
        BrowserContext context = chromium.newContext(new com.microsoft.playwright.Browser.NewContextOptions()
                .setColorScheme(look.colours())
                .setViewportSize(look.width(), 900)
                .setJavaScriptEnabled(look.scripts()));
        Page page = context.newPage();
        page.onPageError(errors::add);
        page.onConsoleMessage(message -> {
            if (message.type().equals("error")) {
                errors.add(message.text() + " at " + message.location());
            }
        });
        return page;
    }

    /// The grave faults that axe finds, one line each.
    static List<String> faults(Page page) {
        return faults(page, rule -> GRAVE.contains(rule.getImpact()));
    }

    /// All that axe finds, also what is only good advice.
    static List<String> allFaults(Page page) {
        return faults(page, _ -> true);
    }

    private static List<String> faults(Page page, Predicate<Rule> counts) {
        List<String> faults = new ArrayList<>();
        for (Rule rule : new AxeBuilder(page).analyze().getViolations()) {
            if (counts.test(rule)) {
                rule.getNodes().forEach(node -> faults.add(rule.getId() + ": " + node.getHtml()));
            }
        }
        return faults;
    }

    /// Whether the page is wider than the window, so that a reader would have to scroll sideways.
    static boolean overflows(Page page) {
        return (Boolean) page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");
    }

    static void photograph(Page page, String name) {
        page.screenshot(new Page.ScreenshotOptions()
                .setPath(SCREENSHOTS.resolve(name + ".png"))
                .setFullPage(true));
    }

    @Override
    public void close() {
        chromium.close();
        playwright.close();
    }
}
