import { and, eq, inArray, sql } from "drizzle-orm";
import type { Transaction } from "#platform/database/database.ts";
import { asJson } from "#platform/database/insert-rows.ts";
import { MAX_SUBJECT } from "../fields.ts";
import type { ParsedMessage } from "../reading/parse-message.ts";
import { emails } from "../tables.ts";
import { suppressOutboundSync } from "./pending-local-changes.ts";
import { addressLine, line } from "./read-envelope.ts";

const MAX_MESSAGE_BYTES = 25_000_000;
/** What an envelope has in place of bytes that are not UTF-8. */
const UNREADABLE = "\ufffd";
const TOO_LARGE = "This message is larger than 25 MB: only its beginning is shown";

export type BodyWrite = {
  accountId: string;
  userId: string;
  write(work: (db: Transaction) => Promise<string[]>): Promise<void>;
  /** Called with the bodies just parsed. */
  onRead(db: Transaction, mails: readonly ParsedMessage[]): Promise<void>;
};

type Parsed = {
  pending: readonly { id: string; size: number }[];
  read: readonly ParsedMessage[];
  /** In their folder, but the server sends no text. */
  missing: string[];
};

/**
 * Saves batches of texts, each in its own transaction. Two write their texts at once, which is nearly all of the work; what
 * follows from the texts comes one after the other, in their order. The texts that two write are never of the same email.
 */
export class BodySaver {
  readonly #to: BodyWrite;
  #previous: Promise<void> = Promise.resolve();
  #beforePrevious: Promise<void> = Promise.resolve();
  #wasReport = false;

  constructor(to: BodyWrite) {
    this.#to = to;
  }

  /** Ends as soon as the next batch may begin; returns whether there is anything to save. */
  async add(batch: Parsed): Promise<boolean> {
    if (batch.read.length + batch.missing.length === 0) return false;
    // What a report is about may be in the other batch.
    const isReport = batch.read.some(({ report, receipt }) => report || receipt);
    await (isReport || this.#wasReport ? this.#previous : this.#beforePrevious);
    this.#wasReport = isReport;
    this.#beforePrevious = this.#previous;
    this.#previous = saveBodies(this.#to, batch, this.#previous);
    // The next step or the end reports a failure.
    this.#previous.catch(() => {});
    return true;
  }

  /** Each save waits for the one before it. */
  end(): Promise<void> {
    return this.#previous;
  }
}

function saveBodies(
  { accountId, userId, write, onRead }: BodyWrite,
  { pending, read, missing }: Parsed,
  previous: Promise<void>,
): Promise<void> {
  const sizes = new Map(pending.map(({ id, size }) => [id, size]));
  const texts = read.map((mail) => textOf(mail, sizes.get(mail.id) ?? 0));
  return write(async (db) => {
    await suppressOutboundSync(db);
    if (texts.length > 0) await writeTexts(db, { userId, accountId }, texts);
    await previous;
    if (texts.length > 0)
      await db.execute(sql`select trust_auth_servers(${sql.param(texts.map(({ id }) => id))}::uuid[])`);
    if (missing.length > 0) {
      const bodyError = "The server does not give this message's text";
      await db
        .update(emails)
        .set({ bodyState: "full", bodyError })
        .where(and(eq(emails.userId, userId), inArray(emails.id, missing)));
    }
    await onRead(db, read);
    return [...read.map(({ id }) => id), ...missing];
  });
}

type Text = ReturnType<typeof textOf>;

const textOf = (
  { id, text, html, fault, calendar, senderClaim, header, receiptRequest }: ParsedMessage,
  size: number,
) => ({
  ...{ id, text, html, calendarText: calendar?.text ?? null, receiptRequest },
  subject: header && line(header.subject, MAX_SUBJECT),
  sender: header?.from ? addressLine(header.from) : null,
  authServer: senderClaim?.server ?? "",
  authDepth: senderClaim?.depth ?? 0,
  authCheck: senderClaim?.check ?? null,
  fault: size > MAX_MESSAGE_BYTES ? TOO_LARGE : fault,
  calendarMethod: calendar?.method.replaceAll(/[^A-Z]/g, "") ?? null,
});

async function writeTexts(
  db: Transaction,
  { userId, accountId }: { userId: string; accountId: string },
  texts: readonly Text[],
): Promise<void> {
  await db.execute(sql`
        update emails e set body = v.text, html = v.html, body_state = 'full', body_error = v.fault,
          calendar_method = v."calendarMethod", calendar_text = v."calendarText",
          auth_server = v."authServer", auth_depth = v."authDepth", auth_check = v."authCheck",
          sender_check = case when e.account_id = a.id and v."authServer" = a.auth_server and v."authDepth" <= a.auth_depth
            then v."authCheck" end,
          subject = case when position(${UNREADABLE} in e.subject) > 0
            then coalesce(v.subject, e.subject) else e.subject end,
          sender = case when position(${UNREADABLE} in e.sender) > 0
            then coalesce(v.sender, e.sender) else e.sender end,
          receipt_request = case when e.status = 'received' then v."receiptRequest" end,
          is_receipt_requested = case when e.status = 'draft' then v."receiptRequest" is not null
            else e.is_receipt_requested end,
          version = e.version + 1
        from json_to_recordset(${JSON.stringify(texts, asJson)}::json) as v (id uuid, text text, html text, fault text,
            "calendarMethod" text, "calendarText" text, "authServer" text, "authDepth" integer, "authCheck" text,
            subject text, sender text, "receiptRequest" jsonb)
          left join mail_accounts a on a.user_id = ${userId} and a.id = ${accountId}
        where e.user_id = ${userId} and e.id = v.id`);
}
