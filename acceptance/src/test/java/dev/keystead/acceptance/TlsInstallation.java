package dev.keystead.acceptance;

import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jose.util.ResourceRetriever;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import tools.jackson.databind.JsonNode;

/// A product that speaks TLS itself, and applications of others around it: one authority vouches for the
/// application's server and for clients' certificates, and the server trusts it.
final class TlsInstallation implements AutoCloseable {
    static final String PASSWORD = "seven quiet otters";

    private static final int PATIENCE = 30_000;
    private static final int LARGEST_ANSWER = 100_000;

    private final Folder folder = Folder.make();
    private final Authority authority = Authority.in(folder.path());
    private final Application application =
            Application.overTls(authority.issue("shop", "san=dns:localhost").context());
    private final Product product = Product.serve(
            folder.path(),
            "--tls-certificate",
            "self-signed",
            "--tls-client-certificates",
            "true",
            "--tls-client-ca",
            authority.certificateFile().toString(),
            "--outbound-allow-private",
            "true",
            "--outbound-ca",
            authority.certificateFile().toString());
    private final Trust trust = Trust.in(List.of(ownCertificate(), authority.certificateFile()));
    private final Installation installation = new Installation(folder, product, Client.of(product.address(), trust));

    private TlsInstallation() {
        trust.write(trustStore());
    }

    /// Gives one installation to all tests that ask for it, because a start takes seconds.
    static final class Shared implements ParameterResolver {
        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == TlsInstallation.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            // JUnit closes it after the last test.
            return context.getRoot()
                    .getStore(ExtensionContext.Namespace.create(TlsInstallation.class))
                    .computeIfAbsent(TlsInstallation.class, _ -> new TlsInstallation());
        }
    }

    /// The certificate that the server made for itself.
    Path ownCertificate() {
        return folder.at("data/self-signed.pem");
    }

    /// What Java's programs must trust here, in a file.
    Path trustStore() {
        return folder.at("trusted.p12");
    }

    SSLSocketFactory sockets() {
        return trust.context().getSocketFactory();
    }

    /// How Nimbus reads keys from here.
    ResourceRetriever retriever() {
        return new DefaultResourceRetriever(PATIENCE, PATIENCE, LARGEST_ANSWER, true, sockets());
    }

    Authority authority() {
        return authority;
    }

    /// The application to which browsers come back.
    Application application() {
        return application;
    }

    Client anyone() {
        return installation.anyone();
    }

    /// A workspace of its own, for one story.
    Installation.Workspace makeWorkspace(String slug) {
        return installation.makeWorkspace(slug, slug);
    }

    /// Makes somebody with [#PASSWORD]; answers the address.
    String makeUser(Installation.Workspace workspace, String name) {
        return installation.makeUser(workspace, name, PASSWORD);
    }

    Visitor visitor() {
        return new Visitor(trustStore(), true);
    }

    Visitor visitorWithoutScripts() {
        return new Visitor(trustStore(), false);
    }

    /// Registers an application that people come back to at `/callback`.
    ///
    /// @param more members of the registration in JSON, each with a comma before it
    /// @return what the application has to know of itself and of the server
    Map<String, Object> register(Installation.Workspace workspace, String more) {
        JsonNode made = workspace.register("""
                {"name":"Shop","redirect_uris":["%1$s/callback"],"post_logout_redirect_uris":["%1$s/bye"]%2$s}""".formatted(application.address(), more));
        var settings = new HashMap<String, Object>();
        settings.put("issuer", workspace.issuer());
        settings.put("client_id", made.get("client_id").asString());
        if (made.hasNonNull("client_secret")) {
            settings.put("client_secret", made.get("client_secret").asString());
        }
        settings.put("redirect_uri", application.address() + "/callback");
        settings.put("post_logout_redirect_uri", application.address() + "/bye");
        return settings;
    }

    /// Runs a journey for Node.js, in which a visitor does what is asked of a person.
    JsonNode journey(String library, String name, Map<String, ?> settings, BiConsumer<Visitor, String> person) {
        try (Visitor visitor = visitor()) {
            return NodeJourney.run(library, name, settings, ownCertificate(), page -> {
                person.accept(visitor, page);
                return visitor.place();
            });
        }
    }

    @Override
    public void close() {
        application.close();
        installation.close();
    }
}
