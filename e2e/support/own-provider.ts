import { googleStandIn } from "../../src/platform/testing/stand-ins/google-stand-in.ts";
import { type OAuthStandIn, oauthStandIn } from "../../src/platform/testing/stand-ins/oauth-stand-in.ts";
import { test as base } from "./fixtures.ts";
import { Person } from "./person.ts";
import { Instance } from "./product.ts";

/** The fixture of a journey with an instance that is registered with a provider on loopback: Ada is signed in there. */
export const test = base.extend<{ ownProvider: { ada: Person; standIn: OAuthStandIn } }>({
  ownProvider: async ({ page }, use) => {
    const instance = await Instance.create();
    const registered = { clientId: "adjutant", clientSecret: "registered secret" };
    const standIn = await oauthStandIn({ ...registered, redirectUri: `${instance.url}/oauth/callback` }, [
      googleStandIn().api,
    ]);
    Object.assign(instance.settings, {
      GOOGLE_CLIENT_ID: registered.clientId,
      GOOGLE_CLIENT_SECRET: registered.clientSecret,
      GOOGLE_BASE_URL: standIn.url,
      // No mail is read there: only the connection is tested.
      GMAIL_IMAP: "127.0.0.1:9",
      ALLOWED_LOCAL_NETWORKS: "127.0.0.0/8",
    });
    const program = await instance.start();
    const ada = await Person.signUp(instance.url, "Ada Lovelace");
    await ada.signInPage(page);
    await use({ ada, standIn });
    await program.end();
    await Promise.all([instance.remove(), standIn.close()]);
  },
});
