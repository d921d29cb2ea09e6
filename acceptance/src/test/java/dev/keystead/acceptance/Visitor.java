package dev.keystead.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.nio.file.Path;
import org.htmlunit.WebClient;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlElement;
import org.htmlunit.html.HtmlInput;
import org.htmlunit.html.HtmlPage;

/// Somebody with HtmlUnit, a browser of little understanding: what works here needs nothing but forms and
/// links. A script that fails is an error.
final class Visitor implements AutoCloseable {
    private final WebClient browser = new WebClient();

    /// @param trusted the certificates to be trusted, in a PKCS #12 file
    Visitor(Path trusted, boolean scripts) {
        try {
            browser.getOptions().setSSLTrustStore(trusted.toUri().toURL(), Trust.PASSWORD, "PKCS12");
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(e);
        }
        browser.getOptions().setJavaScriptEnabled(scripts);
        // A page that says what is wrong comes with the status of an error.
        browser.getOptions().setThrowExceptionOnFailingStatusCode(false);
    }

    void open(String address) {
        try {
            browser.getPage(address);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void type(String field, String text) {
        ((HtmlInput) element(field)).setValue(text);
    }

    /// Presses the button that the page offers first.
    void go() {
        pressFirst("main button.primary");
    }

    /// Presses a button by its id.
    void press(String id) {
        click(element(id));
    }

    /// Presses the first element of a kind, on pages of others.
    void pressFirst(String selector) {
        click(page().querySelector(selector));
    }

    private void click(DomElement button) {
        try {
            button.click();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Fills the two pages of a sign-in, from the first of them.
    void signIn(String name, String password) {
        type("identifier", name);
        go();
        type("password", password);
        go();
    }

    boolean has(String id) {
        return page().getElementById(id) != null;
    }

    /// What an element says.
    String said(String id) {
        return element(id).asNormalizedText();
    }

    String heading() {
        HtmlElement heading = page().querySelector("h1");
        return heading.asNormalizedText();
    }

    /// Where they are.
    String place() {
        return page().getUrl().toString();
    }

    String path() {
        return URI.create(place()).getPath();
    }

    int status() {
        return page().getWebResponse().getStatusCode();
    }

    private HtmlPage page() {
        return (HtmlPage) browser.getCurrentWindow().getEnclosedPage();
    }

    private HtmlElement element(String id) {
        DomElement found = page().getElementById(id);
        if (found == null) {
            throw new AssertionError("There is no " + id + " at " + place() + ":\n" + page().asNormalizedText());
        }
        return (HtmlElement) found;
    }

    @Override
    public void close() {
        browser.close();
    }
}
