import { z } from "zod";
import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import { containing } from "#platform/database/like.ts";

/** Cursor of an administrator's list: created_at of the last row, as PostgreSQL formats it, and its id. */
const Cursor = z.tuple([z.iso.datetime({ offset: true }), z.uuid()]);

type PageRequest = { cursor?: string | undefined; limit: number; text?: string | undefined };
type Row = { id: string; key: string };

/**
 * A page of a SECURITY DEFINER function, newest first. Such a function cannot be composed with `keyset`, so it takes
 * the key of the last row as arguments. Requests one row more than is shown, to detect a next page.
 */
export function readPage({ cursor, limit, text }: PageRequest) {
  const [afterAt, afterId] = cursor === undefined ? [null, null] : decode(cursor);
  return {
    pattern: text === undefined ? null : containing(text),
    afterAt,
    afterId,
    rowLimit: limit + 1,
    of<R extends Row>(rows: readonly R[]) {
      const items = rows.slice(0, limit);
      const last = rows.length > limit ? items.at(-1) : undefined;
      return { items, nextCursor: last ? encode(last) : null };
    },
  };
}

const encode = ({ key, id }: Row) => Buffer.from(JSON.stringify([key, id])).toString("base64url");

function decode(cursor: string): z.infer<typeof Cursor> {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch {
    throw new AppError("invalid", t`This cursor does not belong to this list`, {
      fields: { cursor: "does not belong to this list" },
    });
  }
}
