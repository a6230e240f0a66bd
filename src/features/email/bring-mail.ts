import { setTimeout as pause } from "node:timers/promises";
import { and, eq } from "drizzle-orm";
import { type Importer, MAIL_RESOURCE, type Run } from "#features/integrations/public/importer.ts";
import { remoteCursors } from "#features/integrations/public/tables.ts";
import { inside } from "#platform/capability/inside.ts";
import { type MailOfConnection, readMailOfConnection, syncMailOfConnection } from "./mail-of-connection.ts";

const LOOK_MS = 500;
/** Between two words about how far it is, so that the run keeps its lease. */
const WORD_MS = 3_000;
const LONGEST_MS = 15 * 60_000;
/** The mail engine hears of a connection that was just made a moment later. */
const ARRIVAL_MS = 10_000;

/**
 * Mail comes through the engine's own connections, all the time: this asks it to look now, waits until it has, and counts
 * what came since the last run. Answers what holds it up, where something does.
 */
async function bringMail(run: Run): Promise<string | undefined> {
  const { context, row } = run;
  await inside(context, "write", (own) => syncMailOfConnection(own, row.id));
  const since = new Date();
  const counted = await countedOf(run);
  const look = () => inside(context, "read", (own) => readMailOfConnection(own, row.id, since));
  const until = (milliseconds: number) => Date.now() < since.getTime() + milliseconds;
  let mail = await look();
  let [stored, told] = [0, 0];
  const tell = async ({ brought, missing }: MailOfConnection) => {
    const came = Math.max(0, brought - counted);
    await run.progress(came - stored, { total: run.haul.count + came - stored + missing });
    [stored, told] = [came, Date.now()];
  };
  while (mail ? !mail.isSettled && until(LONGEST_MS) : run.isFirst && until(ARRIVAL_MS)) {
    if (mail && Date.now() > told + WORD_MS) await tell(mail);
    await pause(LOOK_MS);
    mail = await look();
  }
  if (!mail) return undefined;
  await tell(mail);
  const cursor = String(mail.brought);
  await inside(context, "write", ({ db }) =>
    db
      .insert(remoteCursors)
      .values({ userId: row.userId, sourceId: row.id, resource: MAIL_RESOURCE, cursor })
      .onConflictDoUpdate({
        target: [remoteCursors.sourceId, remoteCursors.resource],
        set: { cursor, updatedAt: new Date() },
      }),
  );
  return mail.reason ?? undefined;
}

async function countedOf({ context, row }: Run): Promise<number> {
  const [found] = await inside(context, "read", ({ db }) =>
    db
      .select({ cursor: remoteCursors.cursor })
      .from(remoteCursors)
      .where(and(eq(remoteCursors.sourceId, row.id), eq(remoteCursors.resource, MAIL_RESOURCE))),
  );
  return Number(found?.cursor ?? 0);
}

export const mailImporter: Importer = { kind: "mail", run: bringMail };
