import { type SQL, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import type { Moment } from "../dates/read-due.ts";
import type { FoundCommitment, Party, Reader } from "../model.ts";
import { personFinder } from "./find-person.ts";
import { type SourceMessage, since } from "./load-thread.ts";
import { meetingMoment } from "./meeting-moment.ts";
import { type FindPerson, isMinutes, parseMinutes } from "./parse-minutes.ts";

const MAX_CONTENT = 60_000;
const CONFIDENCE = 0.85;

/** Documents with a text that the person may read, stored in the last weeks: `id` and `newest`. */
export const readableDocuments = ({ actor, now }: SignedIn): SQL => sql`
  select d.id, coalesce(d.stored_at, d.created_at) as newest
  from documents d
  where d.deleted_at is null and d.read_state = 'read'
    and (d.user_id = ${actor.userId} or d.id in (select document_id from documents_shared_with_me()))
    and coalesce(d.stored_at, d.created_at) > ${since(now)}::timestamptz`;

type DocumentRow = { title: string; at: string | Date; text: string; owner: string; owner_name: string };

/** The document as one message of its owner, and the promises in it if it is that of minutes; neither if it is gone. */
export async function loadMinutes(
  context: SignedIn,
  id: string,
  { keys, timeZone }: Reader,
): Promise<{ messages: SourceMessage[]; found: FoundCommitment[] }> {
  const { db, actor } = context;
  const { rows } = await db.execute<DocumentRow>(sql`
    select d.title, coalesce(d.stored_at, d.created_at) as at, left(x.content, ${MAX_CONTENT}) as text, d.user_id as owner,
      coalesce((select s.owner_name from documents_shared_with_me() s where s.document_id = d.id), '') as owner_name
    from documents d join document_texts x on x.document_id = d.id
    where d.id = ${id} and d.deleted_at is null and d.read_state = 'read'
      and (d.user_id = ${actor.userId} or d.id in (select document_id from documents_shared_with_me()))`);
  const [document] = rows;
  if (!document) return { messages: [], found: [] };
  const { title, text, owner } = document;
  const at = new Date(document.at);
  const people = isMinutes(title, text) ? await personFinder(context, text, owner) : null;
  const author = people?.owner ?? { key: owner, name: document.owner_name };
  const source = { id, at, text, subject: title, author, recipients: [] };
  const messages = [{ ...source, isAutomatic: false, hasAttachments: false }];
  if (!people || !(people.isReaderNamed || owner === actor.userId)) return { messages, found: [] };
  const self = people.reader;
  const other = owner === actor.userId ? { key: "", name: title } : author;
  return {
    messages,
    found: foundInLines(source, {
      ...{ find: people.find, keys, self, other },
      moment: meetingMoment(title, text, at, timeZone),
    }),
  };
}

type Meeting = {
  find: FindPerson;
  keys: Reader["keys"];
  /** When it took place: 'by Friday' counts from then. */
  moment: Moment;
  /** The reader as a person. */
  self: Party;
  /** For whom the reader does what names nobody. */
  other: Party;
};

/** Of the lines of a text those that the reader does for somebody, or somebody for the reader. */
export function foundInLines(
  { id, text }: Pick<SourceMessage, "id" | "text">,
  { find, keys, moment, self, other }: Meeting,
): FoundCommitment[] {
  const isReader = ({ key }: Party) => keys.has(key);
  return parseMinutes(text, moment, find).flatMap(({ owner: by, names, ...words }): FoundCommitment[] => {
    const to = isReader(by) ? (names[0] ?? other) : readerAmong(names, self, isReader);
    return to ? [{ kind: "promise", messageId: id, by, to, confidence: CONFIDENCE, ...words }] : [];
  });
}

/** What somebody does for a third person is nothing to the reader. */
const readerAmong = (
  names: readonly Party[],
  self: Party,
  isReader: (party: Party) => boolean,
): Party | null => (names.length === 0 || names.some(isReader) ? self : null);
