package dev.keystead.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

/// A running product with its operator, and a browser in which people visit it.
final class Installation implements AutoCloseable {
    private final Browser browser = Browser.start();
    private final Folder folder = Folder.make();
    private final Product product = Product.serve(folder.path());
    private final Client operator = product.administrator();
    private final Inbox inbox = new Inbox(Client.of(product.address()));

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
        Client anyone = Client.of(product.address());
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
        Client anyone = Client.of(product.address());
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
        return Person.at(browser, product.address());
    }

    Person personWithoutScripts() {
        return Person.withoutScripts(browser, product.address());
    }

    Inbox inbox() {
        return inbox;
    }

    @Override
    public void close() {
        product.close();
        folder.close();
        browser.close();
    }
}
