package dev.keystead.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A running product with its operator, and a browser in which people visit it.
final class Installation implements AutoCloseable {
    private final Folder folder;
    private final Product product;
    private final Client anyone;
    private final Client operator;
    private final Inbox inbox;

    /// Started by the first who needs it: many applications are tried without one.
    private @Nullable Browser browser;

    /// Serves as it does for whoever gives no settings.
    Installation() {
        this(Folder.make());
    }

    /// The same, but it calls and sends people to addresses of this machine too.
    static Installation callingItself() {
        Folder folder = Folder.make();
        return new Installation(folder, Product.serve(folder.path(), "--outbound-allow-private", "true"));
    }

    private Installation(Folder folder) {
        this(folder, Product.serve(folder.path()));
    }

    private Installation(Folder folder, Product product) {
        this(folder, product, Client.of(product.address()));
    }

    /// Takes over a product that serves from a folder.
    ///
    /// @param anyone somebody without a key, who has a way to it
    Installation(Folder folder, Product product, Client anyone) {
        this.folder = folder;
        this.product = product;
        this.anyone = anyone;
        this.operator = product.administrator(anyone);
        this.inbox = new Inbox(anyone);
    }

    /// An organisation's workspace.
    ///
    /// @param owner may do everything in it
    record Workspace(String slug, String id, Client owner) {
        /// What the paths of its pages begin with.
        String base() {
            return "/t/" + slug;
        }

        /// Decides something: `branding`, `policies/sign-up`.
        void decide(String what, String json) {
            Client.Answer answer = owner.put("/v1/workspaces/" + id + "/" + what, json);
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        }

        /// Makes a user without a password; answers the id.
        String makeUser(String name) {
            Client.Answer answer = owner.createUser(name);
            assertThat(answer.status()).as(answer.body()).isEqualTo(201);
            return answer.json().get("id").asString();
        }

        /// Registers an application; answers its `client_id`, and its `client_secret` if it has one.
        JsonNode register(String json) {
            Client.Answer answer = owner.post("/v1/clients", json);
            assertThat(answer.status()).as(answer.body()).isEqualTo(201);
            return answer.json();
        }

        /// What its tokens name as their issuer.
        String issuer() {
            return owner.address() + base();
        }
    }

    Workspace makeWorkspace(String slug, String name) {
        Client.Answer made = operator.post("/v1/orgs", "{\"name\":\"" + name + "\",\"slug\":\"" + slug + "\"}");
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        String key = made.json().get("key").get("api_key").asString();
        return new Workspace(slug, made.json().get("home").get("id").asString(), operator.with(key));
    }

    /// Makes a user who has a password, by way of a forgotten one; answers the address.
    String makeUser(Workspace workspace, String name, String password) {
        workspace.makeUser(name);
        String email = name + "@example.test";
        anyone.post(workspace.base() + "/v1/password-resets", "{\"identifier\":\"" + email + "\"}");
        Client.Answer set = anyone.post(
                workspace.base() + "/v1/password-resets:confirm",
                "{\"token\":\"" + inbox.token(email, "reset_password") + "\",\"password\":\"" + password + "\"}");
        assertThat(set.status()).as(set.body()).isEqualTo(204);
        return email;
    }

    /// Makes an individual account, by signing up with its handle; answers the id.
    String makeIndividual(String handle, String password) {
        String system = operator.get("/v1/workspaces")
                .json()
                .get("items")
                .get(0)
                .get("id")
                .asString();
        Client.Answer opened = operator.put(
                "/v1/workspaces/" + system + "/policies/sign-up", "{\"mode\":\"open\",\"allowed_domains\":[]}");
        assertThat(opened.status()).as(opened.body()).isEqualTo(200);
        String email = handle + "@example.test";
        Client.Answer asked = anyone.post(
                "/v1/registrations",
                "{\"email\":\"%s\",\"handle\":\"%s\",\"display_name\":\"%s\",\"password\":\"%s\"}"
                        .formatted(email, handle, handle, password));
        assertThat(asked.status()).as(asked.body()).isEqualTo(202);
        Client.Answer proven = anyone.post(
                "/v1/email-verifications:confirm",
                "{\"token\":\"%s\",\"password\":\"%s\"}".formatted(inbox.token(email, "verify_email"), password));
        assertThat(proven.status()).as(proven.body()).isEqualTo(204);
        return operator.get("/v1/users?q=" + handle)
                .json()
                .get("items")
                .get(0)
                .get("id")
                .asString();
    }

    Person person() {
        return Person.at(browser(), product.address());
    }

    Person personWithoutScripts() {
        return Person.withoutScripts(browser(), product.address());
    }

    private Browser browser() {
        Browser started = browser == null ? Browser.start() : browser;
        browser = started;
        return started;
    }

    /// Somebody without a key.
    Client anyone() {
        return anyone;
    }

    Inbox inbox() {
        return inbox;
    }

    @Override
    public void close() {
        product.close();
        folder.close();
        if (browser != null) {
            browser.close();
        }
    }
}
