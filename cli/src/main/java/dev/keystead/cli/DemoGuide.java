package dev.keystead.cli;

import java.net.URI;

/// What a person who tries Keystead is told: who there is, and commands that work as they are printed.
final class DemoGuide {
    private DemoGuide() {}

    static String text(Demo demo, URI address) {
        String issuer = address + "/t/" + demo.slug();
        return """

                Issuer          %1$s
                Discovery       %1$s/.well-known/openid-configuration
                Person          %2$s   password %3$s
                App (public)    %4$s   called back at http://127.0.0.1:<any port>/callback
                Machine         %5$s   secret %6$s
                Administrator   admin   password %7$s   at %8$s/sign-in
                Mails           %8$s/dev/inbox
                API             %8$s/docs/api

                A token for the machine:

                  curl %1$s/oauth/v2/token -u %5$s:%6$s -d grant_type=client_credentials

                A token for the person, without writing an application. Open the link that this answers and sign in:

                  curl %1$s/oauth/v2/device_authorization -d client_id=%4$s -d scope='openid profile email'

                then fetch the tokens with the device_code of that answer:

                  curl %1$s/oauth/v2/token -d client_id=%4$s -d device_code=... \\
                    -d grant_type=urn:ietf:params:oauth:grant-type:device_code

                The administrator's API key, for everything else:

                  export KEYSTEAD_KEY=%9$s
                  curl %8$s/t/%10$s/v1/users -H "Authorization: Bearer $KEYSTEAD_KEY"

                This is for trying on your own machine. Everything above is kept in dev.json in the data folder.
                """.formatted(
                        issuer,
                        demo.email(),
                        demo.password(),
                        demo.appId(),
                        demo.machineId(),
                        demo.machineSecret(),
                        demo.adminPassword(),
                        address,
                        demo.apiKey(),
                        demo.slug());
    }
}
