import { sql } from "drizzle-orm";
import type { Database } from "#platform/database/database.ts";
import type { ServedFile } from "#platform/http/serve-file.ts";
import { hashOfToken } from "./share-documents.ts";

export type SharedFile = ServedFile & { title: string; ownerName: string; expiresAt: Date | null };

type Row = {
  title: string;
  file_name: string;
  file_type: string;
  file_size: string;
  storage_key: string;
  sha256: string;
  owner_name: string;
  expires_at: string | null;
};

/** What a link leads to, for anyone; null where it never was, has ended, or its document is deleted. */
export async function openLink(
  database: Database,
  token: string,
  visit: "view" | "download" | "none",
): Promise<SharedFile | null> {
  const { rows } = await database.transaction(null, "write", (db) =>
    db.execute<Row>(sql`select * from open_document_link(${hashOfToken(token)}, ${visit})`),
  );
  const [row] = rows;
  if (!row) return null;
  return {
    title: row.title,
    ownerName: row.owner_name,
    expiresAt: row.expires_at ? new Date(row.expires_at) : null,
    key: row.storage_key,
    fileName: row.file_name,
    fileType: row.file_type,
    size: Number(row.file_size),
    sha256: row.sha256,
  };
}
