package dev.keystead.login;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/// Does the same in many threads that set off together.
public final class AtOnce {
    private AtOnce() {}

    public static <T> List<T> run(int many, Callable<T> deed) throws Exception {
        return each(Collections.nCopies(many, deed));
    }

    public static <T> List<T> numbered(int many, IntFunction<T> deed) throws Exception {
        var deeds = new ArrayList<Callable<T>>();
        for (int i = 0; i < many; i++) {
            int number = i;
            deeds.add(() -> deed.apply(number));
        }
        return each(deeds);
    }

    private static <T> List<T> each(List<Callable<T>> deeds) throws Exception {
        var ready = new CyclicBarrier(deeds.size());
        var runners = new ArrayList<Callable<T>>();
        for (Callable<T> deed : deeds) {
            runners.add(() -> {
                ready.await();
                return deed.call();
            });
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var results = new ArrayList<T>();
            for (Future<T> result : threads.invokeAll(runners)) {
                results.add(result.get());
            }
            return results;
        }
    }
}
