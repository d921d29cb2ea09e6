package dev.keystead.credential;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.keystead.directory.Directory;
import dev.keystead.directory.NewUser;
import dev.keystead.directory.User;
import dev.keystead.handle.TestHandles;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.ScopePrefix;
import dev.keystead.tenancy.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Supplier;

/// A workspace with people in it, reached as the application's own role reaches it.
final class Place implements AutoCloseable {
    private final HikariDataSource pool;
    private final Database database;
    private final Directory directory;
    private final Scope scope;
    private final String name;

    private Place(HikariDataSource pool, Scope scope, String name) {
        this.pool = pool;
        this.database = Database.of(pool, ScopePrefix.SET_CONFIG);
        this.directory = TestHandles.directory(database);
        this.scope = scope;
        this.name = name;
    }

    static Place make(String name) {
        TestServer server = TestServer.shared();
        Elsewhere made = server.makeOrganisation(name);
        var config = new HikariConfig();
        config.setJdbcUrl(server.database().jdbcUrl());
        config.setUsername(server.appLogin().user());
        config.setPassword(server.appLogin().password());
        config.setMaximumPoolSize(8);
        return new Place(
                new HikariDataSource(config), Scope.tenant(made.workspace().value()), name);
    }

    Database database() {
        return database;
    }

    Scope scope() {
        return scope;
    }

    User person(String person) {
        var wanted = new NewUser(
                User.Kind.MANAGED,
                Optional.empty(),
                person + "@" + name + ".test",
                Optional.empty(),
                person,
                "en",
                "UTC");
        return write(transaction -> directory.create(transaction, wanted));
    }

    <T> T read(Supplier<T> look) {
        return scope.call(look::get);
    }

    <T> T write(Function<Transaction, T> work) {
        return scope.call(() -> database.write(work::apply));
    }

    /// Does the same in many threads that set off together.
    <T> List<T> atOnce(int many, Function<Transaction, T> deed) throws Exception {
        var ready = new CyclicBarrier(many);
        Callable<T> runner = () -> {
            ready.await();
            return write(deed);
        };
        var deeds = new ArrayList<Callable<T>>();
        for (int i = 0; i < many; i++) {
            deeds.add(runner);
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var results = new ArrayList<T>();
            for (Future<T> result : threads.invokeAll(deeds)) {
                results.add(result.get());
            }
            return results;
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
