import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { Transaction } from "#platform/database/database.ts";
import type { AuditVerdict } from "./model.ts";

type Link = { sequence: number; rows: number; hash: string; is_valid: boolean };
type RunQuery = <T>(query: (db: Transaction) => Promise<T>) => Promise<T>;

/** Links at once: 20,000 rows stay far below the limit of a statement. */
const AT_ONCE = 20;

/** Hashes the whole log again, 20 links at a time. `transaction` runs as an administrator or without a user. */
export async function verifyAudit(transaction: RunQuery): Promise<z.output<typeof AuditVerdict>> {
  let links = 0;
  let lastHash: string | null = null;
  for (;;) {
    const found = await transaction((db) => linksAfter(db, links));
    const broken = found.find((link, index) => !link.is_valid || link.sequence !== links + index + 1);
    if (broken)
      return { isValid: false, brokenAt: broken.sequence, links, lastHash, ...(await count(transaction)) };
    links += found.length;
    lastHash = found.at(-1)?.hash ?? lastHash;
    if (found.length < AT_ONCE) break;
  }
  const counted = await count(transaction);
  return { isValid: counted.discrepancy === 0, brokenAt: null, links, lastHash, ...counted };
}

async function linksAfter(db: Transaction, after: number): Promise<Link[]> {
  const { rows } = await db.execute<Link>(
    sql`select sequence::float8 as sequence, rows, hash, is_valid from check_audit_seals(${after}, ${AT_ONCE})`,
  );
  return rows;
}

/** `discrepancy` counts rows that bypassed the chain (unsealed, yet too old to be waiting) or were removed from it. */
const count = (transaction: RunQuery) =>
  transaction(async (db) => {
    const { rows } = await db.execute<{ total: number; sealed: number; waiting: number }>(
      sql`select total::float8 as total, sealed::float8 as sealed, waiting::float8 as waiting from count_audit_rows()`,
    );
    const { total = 0, sealed = 0, waiting = 0 } = rows[0] ?? {};
    return { total, waiting, discrepancy: Math.abs(total - sealed - waiting) };
  });
