import { sql } from "drizzle-orm";
import { z } from "zod";
import { read, resource } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { pageOf } from "#platform/capability/wire.ts";
import { AuditRow, AuditVerdict, ListAudit } from "./model.ts";
import { readPage } from "./read-page.ts";
import { verifyAudit } from "./verify-audit.ts";

type Row = Omit<z.output<typeof AuditRow>, "at"> & { key: string };

/** Who did what, and which requests were denied. */
export const auditLog = resource("auditLog", {
  list: read({
    summary: "List every write and every refused call of an administrator's capability, newest first",
    input: ListAudit,
    output: pageOf(AuditRow),
    access: "admin",
    agents: "hidden",
    run: readAudit,
  }),
  areas: read({
    summary: "List the areas that occur in the audit log",
    input: z.strictObject({}),
    output: z.object({ items: z.array(z.string()) }),
    access: "admin",
    agents: "hidden",
    run: async ({ db }) => {
      const { rows } = await db.execute<{ area: string }>(sql`select area from admin_audit_areas() as area`);
      return { items: rows.map(({ area }) => area) };
    },
  }),
  verify: read({
    summary: "Verify the hash chain of the audit log from its first entry to its last",
    input: z.strictObject({}),
    output: AuditVerdict,
    access: "admin",
    agents: "hidden",
    ownTransactions: true,
    run: ({ inTransaction }) => verifyAudit((query) => inTransaction("read", query)),
  }),
});

export async function readAudit({ db }: Pick<SignedIn, "db">, input: z.output<typeof ListAudit>) {
  const { email, capability, area, outcome, from, to } = input;
  const page = readPage(input);
  const userId = email === undefined ? input.userId : await findPerson(db, email);
  const { rows } = await db.execute<Row>(sql`
    select id, user_id as "userId", user_name as "userName", user_email as "userEmail", via, capability, effect, outcome,
      record_ids as "recordIds", reason, request_id as "requestId", address, impersonator,
      to_jsonb(at) #>> '{}' as key
    from admin_audit(${userId ?? null}, ${capability ?? null}, ${area ?? null}, ${outcome ?? null},
      ${from?.toISOString() ?? null}, ${to?.toISOString() ?? null}, ${page.afterAt}, ${page.afterId}, ${page.rowLimit})`);
  return page.of(rows.map((row) => ({ ...row, at: new Date(row.key) })));
}

/** The id of the account with this address; an unused id if there is none, so that nothing is found. */
async function findPerson(db: SignedIn["db"], email: string): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from admin_users(${escaped(email)}, null, null, 2) where lower(email) = lower(${email})`,
  );
  return rows[0]?.id ?? "00000000-0000-0000-0000-000000000000";
}

const escaped = (text: string) => text.replaceAll(/[\\%_]/g, "\\$&");
