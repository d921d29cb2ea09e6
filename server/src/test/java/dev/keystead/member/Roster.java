package dev.keystead.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.TestServer.Person;
import dev.keystead.tenancy.UuidV7;

/// The members of a new workspace.
///
/// @param key one that may do everything there
record Roster(TestServer server, Elsewhere place, Client key) {
    static Roster on(TestServer server) {
        Elsewhere place = server.makeOrganisation(unique("m"));
        return new Roster(server, place, server.as(place.key()));
    }

    static String unique(String start) {
        return start + UuidV7.next().toString().replace("-", "").substring(14);
    }

    String members() {
        return "/v1/workspaces/" + place.workspace().text() + "/members";
    }

    String member(Person person) {
        return members() + "/" + person.user().text();
    }

    static String wish(Person person, String role) {
        return "{\"user_id\":\"%s\",\"role\":\"%s\"}".formatted(person.user().text(), role);
    }

    /// Somebody new with a role.
    Person add(String role) {
        Person person = server.makePerson(unique("p"));
        Answer added = key.post(members(), wish(person, role));
        assertThat(added.status()).as(added.text()).isEqualTo(201);
        return person;
    }

    Client as(Person person) {
        return server.as(person.key());
    }
}
