package dev.keystead.platform.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.keystead.platform.log.LogConfig;
import dev.keystead.platform.log.LogFormat;
import dev.keystead.platform.log.LogLevel;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {
    @TempDir
    Path folder;

    @Test
    void theDefaultsAreThese() {
        Config config = Config.from(Loading.loaded(folder, Map.of()));

        assertThat(config)
                .isEqualTo(new Config(
                        "keystead",
                        Path.of("./data"),
                        Set.of(Role.WEB, Role.WORKER),
                        null,
                        new HttpConfig(
                                "127.0.0.1",
                                8080,
                                null,
                                65_536,
                                16_384,
                                Duration.ofSeconds(30),
                                Duration.ofSeconds(60),
                                Duration.ofSeconds(20),
                                1024,
                                List.of(),
                                "",
                                "",
                                TlsConfig.OFF),
                        new OutboundConfig(false, null),
                        List.of(),
                        new DatabaseConfig(
                                null,
                                new DatabaseConfig.Login("", null),
                                new DatabaseConfig.Login("", null),
                                true,
                                16,
                                4,
                                Duration.ofSeconds(10),
                                Duration.ofSeconds(15),
                                0),
                        "koder.dev",
                        new PasswordConfig(19 * 1024 * 1024, 2),
                        new SignInConfig(10_000, 100),
                        new HandleConfig(
                                300,
                                Duration.ofDays(365),
                                Duration.ofDays(730),
                                Duration.ofDays(548),
                                Duration.ofDays(730),
                                Duration.ofDays(1826),
                                Duration.ofDays(30)),
                        new InviteConfig(Duration.ofDays(14), 200),
                        new BadgeConfig(Duration.ofDays(90), Duration.ofDays(180)),
                        new DeviceConfig(Duration.ofDays(7), Duration.ofDays(365)),
                        new BotConfig(1000, 100, 20, 2, 5),
                        Duration.ofDays(30),
                        Duration.ofHours(24),
                        new AuditConfig(null, false),
                        new ObjectConfig("", "keystead", "us-east-1", "", null, true, null, Path.of("./data")),
                        new KeyConfig(Duration.ofDays(90), Duration.ofDays(2), Duration.ofDays(7)),
                        new ClientLimitConfig(10_000, 1_000_000, 300),
                        new MailConfig(
                                "",
                                587,
                                SmtpSecurity.STARTTLS,
                                "",
                                null,
                                new MailSender("Keystead", "no-reply@koder.dev")),
                        new NatsConfig("", "", null, null, null, null, "keystead"),
                        new LogConfig(LogLevel.INFO, LogFormat.AUTO),
                        new MetricsConfig(true, null),
                        new TraceConfig(null, 1.0)));
    }

    @Test
    void aKeyIsPublishedAsLongAsWhatItSignedForADeviceMayLive() {
        Map<String, String> longer = Map.of("KEYSTEAD_DEVICE_CERTIFICATE_LIFE", "30d");
        assertThat(Config.from(Loading.loaded(folder, longer)).keys().overlap()).isEqualTo(Duration.ofDays(30));
        Map<String, String> shorter = Map.of("KEYSTEAD_DEVICE_CERTIFICATE_LIFE", "1d");
        assertThat(Config.from(Loading.loaded(folder, shorter)).keys().overlap())
                .isEqualTo(Duration.ofDays(7));
    }

    @Test
    void everyConstantIsInTheList() throws IllegalAccessException {
        List<Object> constants = new ArrayList<>();
        for (Class<?> table : List.of(
                Settings.class,
                EdgeSettings.class,
                EventSettings.class,
                ObjectSettings.class,
                HandleSettings.class,
                InviteSettings.class,
                BadgeSettings.class,
                DeviceSettings.class,
                BotSettings.class,
                MailSettings.class)) {
            for (Field field : table.getFields()) {
                if (field.getType() == Setting.class) {
                    constants.add(field.get(null));
                }
            }
        }

        assertThat(constants).hasSizeGreaterThan(30);
        assertThat(Settings.ALL)
                .containsExactlyInAnyOrderElementsOf(constants.stream()
                        .map(constant -> (Setting<?>) constant)
                        .toList());
    }

    @Test
    void noTwoSettingsShareANameInAnySource() {
        List<String> variables = new ArrayList<>();
        List<String> flags = new ArrayList<>(List.of("--config"));
        for (Setting<?> setting : Settings.ALL) {
            for (String key : setting.secret() ? List.of(setting.key(), setting.fileKey()) : List.of(setting.key())) {
                variables.add(Setting.variableOf(key));
                flags.add(Setting.flagOf(key));
            }
            if (setting.otherFlag() != null) {
                flags.add("--" + setting.otherFlag());
            }
        }

        assertThat(variables).doesNotHaveDuplicates();
        assertThat(flags).doesNotHaveDuplicates();
    }

    @Test
    void everySettingIsDescribedInSentences() {
        assertThat(Settings.ALL).allSatisfy(setting -> {
            assertThat(setting.description()).matches("[A-Z].*\\.").hasSizeBetween(20, 320);
            assertThat(setting.type().allowed()).isNotBlank();
        });
    }

    @Test
    void everySecretIsEmptyByDefault() {
        assertThat(Settings.ALL.stream().filter(Setting::secret))
                .hasSize(10)
                .allSatisfy(setting -> assertThat(setting.defaultText()).isEmpty());
    }

    @Test
    void aDefaultThatItsTypeRefusesDoesNotLoad() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Setting.open("a.b", Types.wholeNumber(1, 2), "3", "A number."))
                .withMessage("the default of a.b is out of bounds");
    }

    @Test
    void aKeyThatWouldCollideWithTheFileOfASecretIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Setting.open("master.key-file", Types.path(), "x", "A path."));
    }
}
