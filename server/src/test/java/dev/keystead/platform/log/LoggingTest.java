package dev.keystead.platform.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import dev.keystead.server.Until;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.NOPMDCAdapter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LoggingTest {
    private static final String FORGED = "ana\n2026-01-01T00:00:00.000Z ERROR Server  forged\r\u001b[2J\u202e\u2028";

    private final LoggerContext context = new LoggerContext();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /// A context of its own asks for one, although nothing here uses it.
    @BeforeEach
    void start() {
        context.setMDCAdapter(new NOPMDCAdapter());
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    private Logger logger(LogFormat format) {
        return logger(format, LogLevel.INFO, "dev.keystead.login.Login");
    }

    private Logger logger(LogFormat format, LogLevel level, String name) {
        Logging.install(context, new LogConfig(level, format), out);
        return context.getLogger(name);
    }

    private String written() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private List<JsonNode> objects() {
        JsonMapper mapper = new JsonMapper();
        return written().lines().map(mapper::readTree).toList();
    }

    @Test
    void textHasTimeLevelNameMessageAndPairs() {
        logger(LogFormat.TEXT)
                .atInfo()
                .addKeyValue("port", 8080)
                .addKeyValue("name", "a b")
                .log("listening");

        assertThat(written())
                .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z INFO  Login  listening  "
                        + "port=8080  name=\"a b\"\n");
    }

    @Test
    void jsonHasStableMembers() {
        logger(LogFormat.JSON).atWarn().addKeyValue("port", 8080).log("listening on \"{}\"", "a\nb");

        JsonNode line = objects().getFirst();
        assertThat(line.propertyNames()).containsExactly("ts", "level", "logger", "message", "fields");
        assertThat(line.get("ts").asString()).matches("\\d{4}-.*Z");
        assertThat(line.get("level").asString()).isEqualTo("WARN");
        assertThat(line.get("logger").asString()).isEqualTo("dev.keystead.login.Login");
        assertThat(line.get("message").asString()).isEqualTo("listening on \"a\nb\"");
        assertThat(line.get("fields").get("port").asString()).isEqualTo("8080");
    }

    @Test
    void theContextOfTheRequestIsOnEachOfItsLines() throws Exception {
        Logger logger = logger(LogFormat.JSON);
        LogContext request = new LogContext("req_1", null);

        request.during(() -> {
            logger.info("before");
            return request.withTenant("wsp_1").during(() -> {
                logger.info("inside");
                return true;
            });
        });
        logger.info("after");

        assertThat(objects())
                .satisfiesExactly(
                        before -> {
                            assertThat(before.get("request_id").asString()).isEqualTo("req_1");
                            assertThat(before.has("tenant")).isFalse();
                        },
                        inside -> {
                            assertThat(inside.get("request_id").asString()).isEqualTo("req_1");
                            assertThat(inside.get("tenant").asString()).isEqualTo("wsp_1");
                        },
                        after -> assertThat(after.has("request_id")).isFalse());
    }

    @Test
    void aPairOfTheEventWinsOverTheContext() throws Exception {
        Logger logger = logger(LogFormat.TEXT);

        new LogContext("req_1", "wsp_1").during(() -> {
            logger.atInfo().addKeyValue("tenant", "wsp_2").log("x");
            return true;
        });

        assertThat(written()).endsWith("x  request_id=req_1  tenant=wsp_2\n");
    }

    @Test
    void textFromOutsideCannotForgeALine() {
        logger(LogFormat.TEXT)
                .atError()
                .addKeyValue("user", FORGED)
                .addKeyValue("key\n", "x  tenant=wsp_9")
                .setCause(new IllegalStateException(FORGED))
                .log("refused {}", FORGED);

        List<String> lines = written().lines().toList();
        assertThat(lines.getFirst()).contains("refused ana\\n2026-01-01").contains("\"x  tenant=wsp_9\"");
        assertThat(lines.stream().skip(1)).isNotEmpty().allMatch(line -> line.startsWith("  "));
        assertThat(written()).doesNotContain("\r", "\u001b", "\u202e", "\u2028");
    }

    @Test
    void jsonFromOutsideStaysOneLine() {
        logger(LogFormat.JSON)
                .atError()
                .setCause(new IllegalStateException(FORGED))
                .log("refused {}", FORGED + "\ud800 \0 \u0085 \ud83d\ude00");

        assertThat(written()).containsOnlyOnce("\n").endsWith("}\n").doesNotContain("\r", "\u001b", "\u202e", "\u2028");
        assertThat(objects()).singleElement().satisfies(line -> {
            assertThat(line.get("message").asString())
                    .startsWith("refused " + FORGED)
                    .endsWith("\ud83d\ude00");
            assertThat(line.get("exception").asString())
                    .startsWith("  java.lang.IllegalStateException: ana\\n2026")
                    .contains("\n    at dev.keystead.platform.log.LoggingTest.");
        });
    }

    @Test
    void credentialsAreMaskedInMessagesPairsAndExceptionsOfBothFormats() {
        for (LogFormat format : List.of(LogFormat.TEXT, LogFormat.JSON)) {
            Exception cause = new IllegalArgumentException("url postgresql://u:hunter2@db/k");
            cause.addSuppressed(new IllegalStateException("password=hunter2"));
            logger(format)
                    .atError()
                    .addKeyValue("password", "hunter2")
                    .addKeyValue("header", "Bearer hunter2")
                    .setCause(new IllegalStateException("key kkey_hunter2", cause))
                    .log("token={} kpat_hunter2", "hunter2");
        }

        assertThat(written()).doesNotContain("hunter2").contains("token=***", "kpat_***", "kkey_***", "u:***@db/k");
    }

    @Test
    void aHugeMessageIsCut() {
        logger(LogFormat.TEXT).info("x".repeat(1_000_000));

        assertThat(written()).hasSizeLessThan(17_000).endsWith("… (983616 more characters)\n");
    }

    @Test
    void aCycleOfCausesEnds() {
        Exception one = new Exception("one");
        Exception two = new Exception("two", one);
        one.initCause(two);
        logger(LogFormat.TEXT).error("loop", one);

        assertThat(written()).contains("caused by: java.lang.Exception: two").contains("(printed above)");
    }

    @Test
    void librariesAreOneStepQuieterAndNeverAtDebug() {
        logger(LogFormat.TEXT, LogLevel.INFO, "org.eclipse.jetty.server.Server").info("library");
        logger(LogFormat.TEXT, LogLevel.TRACE, "org.eclipse.jetty.server.Server")
                .debug("library");
        assertThat(written()).isEmpty();

        logger(LogFormat.TEXT, LogLevel.INFO, "org.eclipse.jetty.server.Server").warn("library");
        logger(LogFormat.TEXT, LogLevel.DEBUG, "org.eclipse.jetty.server.Server")
                .info("library");
        logger(LogFormat.TEXT, LogLevel.TRACE, "dev.keystead.Any").trace("ours");
        assertThat(written().lines()).hasSize(3);
    }

    @Test
    void theProcessLogIsReadyWithoutAnyConfigurationAndTakesTheJdksLogIn() {
        PrintStream before = System.err;
        System.setErr(new PrintStream(out, true, StandardCharsets.UTF_8));
        try {
            LoggerFactory.getLogger("dev.keystead.Early").error("early kkey_1");
            Logging.start(new LogConfig(LogLevel.INFO, LogFormat.TEXT));
            java.util.logging.Logger.getLogger("org.postgresql.Driver").warning("password=hunter2\nx");
            java.util.logging.Logger.getLogger("org.postgresql.Driver").fine("quiet");
        } finally {
            System.setErr(before);
        }

        assertThat(written().lines())
                .satisfiesExactly(
                        early -> assertThat(early).contains("ERROR Early  early kkey_***"),
                        bridged -> assertThat(bridged).endsWith("WARN  Driver  password=***\\nx"));
    }

    @Test
    void linesGoOutTogetherAndAWarningTakesThemAlong() {
        Logger logger = gathering(Duration.ofHours(1));
        logger.info("first");
        logger.info("second");
        assertThat(written()).isEmpty();
        logger.warn("third");
        assertThat(written().lines()).hasSize(3);
    }

    @Test
    void aLineThatNobodyFollowsGoesOutByItself() {
        gathering(Duration.ofMillis(1)).info("alone");
        Until.holds(
                "the line is written", Duration.ofSeconds(30), () -> written().contains("alone"));
    }

    @Test
    void manyLinesDoNotWait() {
        Logger logger = gathering(Duration.ofHours(1));
        for (int line = 0; line < 1_000; line++) {
            logger.info("one of many lines that are long enough to fill what is kept for a moment");
        }
        assertThat(written().lines()).hasSizeGreaterThan(500);
    }

    private Logger gathering(Duration moment) {
        Logging.install(context, new LogConfig(LogLevel.INFO, LogFormat.TEXT), GatheredLines.before(out, moment));
        return context.getLogger("dev.keystead.login.Login");
    }
}
