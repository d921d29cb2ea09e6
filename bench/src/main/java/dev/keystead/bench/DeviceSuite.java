package dev.keystead.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// What Keystead spends on certificates of devices and on tokens that are bound to their keys, beside what the
/// signatures alone cost in the same minute.
///
/// A round has a number of operations and no duration: a device takes ten certificates and no more, so that the
/// devices for a round are made before it is counted.
///
/// @param launcher the command before `serve`
/// @param libraries where the provider of signatures that the server uses is found
record DeviceSuite(List<String> launcher, Path libraries, Size size, PrintStream progress) {
    /// How many devices a person can have.
    private static final int DEVICES = 20;

    /// @param operations of each kind in each round
    record Size(int operations, int rounds, int threads) {}

    /// One operation by one of the threads.
    private interface Deed {
        void once(Connections connections, int number) throws IOException;
    }

    SignatureShares run() throws InterruptedException {
        try (ThrowAwayKeystead installation = new ThrowAwayKeystead(launcher, progress);
                Connections connections = new Connections()) {
            KeysteadProcess keystead = installation.startFirst();
            String apiKey = ThrowAwayKeystead.redeemSetupToken(keystead);
            // Only now: the command may have had to build the server first.
            BareSignatures bare = BareSignatures.of(libraries);
            Course course = new Course(keystead, connections, apiKey);
            List<SignatureShares.Round> rounds = new ArrayList<>();
            for (int round = 0; round <= size.rounds; round++) {
                SignatureShares.Round measured = course.round(bare);
                if (round == 0) {
                    progress.println("warmed up; signatures by " + bare.provider());
                    continue;
                }
                rounds.add(measured);
                progress.println("round " + round + " of " + size.rounds);
            }
            return new SignatureShares(bare.provider(), rounds);
        } catch (IOException broken) {
            throw new Refusal("What devices do could not be measured: " + Refusal.reasonOf(broken));
        }
    }

    /// The rounds against one server.
    private final class Course {
        private final String base;
        private final Connections connections;
        private final Watched watched;
        private final KeysteadPeople people;
        private final OidcTarget application;
        private final HeldDevice holder;
        private double othersPercent;

        Course(KeysteadProcess keystead, Connections connections, String apiKey)
                throws IOException, InterruptedException {
            this.base = keystead.url("").toString().replaceFirst("/$", "");

            this.connections = connections;
            this.watched = keystead.watched();
            this.people = new KeysteadPeople(base, connections, apiKey);
            int number = people.make();
            this.holder = HeldDevice.trusted(base, connections, people.signIn(number));
            this.application = people.application(number);
        }

        SignatureShares.Round round(BareSignatures bare) throws IOException, InterruptedException {
            othersPercent = 0;
            List<HeldDevice> devices = devices();
            String token = boundToken();
            String userinfo = application.url("userinfo", "").toString();
            Map<SignatureShares.Deed, SignatureShares.Cost> costs = new EnumMap<>(SignatureShares.Deed.class);
            for (SignatureShares.Deed deed : SignatureShares.Deed.values()) {
                costs.put(
                        deed,
                        switch (deed) {
                            case ISSUE -> issue(devices);
                            case USERINFO -> cost((own, _) -> userinfo(own, userinfo, token), size.operations);
                            case INTROSPECT -> cost((own, _) -> introspect(own, token), size.operations);
                        });
            }
            return new SignatureShares.Round(costs, bare.measure(size.operations, size.threads), othersPercent);
        }

        /// New devices with room for the certificates of a round.
        private List<HeldDevice> devices() throws IOException {
            int needed = Math.ceilDiv(size.operations, HeldDevice.CERTIFICATES);
            List<HeldDevice> devices = new ArrayList<>();
            String session = "";
            for (int i = 0; i < needed; i++) {
                if (i % DEVICES == 0) {
                    session = people.signIn(people.make());
                }
                devices.add(HeldDevice.trusted(base, connections, session));
            }
            return devices;
        }

        /// A token of an application that is bound to the key of a device.
        private String boundToken() throws IOException {
            String address = application.url("token", "").toString();
            TokenRequests tokens = new TokenRequests(
                    application,
                    connections,
                    () -> HttpRequest.headerLine("DPoP", holder.key().proof("POST", address, "")));
            String user = application.people().name(0);
            return switch (new CodeFlow(application, connections, tokens, "", user).signIn()) {
                case TokenOutcome.Issued issued -> issued.accessToken();
                case TokenOutcome.Refused(String why) -> throw new IOException(why);
            };
        }

        private SignatureShares.Cost issue(List<HeldDevice> devices) throws IOException, InterruptedException {
            // One thread has a device to itself, because a challenge takes the place of the one before.
            return cost((own, number) -> devices.get(number).certify(own), devices.size(), HeldDevice.CERTIFICATES);
        }

        private void userinfo(Connections own, String address, String token) throws IOException {
            HttpAnswer answer = own.send(HttpRequest.get(HttpUrl.parse(address))
                    .withHeader("Authorization", "DPoP " + token)
                    .withHeader("DPoP", holder.key().proof("GET", address, token)));
            KeysteadPeople.expect(answer, 200, "userinfo with a proof");
        }

        private void introspect(Connections own, String token) throws IOException {
            HttpAnswer answer = new TokenRequests(application, own).introspect("", token);
            boolean active = JsonText.find(answer.text(), "active").equals(Optional.of("true"));
            boolean bound = answer.text().contains("\"jkt\"");
            if (answer.status() != 200 || !active || !bound) {
                throw new IOException("introspection of a bound token answered " + answer);
            }
        }

        private SignatureShares.Cost cost(Deed deed, int times) throws IOException, InterruptedException {
            return cost(deed, times, 1);
        }

        /// Does something with the numbers below `count`, each so many times, and tells what one time cost.
        private SignatureShares.Cost cost(Deed deed, int count, int times) throws IOException, InterruptedException {
            List<Callable<Integer>> shares = new ArrayList<>();
            for (int thread = 0; thread < size.threads; thread++) {
                int first = thread;
                shares.add(() -> share(deed, first, count, times));
            }
            try (ExecutorService workers = Executors.newFixedThreadPool(size.threads)) {
                Watched.Reading before = watched.read();
                int done = 0;
                for (Future<Integer> share : workers.invokeAll(shares)) {
                    done += share.get();
                }
                Watched.Reading after = watched.read();
                long server = after.serverMillis() - before.serverMillis();
                long postgres = after.postgresMillis() - before.postgresMillis();
                long generator = after.generatorMillis() - before.generatorMillis();
                MachineNoise noise =
                        MachineNoise.between(before.machine(), after.machine(), server + postgres + generator);
                othersPercent = Math.max(othersPercent, noise.others());
                return new SignatureShares.Cost((double) server / done, (double) postgres / done);
            } catch (ExecutionException failed) {
                if (failed.getCause() instanceof IOException broken) {
                    throw broken;
                }
                throw new IllegalStateException("The generator met a fault of its own.", failed.getCause());
            }
        }

        private int share(Deed deed, int first, int count, int times) throws IOException {
            int done = 0;
            try (Connections own = new Connections()) {
                for (int number = first; number < count; number += size.threads) {
                    for (int time = 0; time < times; time++) {
                        deed.once(own, number);
                        done++;
                    }
                }
            }
            return done;
        }
    }
}
