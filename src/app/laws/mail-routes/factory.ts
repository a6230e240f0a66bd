import { randomUUID } from "node:crypto";
import { mailAccounts } from "#features/email/account-tables.ts";
import { checkAccount } from "#features/email/accounts/check-account.ts";
import { discoverAccount } from "#features/email/accounts/discover-account.ts";
import { findCalendarServer } from "#features/email/accounts/discover-calendar.ts";
import { anAccount, anEmail } from "#features/email/factory.ts";
import { mailSubscriptions } from "#features/email/mail-subscriptions.ts";
import { fetchRemoteImage } from "#features/email/reading/fetch-remote-image.ts";
import { emails } from "#features/email/tables.ts";
import type { Mail } from "#platform/mail/mail.ts";
import { allocateRelay } from "#platform/outbound/allocate-relay.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";
import {
  errorMessageOf,
  type OutboundRoute,
  type OutboundSetup,
  type Peer,
  secureOriginOf,
  web,
} from "../outbound-setup/factory.ts";

const key = { username: "1:ada", credential: "secret" };
const smtp = ({ host, port }: Peer, secure = false) => ({
  ...{ host, port, secure, implicitTls: secure, username: "", password: "" },
  ...{ fromEmail: "ada@example.com", fromName: "Ada" },
});
const imap = ({ host, port }: Peer, security: "tls" | "starttls" | "none") => ({
  ...{ host, port, security, username: "ada", password: "secret" },
});

/** What is done with mail, and the check of the servers of calls. */
export function mailRoutes({ services, ada, as }: OutboundSetup): OutboundRoute[] {
  const { outbound, mail, database } = services;
  return [
    web("picture of a mail", (url) => errorMessageOf(() => fetchRemoteImage(outbound, `${url}/a.png`))),
    web("unsubscribe", async (_, peer) => {
      const sender = `${randomUUID()}@lists.example`;
      const listUnsubscribe = `<${secureOriginOf(peer)}/leave>`;
      const list = { sender, listUnsubscribe, isOneClickUnsubscribe: true, authServer: "mx.example" };
      await database.transaction(ada.userId, "write", async (db) => {
        const account = anAccount({ userId: ada.userId, address: sender, authServer: "mx.example" });
        const [{ id } = { id: null }] = await db.insert(mailAccounts).values(account).returning();
        await db.insert(emails).values(anEmail({ userId: ada.userId, accountId: id, ...list }));
      });
      const { items } = (await as(mailSubscriptions.unsubscribe, { senders: [sender] })) as {
        items: { outcome: string; reason: string | null }[];
      };
      return items[0]?.reason ?? String(items[0]?.outcome);
    }),
    {
      ...{ name: "mail account: find servers", protocol: "web", chosenBy: "person" },
      run: async ({ host }) => {
        const none = { services: async () => [], mailHosts: async () => [] };
        return (await discoverAccount(outbound, `ada@${host}`, none)).source;
      },
    },
    web("CalDAV: find server", (url) => errorMessageOf(() => findCalendarServer(outbound, url))),
    ...accountRoutes(mail),
    ...turnRoutes(outbound),
  ];
}

function accountRoutes(mail: Mail): OutboundRoute[] {
  return [
    ...(["none", "tls"] as const).map(
      (security): OutboundRoute => ({
        ...{ name: `IMAP, security ${security}`, protocol: "imap", chosenBy: "person" },
        run: (peer) => errorMessageOf(async () => (await mail.openImap(imap(peer, security))).close()),
      }),
    ),
    {
      ...{ name: "mail server: certificate", protocol: "imap", chosenBy: "person" },
      run: ({ host, port }) =>
        errorMessageOf(async () => {
          const place = { protocol: "imap" as const, host, port, security: "starttls" as const };
          return (await mail.inspectCertificate(place)) === null ? "It presents no certificate." : "done";
        }),
    },
    {
      ...{ name: "mail account: check", protocol: "imap", chosenBy: "person" },
      run: async (peer) => {
        const { password, ...server } = imap(peer, "none");
        const lines = { address: "ada@example.com", name: "Ada", imap: server, smtp: server };
        const credential = { password };
        const { check } = await checkAccount(mail, {
          ...lines,
          imapCredential: credential,
          smtpCredential: credential,
        });
        return check.steps.map(({ reason }) => reason).find((reason) => reason !== null) ?? "passed";
      },
    },
    ...[false, true].map(
      (secure): OutboundRoute => ({
        ...{ name: `SMTP${secure ? " by TLS" : ""}`, protocol: "smtp", chosenBy: "person" },
        run: async (peer) => {
          const message = {
            messageId: "<1@example.com>",
            to: ["bob@example.com"],
            subject: "Hi",
            text: "Hi",
          };
          const outcome = await mail.send(smtp(peer, secure), message);
          return outcome.state === "sent" ? "sent" : outcome.reason;
        },
      }),
    ),
  ];
}

function turnRoutes(outbound: Outbound): OutboundRoute[] {
  return [
    ...["turn", "turns"].map(
      (scheme): OutboundRoute => ({
        ...{ name: `TURN check by ${scheme} over a stream`, protocol: "turn", chosenBy: "person" },
        run: ({ host, port }) =>
          errorMessageOf(() => allocateRelay(outbound, `${scheme}:${host}:${port}?transport=tcp`, key)),
      }),
    ),
    {
      ...{ name: "TURN check by datagrams", protocol: "turn", chosenBy: "person" },
      run: ({ host, port }) => errorMessageOf(() => allocateRelay(outbound, `turn:${host}:${port}`, key)),
    },
  ];
}
