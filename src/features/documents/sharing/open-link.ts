import { createHash, timingSafeEqual } from "node:crypto";
import { sql } from "drizzle-orm";
import { isPassword } from "#platform/auth/credentials/password-hash.ts";
import type { Database } from "#platform/database/database.ts";
import type { ServedFile } from "#platform/http/serve-file.ts";
import { hashOfToken } from "./share-documents.ts";

export type SharedFile = ServedFile & { title: string; ownerName: string; expiresAt: Date | null };

/** A visitor with the token of a link; `pass` proves that they have entered its password before. */
export type Visitor = { token: string; pass: string; address: string | null; userAgent: string | null };

/** `locked` asks for the password; `resting` had too many wrong ones; null: unknown or expired. */
export type Opened = { state: "open"; file: SharedFile } | { state: "locked" | "resting" } | null;

type Row = {
  title: string;
  file_name: string;
  file_type: string;
  file_size: string;
  storage_key: string;
  sha256: string;
  owner_name: string;
  expires_at: string | null;
  password_hash: string | null;
  is_resting: boolean;
};

type Visit = "view" | "download" | "none" | "refused";

/** The document of a link, for anyone. Counts the visit only if it opens the document. */
export async function openLink(database: Database, visitor: Visitor, visit: Visit): Promise<Opened> {
  const row = await findLink(database, visitor, "none");
  if (!row) return null;
  if (row.password_hash && !isSame(visitor.pass, passFor(visitor.token, row.password_hash)))
    return { state: row.is_resting ? "resting" : "locked" };
  if (visit !== "none") await findLink(database, visitor, visit);
  return { state: "open", file: fileOf(row) };
}

/** The pass if the password is right; null if it is wrong, which is recorded, or the link is locked or unknown. */
export async function passOf(database: Database, visitor: Visitor, password: string): Promise<string | null> {
  const row = await findLink(database, visitor, "none");
  if (!row?.password_hash || row.is_resting) return null;
  if (await isPassword(row.password_hash, password)) return passFor(visitor.token, row.password_hash);
  await findLink(database, visitor, "refused");
  return null;
}

async function findLink(database: Database, visitor: Visitor, visit: Visit): Promise<Row | undefined> {
  const { token, address, userAgent } = visitor;
  const { rows } = await database.transaction(null, "write", (db) =>
    db.execute<Row>(
      sql`select * from open_document_link(${hashOfToken(token)}, ${visit}, ${address}, ${userAgent})`,
    ),
  );
  return rows[0];
}

/**
 * Derived from the token and the salted hash, which are never sent together: nothing is stored, and a new password
 * makes the pass invalid.
 */
const passFor = (token: string, passwordHash: string) =>
  createHash("sha256").update(`${token} ${passwordHash}`).digest("base64url");

const isSame = (given: string, expected: string) =>
  given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));

const fileOf = (row: Row): SharedFile => ({
  title: row.title,
  ownerName: row.owner_name,
  expiresAt: row.expires_at ? new Date(row.expires_at) : null,
  key: row.storage_key,
  fileName: row.file_name,
  fileType: row.file_type,
  size: Number(row.file_size),
  sha256: row.sha256,
});

/** Of a document without a readable form, so many characters of its text are shown. */
const MAX_CHARACTERS = 100_000;

export type LinkedText = { preview: string | null; content: string; is_cut: boolean };

/** What can be shown of the document of a link that `openLink` has opened; undefined if nothing was read of it. */
export async function readLinked(database: Database, token: string): Promise<LinkedText | undefined> {
  const { rows } = await database.transaction(null, "read", (db) =>
    db.execute<LinkedText>(sql`select * from read_linked_document(${hashOfToken(token)}, ${MAX_CHARACTERS})`),
  );
  return rows[0];
}
