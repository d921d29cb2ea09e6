package dev.keystead.bench;

import java.io.IOException;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// A virtual user that sends the requests of an `HttpScenario`.
final class HttpUser implements VirtualUser {
    private final HttpScenario scenario;
    private final SplittableRandom random;
    private final Connections connections = new Connections();

    HttpUser(HttpScenario scenario, int number) {
        this.scenario = scenario;
        this.random = new SplittableRandom(number * 7919L + 17);
    }

    @Override
    public Iteration prepare() {
        return Iteration.DONE;
    }

    @Override
    public Iteration iterate() throws IOException {
        Template.Values values = new Template.Values(
                scenario.tenants().some(random),
                scenario.ids().isEmpty()
                        ? ""
                        : scenario.ids().get(random.nextInt(scenario.ids().size())),
                scenario.stamp(),
                scenario.counter().incrementAndGet());
        return judge(connections.send(request(values)), values);
    }

    private HttpRequest request(Template.Values values) {
        HttpUrl url = HttpUrl.parse(scenario.url().render(values));
        @Nullable Template body = scenario.body();
        HttpRequest request = body == null ? HttpRequest.get(url) : HttpRequest.postJson(url, body.render(values));
        return request.withHeaderLines(scenario.headers().render(values));
    }

    private Iteration judge(HttpAnswer answer, Template.Values values) {
        if (answer.status() != scenario.expect()) {
            return new Iteration.Failed(scenario.name() + " expects HTTP " + scenario.expect() + " but got " + answer);
        }
        @Nullable Template contains = scenario.contains();
        if (contains != null && !answer.text().contains(contains.render(values))) {
            return new Iteration.Failed(scenario.name() + " misses `" + contains + "` in the answer " + answer);
        }
        return Iteration.DONE;
    }

    @Override
    public long requests() {
        return connections.requests();
    }

    @Override
    public void close() {
        connections.close();
    }
}
