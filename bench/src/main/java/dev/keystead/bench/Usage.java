package dev.keystead.bench;

/// What `bin/bench --help` prints.
final class Usage {
    private Usage() {}

    static final String TEXT = """
            Measures throughput, latency and CPU per operation of servers on this machine.

              bin/bench [options]                     the suite for Keystead: starts it on new data, seeds users,
                                                      measures hello, point-read, list-page, search and create,
                                                      then how long its start takes
              bin/bench devices [options]             what certificates of devices and bound tokens cost in Keystead
                                                      beside their bare signatures
              bin/bench inside [options]              the same deeds without HTTP and database, on one thread: how much
                                                      of their CPU is signatures
              bin/bench oidc --config FILE --scenario NAMES [options]
                                                      any OpenID Connect server
              bin/bench http --config FILE [options]  any HTTP API
              bin/bench peers [options]               Keystead beside Keycloak and oidc-provider, which are fetched
                                                      and started for it; about ten minutes

            Options of every kind but devices
              --concurrency 16    virtual users, each with its own connection and no pause between requests
              --warmup 10         seconds before the first round of a run that are not counted
              --rewarm 2          the same before its further rounds
              --duration 10       seconds that are counted, in each round
              --rounds 3          rounds; within one, all runs take their turn
              --baseline NAME     the row that the others are compared with (the first one)
              --json              JSON lines in place of the tables

            Options of the suite
              --users 1000        users to seed
              --starts 5          how often to stop and start it on its existing data (0: not at all)
              --runs NAMES        some of hello,point-read,list-page,search,create
              --launcher PATH     the command that starts it (bin/keystead)

            Options of devices, whose rounds have a number of operations and no duration
              --operations 4000   of each kind in each round; as many are not counted, before the first one
              --rounds 5          rounds; within one, operations and bare signatures take their turn
              --concurrency 4     threads, each with its own connection
              --launcher PATH     the command that starts it (bin/keystead)
              --libraries PATH    where the provider of its signatures is found (cli/target/lib)
              --json              JSON lines in place of the table

            Options of inside
              --operations 10000  of each kind in each round
              --rounds 5          rounds; within one, deeds and bare signatures take their turn
              --warmup 40000      operations before that are not counted

            Options of oidc, http and peers
              --config FILE       a properties file; several give a comparison
              --scenario NAMES    for oidc, with commas: client_credentials, refresh, introspect, userinfo, jwks,
                                  discovery, code_flow, password_login
              --server-pid PID    the server, for its CPU and memory: it and everything it started is counted
              --pg-pid PID        its PostgreSQL, counted apart even if the server started it
              --KEY VALUE         any key of the properties file: after a --config for that file, before the first one
                                  for all files

            Examples
              bin/bench --rounds 1 --warmup 3 --duration 5
              bin/bench oidc --config bench/peers/keycloak.properties --scenario client_credentials,refresh \\
                  --server-pid 1234 --pg-pid 5678
              bin/bench oidc --scenario code_flow --config bench/peers/keycloak.properties --server-pid 1234 \\
                  --config bench/peers/oidc-provider.properties --server-pid 2345
              bin/bench oidc --config bench/peers/keycloak-tenants.properties --tenant-count 100 --scenario jwks
              bin/bench http --config bench/targets/keystead.properties --header.Authorization "Bearer KEY"

            Load goes only to loopback addresses. bench/README.md tells the keys and how to read the figures.
            """;
}
