package dev.keystead.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StrictJsonTest {
    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void aWholeObjectIsRead() {
        String body = """
                {"name": "Zoë", "colour": "dark_blue", "size": {"width": 1, "depth": 9007199254740993},
                 "tags": ["a", "b"], "shiny": false}""";
        HttpResponse<String> answer = server.postJson("/v1/echo", body);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{\"text\":\"Zoë\"}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"name":"a","foo":1}                      | foo        | is an unknown member
            {}                                        | name       | is required
            {"name":null}                             | name       | must not be null
            {"name":5}                                | name       | must be a text, a number was sent
            {"name":["a"]}                            | name       | must be a text, a list was sent
            {"name":"a","shiny":"true"}               | shiny      | must be true or false, a text was sent
            {"name":"a","shiny":1}                    | shiny      | must be true or false, a number was sent
            {"name":"a","size":[]}                    | size       | must be an object, a list was sent
            {"name":"a","size":{"width":"1","depth":1}} | size.width | must be a whole number, a text was sent
            {"name":"a","size":{"width":1.0,"depth":1}} | size.width | must be a whole number, a number was sent
            {"name":"a","size":{"width":3000000000,"depth":1}} | size.width | is a number out of range
            {"name":"a","size":{"width":1}}           | size.depth | is required
            {"name":"a","size":{"width":1,"depth":1,"x":1}} | size.x | is an unknown member
            {"name":"a","tags":["a",1]}               | tags[1]    | must be a text, a number was sent
            {"name":"a","tags":[null]}                | tags[0]    | must not be null
            {"name":"a","colour":"green"}             | colour     | must be one of red, dark_blue
            {"name":"a","colour":"RED"}               | colour     | must be one of red, dark_blue
            {"name":"a","colour":0}                   | colour     | must be one of red, dark_blue
            {"name":"elevenchars"}                    | name       | must have 1 to 10 characters
            {"name":""}                               | name       | must have 1 to 10 characters
            {"name":" a"}                             | name       | must not begin or end with a space
            {"name":"a\\u0007"}                       | name       | must not contain control characters
            {"name":"a\\u202eb"}                      | name       | must not contain control characters
            {"name":"a\\u0000"}                       | name       | contains a character that cannot be stored
            {"name":"a\\ud800"}                       | name       | contains a character that cannot be stored
            """)
    void aWrongMemberIsNamedWithWhatWasExpected(String body, String member, String message) {
        HttpResponse<String> answer = server.postJson("/v1/echo", body);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body())
                .startsWith("{\"error\":\"" + member + " " + message + "\",\"fields\":{\"" + member + "\":\"" + message
                        + "\"},\"request_id\":\"req_");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "\"text\"",
                "1",
                "null",
                "{\"name\":\"a\"} x",
                "{\"name\":\"a\"}{}",
                "{\"name\":\"a\",\"name\":\"b\"}",
                "{\"name\":\"a\",}",
                "{name:\"a\"}",
                "{'name':'a'}",
                "{\"name\":NaN}",
                "{\"name\":\"a\",\"size\":{\"width\":+1,\"depth\":01}}",
                "// no\n{\"name\":\"a\"}",
                "{\"name\":\"a\"",
                "\uFEFF{\"name\":\"a\"}",
                " "
            })
    void textThatIsNoSingleJsonObjectIsRefused(String body) {
        HttpResponse<String> answer = server.postJson("/v1/echo", body);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body())
                .doesNotContain("jackson")
                .doesNotContain("Unexpected")
                .doesNotContain("Widget")
                .doesNotContain("java");
    }

    @Test
    void severalWrongMembersAreToldAtOnce() {
        HttpResponse<String> answer = server.postJson("/v1/echo", "{\"name\":1,\"shiny\":2,\"other\":3}");
        assertThat(answer.body())
                .contains("(and 2 more members are wrong)")
                .contains("\"name\":\"must be a text, a number was sent\"")
                .contains("\"shiny\":\"must be true or false, a number was sent\"")
                .contains("\"other\":\"is an unknown member\"");
    }

    @Test
    void deepNestingIsRefused() {
        String body = "{\"name\":" + "[".repeat(40) + "]".repeat(40) + "}";
        assertThat(server.postJson("/v1/echo", body).body()).contains("nested too deeply");
    }

    @Test
    void malformedUtf8IsRefused() {
        byte[] overlong = "{\"name\":\"a\u00c0\u00af\"}".getBytes(StandardCharsets.ISO_8859_1);
        HttpRequest request = HttpRequest.newBuilder(server.uri("/v1/echo"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(overlong))
                .build();
        assertThat(server.send(request).body()).startsWith("{\"error\":\"the body is not well-formed UTF-8\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/json; charset=latin1", "application/jsonx", "text/json"})
    void anotherMediaTypeIs415(String type) {
        HttpResponse<String> answer = server.send("POST", "/v1/echo", "{\"name\":\"a\"}", "Content-Type", type);
        assertThat(answer.statusCode()).isEqualTo(415);
    }

    @Test
    void theCharsetMayBeSaid() {
        HttpResponse<String> answer =
                server.send("POST", "/v1/echo", "{\"name\":\"a\"}", "Content-Type", "application/json; charset=UTF-8");
        assertThat(answer.statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                              | ChangeWidget[name=Keep[], colour=Keep[]]
            {"name":"b"}                    | ChangeWidget[name=Set[value=b], colour=Keep[]]
            {"colour":null}                 | ChangeWidget[name=Keep[], colour=Set[value=null]]
            {"colour":"red"}                | ChangeWidget[name=Keep[], colour=Set[value=RED]]
            """)
    void aChangeTellsAbsentFromNull(String body, String read) {
        HttpResponse<String> answer = server.send("PATCH", "/v1/echo", body, "Content-Type", "application/json");
        assertThat(answer.body()).isEqualTo("{\"text\":\"" + read + "\"}");
    }

    @Test
    void aChangeThatCannotClearRefusesNull() {
        HttpResponse<String> answer =
                server.send("PATCH", "/v1/echo", "{\"name\":null}", "Content-Type", "application/json");
        assertThat(answer.body()).startsWith("{\"error\":\"name must not be null\"");
    }
}
