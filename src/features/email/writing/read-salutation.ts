import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { parseAddress } from "../delivery/mail-address.ts";
import { emails } from "../tables.ts";
import { NO_SALUTATION, parseSalutation, type Salutation } from "./parse-salutation.ts";

/** Mails that are looked at: the last ones that were sent, and of those the last ones to this address. */
const MAX_SENT = 400;
const MAX_READ = 5;
/** Characters of a mail: what is quoted below is of no interest. */
const MAX_START = 6_000;

/**
 * How the person greeted somebody last, and how they closed: of mails to this address alone, because 'Dear all' greets
 * nobody by name. Looks no further than the last MAX_SENT mails, by their index.
 */
export async function readSalutation(
  { db, actor }: Pick<SignedIn, "db" | "actor">,
  person: string,
): Promise<Salutation> {
  const address = parseAddress(person);
  if (address === null) return NO_SALUTATION;
  const sent = db
    .select({ id: emails.id, recipients: emails.recipients, createdAt: emails.createdAt })
    .from(emails)
    .where(and(eq(emails.userId, actor.userId), eq(emails.status, "sent"), isNull(emails.deletedAt)))
    .orderBy(desc(emails.createdAt), desc(emails.id))
    .limit(MAX_SENT)
    .as("sent");
  const recipient = sql`${sent.recipients}[1]`;
  const toThisPerson = db
    .select({ id: sent.id })
    .from(sent)
    .where(
      and(
        sql`cardinality(${sent.recipients}) = 1`,
        sql`lower(coalesce(substring(${recipient} from '<([^<>]*)> *$'), ${recipient})) = ${address}`,
      ),
    )
    .orderBy(desc(sent.createdAt), desc(sent.id))
    .limit(MAX_READ);
  const rows = await db
    .select({ body: sql<string>`left(${emails.body}, ${MAX_START})` })
    .from(emails)
    .where(and(eq(emails.userId, actor.userId), inArray(emails.id, toThisPerson)))
    .orderBy(desc(emails.createdAt), desc(emails.id));
  const found = rows.map(({ body }) => parseSalutation(body));
  return {
    greeting: found.find(({ greeting }) => greeting !== null)?.greeting ?? null,
    closing: found.find(({ closing }) => closing !== null)?.closing ?? null,
  };
}
