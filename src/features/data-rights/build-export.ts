import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import type { JobDefinition, Worker } from "#platform/jobs/jobs.ts";
import { notify } from "#platform/notify/notify.ts";
import { EXPORT_DAYS } from "./model.ts";
import { dataExports } from "./tables.ts";
import { writeZip, type ZipEntry } from "./write-zip.ts";

const ExportRequest = z.object({ id: z.uuid(), userId: z.uuid() });
type ExportRequest = z.output<typeof ExportRequest>;

/**
 * Builds an archive. A retry starts from the beginning; files that the first attempt stored but did not record are
 * deleted at night.
 */
export const buildExport: JobDefinition<typeof ExportRequest> = {
  name: "data-rights.build-export",
  payload: ExportRequest,
  run: async (worker, asked) => {
    const started = await change(worker, asked, { state: "running", progress: 0 });
    if (!started || started.storageKey) return;
    try {
      const stored = await worker.files.put(writeZip(entriesOf(worker, asked)));
      const now = new Date();
      await change(worker, asked, {
        state: "ready",
        progress: 100,
        storageKey: stored.key,
        size: stored.size,
        sha256: stored.sha256,
        finishedAt: now,
        expiresAt: new Date(now.getTime() + EXPORT_DAYS * 86_400_000),
      });
    } catch (error) {
      await change(worker, asked, { state: "failed", finishedAt: new Date() });
      throw error;
    }
  },
};

type Table = { name: string; purpose: string; retention: string };

/** First the rows, each table as of one moment; then the files. */
async function* entriesOf(worker: Worker, asked: ExportRequest): AsyncGenerator<ZipEntry> {
  const { database, files } = worker;
  const { tables, stored } = await database.transaction(null, "read", async (db) => ({
    tables: (
      await db.execute<Table>(
        sql`select name, purpose, retention from data_map() where is_exported order by 1`,
      )
    ).rows,
    stored: (
      await db.execute<{ key: string; name: string; area: string }>(
        sql`select storage_key as key, file_name as name, area from files_of_person(${asked.userId}) where area not in ('exports', 'uploads')`,
      )
    ).rows,
  }));
  yield entry("README.txt", readme(tables));
  const total = tables.length + stored.length;
  let done = 0;
  const advance = async () => {
    done += 1;
    if (done % 10 === 0) await change(worker, asked, { progress: Math.floor((99 * done) / total) });
  };
  for (const { name } of tables) {
    yield { name: `records/${name}.json`, content: readRows(worker, asked.userId, name) };
    await advance();
  }
  const used = new Set<string>();
  for (const { key, name, area } of stored) {
    const bytes = await files.get(key).catch(ignoreMissing);
    if (bytes) yield { name: uniqueName(used, `files/${area}/${withoutPath(name)}`), content: bytes };
    await advance();
  }
}

/** One JSON array, one row per line, streamed: the rest stays in a database cursor. */
async function* readRows({ database }: Worker, userId: string, table: string): AsyncGenerator<Uint8Array> {
  const client = await database.connectForLong();
  try {
    await client.query("begin read only; set local statement_timeout = '10min'");
    await client.query({
      text: `declare mine no scroll cursor for
        select row::text as row from rows_of_person('${z.uuid().parse(userId)}', ${client.escapeLiteral(table)}) as row`,
    });
    yield Buffer.from("[");
    let separator = "\n";
    for (;;) {
      const { rows } = await client.query<{ row: string }>("fetch 200 from mine");
      if (rows.length === 0) break;
      yield Buffer.from(separator + rows.map(({ row }) => row).join(",\n"));
      separator = ",\n";
    }
    yield Buffer.from("\n]\n");
    await client.query("commit");
  } finally {
    await client.end();
  }
}

const entry = (name: string, text: string): ZipEntry => ({
  name,
  content: (async function* () {
    yield Buffer.from(text);
  })(),
});

const readme = (tables: readonly Table[]) =>
  `${[
    "All your data on this instance.",
    "",
    "records/ holds one file for each kind of record, as JSON (RFC 8259). files/ holds your files as they are.",
    "Passwords, keys and search indexes are not included.",
    "",
    ...tables.map(({ name, purpose, retention }) => `records/${name}.json: ${purpose}. Kept: ${retention}.`),
  ].join("\n")}\n`;

const withoutPath = (name: string) =>
  name
    .replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, "_")
    .replace(/^\.+/, "_")
    .slice(-150) || "file";

function uniqueName(used: Set<string>, requested: string): string {
  const name = used.has(requested) ? requested.replace(/(\.[^./]*)?$/, ` (${used.size})$1`) : requested;
  used.add(name);
  return name;
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code !== "ENOENT") throw error;
  return null;
}

type Values = Partial<typeof dataExports.$inferInsert>;

/** Updates the export as the user, whose open pages show the progress; null if the archive is no longer wanted. */
const change = ({ database }: Worker, { id, userId }: ExportRequest, values: Values) =>
  database.transaction(userId, "write", async (db) => {
    const [row] = await db
      .update(dataExports)
      .set(values)
      .where(and(eq(dataExports.userId, userId), eq(dataExports.id, id)))
      .returning();
    if (!row) return null;
    const facts = [{ resource: "dataExports", ids: [id], audience: [userId] }];
    if (row.state === "ready")
      await notify(
        { db, announce: ({ audience = [userId], ...fact }) => void facts.push({ ...fact, audience }) },
        {
          userIds: [userId],
          title: () => t`Your data export is ready`,
          message: () => t`You can download it in Settings for ${EXPORT_DAYS} days.`,
          type: "data-export",
          href: "/settings?tab=data",
          dedupeKey: `data export ${id}`,
        },
      );
    await recordAnnouncements(db, facts);
    return row;
  });
