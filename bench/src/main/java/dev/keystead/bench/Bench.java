package dev.keystead.bench;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The program behind `bin/bench`: chooses what to drive, drives it, prints the figures.
///
/// Figures go to the first stream and everything said meanwhile to the second. The exit code is 0, or 1 when
/// some run had no success at all, or 2 when something was refused.
public final class Bench {
    private final PrintStream figures;
    private final PrintStream progress;
    private final Path home;

    Bench(PrintStream figures, PrintStream progress, Path home) {
        this.figures = figures;
        this.progress = progress;
        this.home = home;
    }

    /// Runs with the words of the command line; the property `keystead.home` names the folder that holds `bin`.
    public static void main(String[] words) {
        Path home = Path.of(System.getProperty("keystead.home", ""));
        System.exit(new Bench(System.out, System.err, home).run(List.of(words)));
    }

    int run(List<String> words) {
        try {
            if (words.contains("--help") || words.contains("-h") || words.equals(List.of("help"))) {
                figures.print(Usage.TEXT);
                return 0;
            }
            boolean named = !words.isEmpty() && !words.getFirst().startsWith("-");
            Arguments arguments = Arguments.parse(named ? words.subList(1, words.size()) : words);
            return switch (named ? words.getFirst() : "keystead") {
                case "keystead" -> driveKeystead(arguments);
                case "devices" -> driveDevices(arguments);
                case "oidc" -> driveOidc(arguments);
                case "http" -> driveHttp(arguments);
                default ->
                    throw new Refusal("`" + words.getFirst()
                            + "` is nothing that can be driven: use oidc, http, devices, or nothing for Keystead; see"
                            + " bin/bench --help.");
            };
        } catch (Refusal refusal) {
            progress.println("bench: " + refusal.getMessage());
            return 2;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            progress.println("bench: stopped.");
            return 2;
        }
    }

    private int driveKeystead(Arguments arguments) throws InterruptedException {
        Path launcher = arguments.take("launcher").map(Path::of).orElse(home.resolve("bin/keystead"));
        KeysteadSuite suite = new KeysteadSuite(
                List.of(launcher.toString()),
                arguments.takeRounds(),
                arguments.takeNumber("users", 1000, 1, 9999),
                arguments.takeNumber("starts", 5, 0, 100),
                progress);
        Optional<String> baseline = arguments.take("baseline");
        boolean json = arguments.takeFlag("json");
        Optional<String> chosen = arguments.take("runs");
        arguments.refuseRest();
        if (!Files.isExecutable(launcher)) {
            throw new Refusal(
                    "There is no command " + launcher + " to start Keystead with: name it with --launcher PATH.");
        }
        KeysteadSuite.Result result = suite.run(chosen.orElse(KeysteadSuite.ALL_RUNS), baseline);
        int code = print(new Report(result.runs(), baseline), json);
        if (!result.starts().times().isEmpty()) {
            figures.println(json ? result.starts().json() : result.starts().text());
        }
        return code;
    }

    private int driveDevices(Arguments arguments) throws InterruptedException {
        Path launcher = arguments.take("launcher").map(Path::of).orElse(home.resolve("bin/keystead"));
        Path libraries = arguments.take("libraries").map(Path::of).orElse(home.resolve("cli/target/lib"));
        DeviceSuite suite = new DeviceSuite(
                List.of(launcher.toString()),
                libraries,
                new DeviceSuite.Size(
                        arguments.takeNumber("operations", 4000, 10, 100_000),
                        arguments.takeNumber("rounds", 5, 1, 100),
                        arguments.takeNumber("concurrency", 4, 1, 100)),
                progress);
        boolean json = arguments.takeFlag("json");
        arguments.refuseRest();
        if (!Files.isExecutable(launcher)) {
            throw new Refusal(
                    "There is no command " + launcher + " to start Keystead with: name it with --launcher PATH.");
        }
        SignatureShares shares = suite.run();
        if (json) {
            shares.jsonLines().forEach(figures::println);
        } else {
            figures.println();
            figures.print(shares.text());
        }
        return 0;
    }

