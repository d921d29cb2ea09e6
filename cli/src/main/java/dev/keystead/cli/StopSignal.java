package dev.keystead.cli;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/// Ctrl-C and its relatives: the first one asks for an orderly end, the second one ends the process at once.
///
/// Before [#arm] there is nothing to drain, so the first one ends the process; what a start leaves half-made the next
/// start puts away.
final class StopSignal {
    private enum State {
        STARTING,
        SERVING,
        STOPPING
    }

    private static final Map<String, Integer> SIGNALS = Map.of("HUP", 1, "INT", 2, "TERM", 15);
    private static final int SIGNALLED = 128;

    private final Terminal terminal;
    private final CountDownLatch asked = new CountDownLatch(1);
    private final AtomicReference<State> state = new AtomicReference<>(State.STARTING);

    private StopSignal(Terminal terminal) {
        this.terminal = terminal;
    }

    /// Listens from now on.
    static StopSignal listen(Terminal terminal) {
        var stop = new StopSignal(terminal);
        SIGNALS.forEach(stop::listen);
        return stop;
    }

    /// From now on the first signal asks for an orderly end.
    void arm() {
        state.set(State.SERVING);
    }

    /// Waits until somebody asks for the end.
    void await() throws InterruptedException {
        asked.await();
    }

    private void arrived(int number) {
        if (state.compareAndSet(State.SERVING, State.STOPPING)) {
            asked.countDown();
            return;
        }
        terminal.say(state.get() == State.STARTING ? "Stopped before the start was complete." : "Stopped at once.");
        Runtime.getRuntime().halt(SIGNALLED + number);
    }

    /// The JDK has signals only in `sun.misc`, which the compiler warns about in a way that cannot be silenced for one
    /// place, so they are reached by name. Without them the JVM's own way remains: it ends, and PostgreSQL with it.
    private void listen(String name, int number) {
        try {
            Class<?> signalType = Class.forName("sun.misc.Signal");
            Class<?> listenerType = Class.forName("sun.misc.SignalHandler");
            InvocationHandler listener = (proxy, method, arguments) -> called(method, number, proxy, arguments);
            Object signal = signalType.getConstructor(String.class).newInstance(name);
            signalType
                    .getMethod("handle", signalType, listenerType)
                    .invoke(
                            null,
                            signal,
                            Proxy.newProxyInstance(
                                    StopSignal.class.getClassLoader(), new Class<?>[] {listenerType}, listener));
        } catch (ReflectiveOperationException e) {
            terminal.say("This Java cannot listen to the signal " + name + ", so it ends Keystead without draining.");
        }
    }

    private Object called(Method method, int number, Object proxy, Object[] arguments) {
        return switch (method.getName()) {
            case "handle" -> {
                arrived(number);
                yield proxy;
            }
            case "hashCode" -> System.identityHashCode(proxy);
            case "equals" -> System.identityHashCode(proxy) == System.identityHashCode(arguments[0]);
            default -> "stop signal " + number;
        };
    }
}
