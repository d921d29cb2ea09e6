package dev.keystead.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.cli.ServedForTests;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The table of nouns and verbs, held against the interface that a server publishes.
class VerbsTest {
    private static final String PLACE = "\\{[A-Za-z_]+}";

    private static List<Noun> nouns() {
        return Stream.concat(Nouns.all().stream(), Stream.of(Nouns.AUDIT, Nouns.BADGE))
                .toList();
    }

    @Test
    void everyVerbIsARouteThatTakesItsFlags(@TempDir Path folder) throws IOException {
        var wrong = new ArrayList<String>();
        try (ServedForTests served = ServedForTests.start(folder).administered()) {
            JsonNode document = served.api("/openapi.json");
            for (Noun noun : nouns()) {
                for (Verb verb : noun.verbs()) {
                    check(document, noun, verb, wrong);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static void check(JsonNode document, Noun noun, Verb verb, List<String> wrong) {
        String path = verb.route().path().replaceAll(PLACE, "{}");
        JsonNode operation = document.path("paths").properties().stream()
                .filter(each -> each.getKey().replaceAll(PLACE, "{}").equals(path))
                .map(each -> each.getValue().path(verb.route().method().toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElse(document.path("nothing"));
        String name = noun.name() + " " + verb.name();
        if (operation.isMissingNode()) {
            wrong.add(name + " has no route");
            return;
        }
        String known = known(document, operation);
        for (Flag flag : verb.flags()) {
            boolean ours = verb.shape() == Verb.Shape.TREE;
            String member = flag.member().split("\\.", 2)[0];
            if (!ours && !known.contains("<" + member + ">")) {
                wrong.add(name + " does not take " + member + " but " + known);
            }
        }
    }

    private static String known(JsonNode document, JsonNode operation) {
        JsonNode schema = operation.at("/requestBody/content/application~1json/schema");
        String reference = schema.path("$ref").asString("");
        JsonNode body = reference.isEmpty() ? schema : document.at(reference.substring(1));
        return Stream.concat(
                        body.path("properties").propertyNames().stream(),
                        operation
                                .path("parameters")
                                .valueStream()
                                .map(each -> each.path("name").asString("")))
                .map(each -> "<" + each + ">")
                .collect(Collectors.joining());
    }

    @Test
    void everyNounAndVerbHasItsExampleUnderItsOwnName() {
        assertThat(nouns()).extracting(Noun::name).doesNotHaveDuplicates();
        for (Noun noun : nouns()) {
            assertThat(noun.verbs()).extracting(Verb::name).as(noun.name()).doesNotHaveDuplicates();
            for (Verb verb : noun.verbs()) {
                assertThat(verb.examples())
                        .as(noun.name() + " " + verb.name())
                        .isNotEmpty()
                        .allSatisfy(each -> assertThat(each).startsWith(noun.name() + " " + verb.name()));
            }
        }
    }
}
