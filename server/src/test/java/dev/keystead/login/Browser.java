package dev.keystead.login;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A browser without JavaScript: keeps cookies and sends forms as the last page had them.
public final class Browser {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final Pattern CSRF = Pattern.compile("name=\"csrf\" value=\"([^\"]*)\"");
    private static final Pattern FORM = Pattern.compile("<form method=\"post\" action=\"([^\"]*)\"");
    private static final Pattern FLOW = Pattern.compile("flo_[0-9a-z]{26}");

    private final TestServer server;
    private final String path;
    private final String host;
    private final Map<String, String> cookies = new ConcurrentHashMap<>();
    private String csrf = "";
    private String flow = "";
    private String agent = "browser/1";

    Browser(TestServer server, String path) {
        this(server, path, "");
    }

    /// @param host that a proxy in front of the server was asked for; empty without a proxy
    Browser(TestServer server, String path, String host) {
        this.server = server;
        this.path = path;
        this.host = host;
    }

    public Map<String, String> cookies() {
        return cookies;
    }

    public String flow() {
        return flow;
    }

    public String csrf() {
        return csrf;
    }

    public void agent(String name) {
        agent = name;
    }

    /// Opens a page of the workspace, or any address that begins with a slash of its own.
    public Answer open(String address) {
        return keep(send(request(address).GET()));
    }

    /// Opens the page to sign in.
    public Answer begin() {
        return open("/sign-in");
    }

    /// Where the form of a page goes.
    public static String formAddress(Answer page) {
        Matcher form = FORM.matcher(page.text());
        if (!form.find()) {
            throw new AssertionError("no form in " + page.text());
        }
        return form.group(1).replace("&amp;", "&");
    }

    /// Sends a form with what the last page's form was guarded by.
    public Answer submit(String address, Map<String, String> fields) {
        var all = new TreeMap<>(fields);
        all.putIfAbsent("csrf", csrf);
        String body = all.entrySet().stream()
                .map(field -> encode(field.getKey()) + "=" + encode(field.getValue()))
                .collect(Collectors.joining("&"));
        return keep(send(request(address)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Sec-Fetch-Site", "same-origin")
                .POST(BodyPublishers.ofString(body))));
    }

    /// Sends bytes as they are.
    public Answer raw(String address, String type, byte[] body) {
        return keep(send(request(address).header("Content-Type", type).POST(BodyPublishers.ofByteArray(body))));
    }

    public Answer identify(String name) {
        begin();
        Answer told = submit("/sign-in", Map.of("flow", flow, "identifier", name));
        return told.status() == 303 ? open(local(told.header("Location"))) : told;
    }

    public Answer step(String word, String field, String value) {
        return submit("/sign-in/" + flow + "/" + word, Map.of(field, value));
    }

    public Answer signIn(String name, String password) {
        identify(name);
        return step("password", "password", password);
    }

    /// An address of this workspace without the workspace's own part.
    public String local(String address) {
        return address.startsWith(path) ? address.substring(path.length()) : address;
    }

    private HttpRequest.Builder request(String address) {
        var request = HttpRequest.newBuilder(URI.create(server.address() + path + address))
                .header("User-Agent", agent);
        if (!host.isEmpty()) {
            request.header("Forwarded", "for=127.0.0.1;host=" + host);
        }
        if (!cookies.isEmpty()) {
            request.header(
                    "Cookie",
                    cookies.entrySet().stream()
                            .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                            .collect(Collectors.joining("; ")));
        }
        return request;
    }

    private static Answer send(HttpRequest.Builder request) {
        try {
            return new Answer(CLIENT.send(request.build(), BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private Answer keep(Answer answer) {
        for (String set : answer.response().headers().allValues("Set-Cookie")) {
            String pair = set.substring(0, set.indexOf(';'));
            String name = pair.substring(0, pair.indexOf('='));
            String value = pair.substring(pair.indexOf('=') + 1);
            if (value.isEmpty()) {
                cookies.remove(name);
            } else {
                cookies.put(name, value);
            }
        }
        Matcher guard = CSRF.matcher(answer.text());
        if (guard.find()) {
            csrf = guard.group(1);
        }
        Matcher begun = FLOW.matcher(answer.text());
        if (begun.find()) {
            flow = begun.group();
        }
        return answer;
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