    private int driveOidc(Arguments arguments) throws InterruptedException {
        Rounds rounds = arguments.takeRounds();
        Optional<String> baseline = arguments.take("baseline");
        boolean json = arguments.takeFlag("json");
        List<OidcFlow> flows = new ArrayList<>();
        String scenarios = arguments
                .take("scenario")
                .orElseThrow(() -> new Refusal(
                        "--scenario is missing: give one or several, with commas, of " + OidcFlow.names() + "."));
        for (String name : scenarios.split(",", -1)) {
            flows.add(OidcFlow.named(name.strip()));
        }
        List<PropertiesTarget> targets = targets(arguments);
        List<Run> runs = new ArrayList<>();
        for (OidcFlow flow : flows) {
            for (PropertiesTarget keys : targets) {
                OidcTarget target = OidcTarget.from(keys);
                OidcTarget.refuseMissing(keys, target, flow);
                // Several servers are compared in one flow; one server alone shows its flows side by side.
                boolean oneServer = targets.size() == 1;
                runs.add(new Run(
                        oneServer ? target.label() : flow.toString(),
                        oneServer ? flow.toString() : target.label(),
                        new OidcScenario(target, flow),
                        keys.watched()));
            }
        }
        Report.refuseUnclear(runs, baseline);
        return print(new Report(rounds.play(runs, progress), baseline), json);
    }

    private int driveHttp(Arguments arguments) throws InterruptedException {
        Rounds rounds = arguments.takeRounds();
        Optional<String> baseline = arguments.take("baseline");
        boolean json = arguments.takeFlag("json");
        List<PropertiesTarget> described = targets(arguments);
        String stamp = newStamp();
        Map<PropertiesTarget, HttpTarget> targets = new LinkedHashMap<>();
        described.forEach(keys -> targets.put(keys, HttpTarget.from(keys, stamp)));
        List<Run> runs = new ArrayList<>();
        targets.forEach((keys, target) -> {
            for (HttpScenario scenario : target.open(progress)) {
                boolean oneServer = targets.size() == 1;
                runs.add(new Run(
                        oneServer ? keys.label() : scenario.name(),
                        oneServer ? scenario.name() : keys.label(),
                        scenario,
                        keys.watched()));
            }
        });
        Report.refuseUnclear(runs, baseline);
        return print(new Report(rounds.play(runs, progress), baseline), json);
    }

    /// A different text in every invocation, short enough for a name.
    static String newStamp() {
        return Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);
    }

    /// The options after a `--config` belong to that file, those before the first one to all files.
    private static List<PropertiesTarget> targets(Arguments arguments) {
        Map<String, String> forAll = new LinkedHashMap<>();
        List<Path> files = new ArrayList<>();
        List<Map<String, String>> forEach = new ArrayList<>();
        for (Arguments.Option option : arguments.takeRest()) {
            if (option.name().equals("config")) {
                files.add(Path.of(option.value()));
                forEach.add(new LinkedHashMap<>(forAll));
            } else {
                (files.isEmpty() ? forAll : forEach.getLast()).put(option.name(), option.value());
            }
        }
        if (files.isEmpty()) {
            throw new Refusal("--config is missing: give the path of a properties file, such as"
                    + " bench/peers/keycloak.properties.");
        }
        List<PropertiesTarget> targets = new ArrayList<>();
        for (int i = 0; i < files.size(); i++) {
            targets.add(PropertiesTarget.read(files.get(i), forEach.get(i)));
        }
        return targets;
    }

    private int print(Report report, boolean json) {
        if (json) {
            report.jsonLines().forEach(figures::println);
        } else {
            figures.println();
            figures.print(report.text());
        }
        return report.isUsable() ? 0 : 1;
    }
}
