import { randomUUID } from "node:crypto";
import { ReadingError } from "#features/daily-ops/providers/json-requester.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { AppError } from "#platform/capability/errors.ts";
import { invoke } from "#platform/capability/execute.ts";
import type { Services } from "#platform/capability/services.ts";
import { parseConfig } from "#platform/config/config.ts";
import { ImapFailure } from "#platform/mail/open-imap.ts";
import type { EnvironmentSettings } from "#platform/system-settings/given-settings.ts";
import { SystemSettings } from "#platform/system-settings/system-settings.ts";
import type { PeerProtocol } from "#platform/testing/servers/hostile-peer.ts";
import type { TestDatabase } from "#platform/testing/test-database.ts";

export type Peer = { host: string; port: number };

/** One action of the program at an external server. */
export type OutboundRoute = {
  name: string;
  protocol: PeerProtocol;
  /** Who chooses the address: addresses set by an operator may be in any network and are not guarded. */
  chosenBy: "person" | "operator";
  /** Records missing from its answer are deleted here, so a wrong answer must not be taken for an empty list. */
  readsList?: boolean;
  /** Its runs would take each other's work. */
  oneByOne?: boolean;
  /** Resolves with "done" or the reason for the failure; throws unexpected errors. */
  run(peer: Peer): Promise<string>;
};

export const originOf = ({ host, port }: Peer) => `http://${host}:${port}`;
export const secureOriginOf = ({ host, port }: Peer) => `https://${host}:${port}`;

export const web = (name: string, run: (origin: string, peer: Peer) => Promise<string>): OutboundRoute => ({
  ...{ name, protocol: "web", chosenBy: "person" },
  run: (peer) => run(originOf(peer), peer),
});

export type OutboundSetup = Awaited<ReturnType<typeof prepareOutboundSetup>>;

/** A person, and the services configured for one outbound route. */
export async function prepareOutboundSetup(app: TestDatabase) {
  const { services } = app;
  const { database, secrets } = services;
  const ada = await app.aUser({ fullName: "Ada" });
  const as = (capability: unknown, input: object = {}, given: Services = services) =>
    invoke(given, capability as AnyCapability, input, { actor: ada, requestId: randomUUID(), address: null });
  const withSettings = async (
    given: Partial<EnvironmentSettings>,
    environment: Record<string, string> = {},
  ) => {
    const addresses = { resend: "http://nowhere.invalid", openai: "http://nowhere.invalid" };
    const complete = { fields: {}, secrets: {}, addresses, ...given };
    const systemSettings = new SystemSettings({ database, secrets, log: services.log, given: complete });
    await systemSettings.refresh();
    const config = parseConfig({ WEATHER_BASE_URL: "off", PLACES_BASE_URL: "off", ...environment });
    return { ...services, systemSettings, config };
  };
  const invokeForError = (capability: unknown, input: object, given = services) =>
    errorMessageOf(() => as(capability, input, given));
  return { services, ada, as, invokeForError, withSettings };
}

/** The message for the person; anything but one of our sentences is a bug. */
export async function errorMessageOf(act: () => Promise<unknown>): Promise<string> {
  try {
    const answer = await act();
    return typeof answer === "string" ? answer : "done";
  } catch (error) {
    const isExpected =
      error instanceof AppError || error instanceof ImapFailure || error instanceof ReadingError;
    if (isExpected) return error.message;
    throw error;
  }
}
