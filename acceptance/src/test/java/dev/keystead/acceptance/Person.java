package dev.keystead.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.ColorScheme;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/// Somebody with a browser of their own, who looks closely at the pages they come to.
final class Person implements AutoCloseable {
    private static final int DESK = 1280;
    private static final int PHONE = 390;
    private static final int NARROWEST = 320;
    private static final int HEIGHT = 900;

    /// A browser notes each page that came with an error; that page says itself what is wrong.
    private static final Pattern REFUSED_PAGE =
            Pattern.compile("Failed to load resource: the server responded with a status of 4(?!.*/assets/).*");

    private final Page page;
    private final URI address;
    private final boolean scripts;
    private final AtomicInteger pages = new AtomicInteger();
    private final List<String> errors = new CopyOnWriteArrayList<>();
    private final List<String> strangers = new CopyOnWriteArrayList<>();
    private final List<String> known = new CopyOnWriteArrayList<>();

    private Person(Browser browser, URI address, boolean scripts) {
        this.address = address;
        this.scripts = scripts;
        this.page = browser.visit(new Browser.Look(ColorScheme.LIGHT, DESK, scripts), errors);
        page.onFrameNavigated(frame -> {
            if (frame.parentFrame() == null) {
                pages.incrementAndGet();
            }
        });
        page.context().onRequest(request -> {
            if (!request.url().startsWith(address + "/") && known.stream().noneMatch(request.url()::startsWith)) {
                strangers.add(request.url());
            }
        });
    }

    static Person at(Browser browser, URI address) {
        return new Person(browser, address, true);
    }

    static Person withoutScripts(Browser browser, URI address) {
        return new Person(browser, address, false);
    }

    /// Means to visit another server too.
    void knows(String otherAddress) {
        known.add(otherAddress + "/");
    }

    /// The page they are on.
    Page page() {
        return page;
    }

    /// Goes to a page of the installation.
    Response open(String path) {
        return page.navigate(address + path);
    }

    /// The path of the page they are on.
    String place() {
        return URI.create(page.url()).getPath();
    }

    void type(String field, String text) {
        page.fill("#" + field, text);
    }

    /// Presses the one button that the page offers first.
    void go() {
        follow(page.locator("main button.primary"));
    }

    /// Presses a button or follows a link by its words.
    void press(String words) {
        follow(page.locator("main :is(button, a)")
                .filter(new Locator.FilterOptions().setHasText(words))
                .first());
    }

    /// Clicks what leads to another page, and waits until that is there.
    void follow(Locator button) {
        int before = pages.get();
        button.click();
        awaitPageAfter(before);
    }

    /// Sends the form with the key that everybody uses for it.
    void pressEnter() {
        int before = pages.get();
        page.keyboard().press("Enter");
        awaitPageAfter(before);
    }

    private void awaitPageAfter(int before) {
        page.waitForCondition(() -> pages.get() > before);
        page.waitForLoadState();
    }

    String heading() {
        return page.locator("h1").innerText();
    }

    String text() {
        return page.locator("main").innerText();
    }

    /// Whether they are inside a workspace.
    boolean isInside(String slug) {
        return page.context().cookies(address.toString()).stream()
                .anyMatch(cookie -> cookie.name.endsWith("keystead-session-" + slug) && !cookie.value.isEmpty());
    }

    /// Signs in by the pages of a workspace with name and password.
    ///
    /// @param base `/t/{slug}`, or nothing for the system workspace
    void signIn(String base, String name, String password) {
        open(base + "/sign-in");
        type("identifier", name);
        go();
        type("password", password);
        go();
    }

    /// Nothing is wrong with this page: for screen readers, on a phone, in the dark; and nothing came from elsewhere.
    void examine(String name) {
        for (ColorScheme colours : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(colours));
            page.setViewportSize(colours == ColorScheme.LIGHT ? DESK : PHONE, HEIGHT);
            Browser.photograph(page, name + "-" + colours.name().toLowerCase(Locale.ROOT));
            if (scripts) {
                assertThat(Browser.allFaults(page)).as(name + ", " + colours).isEmpty();
            }
        }
        page.setViewportSize(NARROWEST, HEIGHT);
        assertThat(Browser.overflows(page)).as(name + " overflows").isFalse();
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
        page.setViewportSize(DESK, HEIGHT);
        assertThat(page.locator("h1").count()).as(name + " has one heading").isEqualTo(1);
        assertNoTrouble();
    }

    /// No script failed, no policy was violated, and nothing was asked of another server.
    void assertNoTrouble() {
        assertThat(errors.stream().filter(error -> !REFUSED_PAGE.matcher(error).matches()))
                .isEmpty();
        assertThat(strangers).isEmpty();
    }

    @Override
    public void close() {
        page.context().close();
    }
}
