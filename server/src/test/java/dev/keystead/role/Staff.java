package dev.keystead.role;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.TestServer.Person;
import dev.keystead.tenancy.UuidV7;
import java.util.Arrays;
import java.util.stream.Collectors;

/// A workspace with its people, and roles of its own.
record Staff(TestServer server, Elsewhere place) {
    static Staff on(TestServer server) {
        return new Staff(server, server.makeOrganisation(unique("st")));
    }

    static String unique(String start) {
        return start + UuidV7.next().toString().replace("-", "").substring(14);
    }

    /// Who may do everything here.
    Client owner() {
        return server.as(place.key());
    }

    /// Makes somebody a member with a role that every workspace has.
    Person member(String role) {
        Person person = server.makePerson(unique("p"));
        join(person, role);
        return person;
    }

    void join(Person person, String role) {
        String body = "{\"user_id\":\"%s\",\"role\":\"%s\"}".formatted(person.user(), role);
        Answer added = owner().post(members(), body);
        assertThat(added.status()).as(added.text()).isEqualTo(201);
    }

    String members() {
        return "/v1/workspaces/" + place.workspace().text() + "/members";
    }

    /// Somebody's request in this workspace, which is not their own.
    Answer as(Person person, String method, String path, String body) {
        return server.as(person.key()).send(method, "/t/" + place.slug() + path, body.isEmpty() ? null : body);
    }

    static String wish(String name, String... rights) {
        String list = Arrays.stream(rights).map(right -> "\"" + right + "\"").collect(Collectors.joining(","));
        return "{\"name\":\"%s\",\"rights\":[%s]}".formatted(name, list);
    }

    /// Makes a role, and answers its id.
    String role(String... rights) {
        Answer made = owner().post("/v1/roles", wish(unique("r"), rights));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made.id();
    }

    String nameOf(String role) {
        return owner().get("/v1/roles/" + role).json().path("name").asString();
    }

    static String assignment(String role, Object principal) {
        return "/v1/roles/" + role + "/assignments/" + principal;
    }

    void give(String role, Object principal) {
        Answer given = owner().send("PUT", assignment(role, principal), null);
        assertThat(given.status()).as(given.text()).isEqualTo(200);
    }

    /// Makes a member who holds a role of these rights beside being a member.
    Person holder(String memberRole, String... rights) {
        Person person = member(memberRole);
        give(role(rights), person.user());
        return person;
    }

    String group() {
        return owner().post("/v1/groups", "{\"name\":\"%s\"}".formatted(unique("group")))
                .id();
    }

    void put(String group, Person person) {
        Answer put = owner().send("PUT", place(group, person), null);
        assertThat(put.status()).as(put.text()).isEqualTo(200);
    }

    static String place(String group, Person person) {
        return "/v1/groups/" + group + "/members/" + person.user();
    }

    /// What somebody gets who asks for the webhooks: a sign of a right that no plain member has.
    int webhookStatus(Person person) {
        return as(person, "GET", "/v1/webhooks", "").status();
    }
}
