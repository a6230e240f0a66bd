import { emails } from "#features/email/emails.ts";
import { email } from "#features/email/slice.ts";
import { withoutTypes } from "#platform/capability/definition.ts";
import { invoke } from "#platform/capability/execute.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { SystemSettings } from "#platform/system-settings/system-settings.ts";
import {
  type ModelRequest,
  type ModelTurn,
  modelStandIn,
} from "#platform/testing/stand-ins/model-stand-in.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { assistant } from "./assistant.ts";
import type { ChatMessageOnWire } from "./model.ts";

type Exchange = { chatId: string; question: ChatMessageOnWire; answer: ChatMessageOnWire; notice?: string };
type Options = { chatId?: string; page?: string; documentIds?: string[] };

/** For tests: an instance whose assistant asks a language model on loopback that follows the test's plan. */
export async function anAssistantWithModel() {
  const model = await modelStandIn("sk-test");
  const server = await testDatabase(async ({ services, connection, atEnd }) => {
    atEnd(model.close);
    const { database, secrets } = services;
    const log = createLog("silent");
    const addresses = { resend: "http://127.0.0.1:1", openai: model.url };
    const given = { fields: {}, secrets: { openaiApiKey: "sk-test" }, addresses, model: "tiny" };
    const systemSettings = new SystemSettings({ database, secrets, log, given });
    const jobs = await startJobs({ ...services, owner: connection("owner"), log }, email.jobs ?? []);
    atEnd(() => jobs.stop());
    return { systemSettings, jobs };
  });
  await server.services.systemSettings.refresh();
  const { services, owner } = server;
  const progress: string[] = [];
  return {
    ...server,
    model,
    /** What was shown while the answer was streamed. */
    progress,
    ask: (person: Person, text: string, { chatId, page = null as never, documentIds = [] }: Options = {}) =>
      invoke(
        services,
        withoutTypes(assistant.ask),
        { text, timeZone: "Europe/Berlin", page, documentIds, ...(chatId && { chatId }) },
        {
          ...{ actor: person, requestId: crypto.randomUUID(), address: null },
          onProgress: (each) => {
            const { text: shown, step } = each as { text?: string; step?: string };
            progress.push(shown ?? step ?? "");
          },
        },
      ) as Promise<Exchange>,
    /** Sets the answers to the steps of a run, in order; the last one is repeated. */
    plan: (...turns: ((asked: ModelRequest) => ModelTurn)[]) => {
      let step = 0;
      model.behaviour.plan = (asked) => turns[Math.min(step++, turns.length - 1)]?.(asked) ?? {};
    },
    results: () =>
      model.asked
        .flatMap(({ messages }) => messages.filter(({ role }) => role === "tool"))
        .map(({ content }) => content),
    createEmail: (person: Person, body: string) =>
      person.invoke(emails.create, { subject: "Lease", recipients: ["ada@lattice.example"], body }),
    approve: (person: Person, proposal: ChatMessageOnWire["proposals"][number] | undefined) =>
      person.invoke(assistant.approve, { id: proposal?.id, inputHash: proposal?.inputHash }),
    deliveries: async () => (await owner.query("select 1 from mail_deliveries")).rowCount,
  };
}

export const call = (name: string, input: unknown): ModelTurn => ({ calls: [{ name, input }] });
