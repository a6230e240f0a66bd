import { randomUUID } from "node:crypto";
import { countView, sendToChannel } from "#features/admin/jobs.ts";
import type { ConnectionTarget } from "#features/admin/model.ts";
import { testConnection } from "#features/admin/test-connection.ts";
import { createJsonRequester } from "#features/daily-ops/providers/json-requester.ts";
import { openMeteo } from "#features/daily-ops/providers/open-meteo.ts";
import { voiceCommands } from "#features/daily-ops/voice-commands.ts";
import { scanWithClamd } from "#features/documents/providers/clamd.ts";
import { connectionContextFor, requestTokens } from "#features/integrations/connections/token-store.ts";
import { listCharges } from "#features/payments/providers/stripe.ts";
import type { Services } from "#platform/capability/services.ts";
import { modelFailure } from "#platform/model/model-status.ts";
import { bucketFiles } from "#platform/storage/bucket-files.ts";
import type { PeerProtocol } from "#platform/testing/servers/hostile-peer.ts";
import {
  errorMessageOf,
  type OutboundRoute,
  type OutboundSetup,
  originOf,
  type Peer,
  web,
} from "../outbound-setup/factory.ts";

/** Outbound routes configured by administrators and operators. */
export function serviceRoutes(
  { services, ada, invokeForError, withSettings }: OutboundSetup,
  timeoutFactor: number,
): OutboundRoute[] {
  const { outbound } = services;
  return [
    ...connectionTests(services, withSettings),
    web("administrators' channel", async (origin) => {
      const given = await withSettings({ secrets: { slackWebhook: origin } });
      return errorMessageOf(() => sendToChannel.run(given, { channel: "slackWebhook", text: "Hello" }));
    }),
    web("page view", async (origin) => {
      const fields = { googleAnalyticsId: "G-1" };
      const given = await withSettings(
        { fields, secrets: { googleAnalyticsSecret: "s" } },
        { ANALYTICS_BASE_URL: origin },
      );
      return errorMessageOf(() => countView.run(given, { visitorId: randomUUID(), path: "/" }));
    }),
    web("weather", (origin) => {
      const find = async () => ({ latitude: 1, longitude: 1, foundAs: null });
      const place = { name: "Home", address: "Harbour", latitude: 1, longitude: 1 };
      return errorMessageOf(() =>
        openMeteo(createJsonRequester(outbound, "Weather", 1), origin, find).readWeather(place),
      );
    }),
    web("speech", async (origin) => {
      const given = await withSettings({ fields: { transcriptionUrl: origin } });
      const audio = Buffer.from("1a45dfa3".padEnd(400, "0"), "hex").toString("base64");
      return invokeForError(voiceCommands.transcribe, { audio }, given);
    }),
    web("model status", (origin) =>
      errorMessageOf(() =>
        modelFailure({ outbound }, { name: "m", url: origin, key: "k", protocol: "openai" }),
      ),
    ),
    web("OAuth tokens", async (origin) => {
      const given = await withSettings(
        { fields: { googleClientId: "adjutant" }, secrets: { googleClientSecret: "s" } },
        { GOOGLE_BASE_URL: origin },
      );
      const grant = { grant_type: "authorization_code", code: "c" };
      return errorMessageOf(() => requestTokens(connectionContextFor(given, ada.userId), "gmail", grant));
    }),
    web("payments", (address) => errorMessageOf(() => listCharges({ outbound, key: "k", address }, null, 0))),
    ...bucketRoutes(services, timeoutFactor),
    {
      ...{ name: "virus scanner", protocol: "clamd", chosenBy: "operator" },
      run: async ({ host, port }) => {
        const content = async () => [Buffer.alloc(2_000_000, "x")] as never;
        // The caller treats every failure as an unreachable scanner, and the file waits.
        return scanWithClamd(`${host}:${port}`, content, timeoutFactor).then(
          (finding) => `found ${finding}`,
          () => "out of reach",
        );
      },
    },
  ];
}

function connectionTests(
  { outbound, mail }: Services,
  withSettings: OutboundSetup["withSettings"],
): OutboundRoute[] {
  const tested = (
    target: ConnectionTarget,
    typed: (origin: string) => object,
    protocol: PeerProtocol = "web",
  ): OutboundRoute => ({
    ...{ name: `connection test: ${target}`, protocol, chosenBy: "person" },
    run: async (peer) => {
      const addresses = { resend: originOf(peer), openai: originOf(peer) };
      const given = await withSettings({ addresses }, { STRIPE_BASE_URL: originOf(peer) });
      return errorMessageOf(
        async () =>
          (await testConnection({ ...given, outbound, mail }, target, typed(originOf(peer)))).message,
      );
    },
  });
  return [
    tested("OpenAI", () => ({ openaiApiKey: "key" })),
    tested("Resend", () => ({ resendApiKey: "key" })),
    tested("Stripe", () => ({ stripeSecretKey: "key" })),
    tested("Supabase", (origin) => ({ supabaseUrl: origin, supabaseAnonKey: "key" })),
    tested("Slack", (origin) => ({ slackWebhook: origin })),
    tested("Model", (origin) => ({ modelProvider: "compatible", modelUrl: origin, modelName: "m" })),
    {
      ...tested("SMTP", () => ({}), "smtp"),
      run: async (peer) => {
        const given = await withSettings({});
        const typed = {
          smtpHost: peer.host,
          smtpPort: peer.port,
          smtpSecure: false,
          smtpFromEmail: "ada@example.com",
        };
        return errorMessageOf(
          async () => (await testConnection({ ...given, outbound, mail }, "SMTP", typed)).message,
        );
      },
    },
  ];
}

function bucketRoutes(services: Services, timeoutFactor: number): OutboundRoute[] {
  const bucket = (peer: Peer) =>
    bucketFiles(
      { endpoint: originOf(peer), name: "desk", region: "r", accessKeyId: "a", secretAccessKey: "s" },
      services.files,
      timeoutFactor,
    );
  const s3 = (name: string, act: (files: ReturnType<typeof bucket>) => Promise<unknown>): OutboundRoute => ({
    ...{ name: `bucket: ${name}`, protocol: "web", chosenBy: "operator" },
    run: (peer) => errorMessageOf(() => act(bucket(peer))),
  });
  return [
    s3("store", (files) => files.put(Buffer.alloc(200_000, "x"))),
    s3("read", async (files) => {
      for await (const _ of await files.get(`ab/cd/${"0".repeat(28)}`, { start: 0, end: 99_999 }));
    }),
    s3("delete", (files) => files.remove(`ab/cd/${"0".repeat(28)}`)),
    s3("list", async (files) => {
      for await (const _ of files.listed());
    }),
  ];
}
