package dev.keystead.invite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.directory.UserId;
import dev.keystead.platform.id.Prefix;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Person;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.workspace.Reserved;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// People who invite each other, on a server of their own.
record People(TestServer server) {
    static final String PASSWORD = "granite owl 7 west";
    static final int MANY = 64;

    static People start(String... flags) {
        var all = new ArrayList<>(List.of("--sign-in-asks-per-source", "100000"));
        all.addAll(List.of(flags));
        return new People(TestServer.start(all.toArray(String[]::new)));
    }

    static String word() {
        return "v" + UuidV7.next().toString().replace("-", "").substring(14);
    }

    /// Somebody whom nobody invited.
    Person root() {
        return server.makePerson(word());
    }

    Client as(Person person) {
        return server.as(person.key());
    }

    Answer issue(Person person, String body) {
        return as(person).post("/v1/invites", body);
    }

    /// The token of a new invitation.
    String token(Person person) {
        Answer made = issue(person, "{}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made.json().path("invite_token").asString();
    }

    Answer redeem(String token) {
        return redeem(token, word());
    }

    Answer redeem(String token, String handle) {
        return server.as("").post("/v1/invites:redeem", """
                {"invite_token":"%s","handle":"%s","display_name":"New","email":"%s@sample.test","password":"%s"}""".formatted(token, handle, word(), PASSWORD));
    }

    /// Somebody who came by an invitation of the other, with a proven address.
    UserId join(Person inviter) {
        Answer joined = redeem(token(inviter));
        assertThat(joined.status()).as(joined.text()).isEqualTo(201);
        UserId user = Prefix.USER
                .parse(joined.json().path("user_id").asString(), UserId::new)
                .orElseThrow();
        server.execute("update identity.users set status = 'active' where id = '" + user.value() + "'");
        return user;
    }

    /// The same with a key, to invite others with.
    Person joinWithKey(Person inviter) {
        return server.makeKey(join(inviter));
    }

    /// Lets somebody invite as many as they like.
    void allowMany(UserId user) {
        Answer set = server.asAdministrator()
                .patch("/v1/invite-quotas/" + user.text(), "{\"period_allowed\":1000,\"total_allowed\":1000}");
        assertThat(set.status()).as(set.text()).isEqualTo(200);
    }

    void makeStaff(UserId user) {
        Answer added = server.asAdministrator()
                .post(
                        "/v1/workspaces/" + Reserved.SYSTEM_WORKSPACE.text() + "/members",
                        "{\"user_id\":\"%s\",\"role\":\"admin\",\"affiliation\":\"staff\"}".formatted(user.text()));
        assertThat(added.status()).as(added.text()).isEqualTo(201);
    }

    long count(String table) {
        return server.count("select count(*) from " + table);
    }

    /// Does something many times at the same moment.
    static List<Answer> atOnce(IntFunction<Answer> deed) throws InterruptedException, ExecutionException {
        var barrier = new CyclicBarrier(MANY);
        try (var threads = Executors.newFixedThreadPool(MANY)) {
            List<Callable<Answer>> deeds = IntStream.range(0, MANY)
                    .<Callable<Answer>>mapToObj(number -> () -> {
                        barrier.await();
                        return deed.apply(number);
                    })
                    .toList();
            var answers = new ArrayList<Answer>();
            for (Future<Answer> future : threads.invokeAll(deeds)) {
                answers.add(future.get());
            }
            return answers;
        }
    }

    static long with(List<Answer> answers, int status) {
        return answers.stream().filter(answer -> answer.status() == status).count();
    }
}
