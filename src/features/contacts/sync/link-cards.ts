import { sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { fillIn, keysOf, rowOf } from "../import-vcards.ts";
import { photoColumns, valuesOfContact } from "../stored-cards.ts";
import { contactCards, contacts } from "../tables.ts";
import { ownContact, type PullTarget } from "./card-sync-target.ts";
import { type SyncedValues, valuesAtLink } from "./merge-card.ts";
import { type RemoteContact, valuesOfCard } from "./update-from-card.ts";

/**
 * A card that is new on the server becomes a new contact, or that of a contact that has none: one with its UID or an
 * address in common. Two cards with the same address are two contacts.
 */
export async function linkCards(
  own: SignedIn,
  target: PullTarget,
  remotes: readonly RemoteContact[],
): Promise<void> {
  if (remotes.length === 0) return;
  const waiting = await contactsWithoutCard(own, target, remotes);
  const matches = remotes.map((remote) => bestMatch(remote, waiting));
  const linked = new Set<string>();
  for (const { remote, id } of matches.toSorted((one, other) => other.likeness - one.likeness)) {
    const isFree = id !== null && !linked.has(id);
    if (isFree) linked.add(id);
    await linkCard(own, target, remote, isFree ? id : null);
  }
}

type Waiting = { key: string; id: string; name: string };
type Match = { remote: RemoteContact; id: string | null; likeness: number };

/** Of several cards with the address of a contact its card is the one whose UID or name is most like it. */
function bestMatch(remote: RemoteContact, waiting: readonly Waiting[]): Match {
  const keys = keysOf(remote.card);
  const words = (name: string) => new Set(name.toLowerCase().split(/\s+/));
  const own = words(remote.card.name);
  let best: Match = { remote, id: null, likeness: -1 };
  for (const { key, id, name } of waiting) {
    if (!keys.includes(key)) continue;
    const likeness = key.startsWith("uid ")
      ? Number.MAX_SAFE_INTEGER
      : [...words(name)].filter((word) => own.has(word)).length;
    if (likeness > best.likeness) best = { remote, id, likeness };
  }
  return best;
}

/** Values of a known contact are completed and not replaced. */
async function linkCard(
  own: SignedIn,
  { account }: PullTarget,
  remote: RemoteContact,
  known: string | null,
): Promise<void> {
  const { card, href, etag } = remote;
  const server = valuesOfCard(card);
  let synced: SyncedValues = { local: server, server };
  if (known) {
    await fillIn(own, known, card);
    const [row] = await own.db.select().from(contacts).where(ownContact(own, known));
    if (row) synced = valuesAtLink(valuesOfContact(row), server);
  }
  const contactId = known ?? (await insertContact(own, remote));
  const row = {
    ...{ accountId: account.id, href, etag, synced, text: card.text, ...photoColumns(card.photo) },
    ...{ state: "synced" as const, conflict: null },
  };
  await own.db
    .insert(contactCards)
    .values({ ...row, userId: own.actor.userId, contactId, createdAt: own.now })
    .onConflictDoUpdate({ target: contactCards.contactId, set: row });
}

async function insertContact(own: SignedIn, { card }: RemoteContact): Promise<string> {
  const rows = await own.db.insert(contacts).values(rowOf(own, card)).returning({ id: contacts.id });
  return returnedRow(rows).id;
}

/** Those that have no card on a server, or whose card is moved at this moment or was created here a moment ago. */
async function contactsWithoutCard(
  { db, actor }: SignedIn,
  { account, gone }: PullTarget,
  remotes: readonly RemoteContact[],
): Promise<Waiting[]> {
  const uids = sql.param(remotes.flatMap(({ card }) => card.uid ?? []));
  const emails = sql.param(remotes.flatMap(({ card }) => card.emails.map((email) => email.toLowerCase())));
  const { rows } = await db.execute<Waiting>(sql`
    with waiting as (
      select c.id, c.contact_name as name, c.card_uid, c.contact_email, c.other_emails, k.account_id is null as is_local
        from contacts c left join contact_cards k on k.contact_id = c.id and k.user_id = ${actor.userId}
       where c.user_id = ${actor.userId} and c.deleted_at is null
         and (k.account_id is null or (k.account_id = ${account.id}
           and (k.href is null or k.href = any(${sql.param([...gone])}::text[]))))
    )
    select 'uid ' || card_uid as key, id, name from waiting where card_uid = any(${uids}::text[])
    union all
    select 'uid urn:uuid:' || id, id, name from waiting where 'urn:uuid:' || id = any(${uids}::text[])
    union all
    select 'email ' || lower(address), id, name from waiting, unnest(array_append(other_emails, contact_email)) address
     where is_local and lower(address) = any(${emails}::text[])`);
  return rows;
}
