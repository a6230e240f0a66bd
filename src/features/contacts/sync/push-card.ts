import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { work } from "#platform/workers/work.ts";
import { valuesOfContact } from "../stored-cards.ts";
import { contactCards, type contacts } from "../tables.ts";
import { type CardSyncTarget, inSyncTransaction, type LinkedCard, ownCard } from "./card-sync-target.ts";
import type { changeStoredCard } from "./change-stored-card.ts";
import { valuesToSend } from "./merge-card.ts";

const changingCard = work<typeof changeStoredCard>("communication.changeStoredCard", {
  seconds: 10,
  megabytes: 256,
  piecesOfOnePerson: 50,
});

export type PendingCard = { stored: LinkedCard; contact: typeof contacts.$inferSelect };
type AddressedCard = PendingCard & { href: string };
export type Outcome = "done" | "changed elsewhere" | "refused";

/** Changes are written into the card as it was received: it has properties that only other clients know. */
export async function pushContact(
  target: CardSyncTarget,
  { stored, contact, href }: AddressedCard,
): Promise<Outcome> {
  // The server did not say which version it has: it is read first.
  if (stored.etag === "") return "changed elsewhere";
  const { context, server } = target;
  const local = valuesOfContact(contact);
  const { text: before, added } = await readText(target, stored.id);
  const wanted = stored.synced ? valuesToSend(local, stored.synced) : local;
  const { text, values } = await context.workers.run(changingCard, context.actor.userId, {
    ...{ text: before, added, values: wanted, now: context.now },
  });
  const { status, etag } = await server.write(href, `${text}\r\n`, stored.etag);
  if (isChangedElsewhere(status) || (status === 409 && stored.etag === null)) return "changed elsewhere";
  if (status < 200 || status >= 300) return "refused";
  await save(target, stored, {
    ...{ href, etag: etag ?? "", text, synced: { local, server: values }, state: "synced", added: [] },
  });
  return etag === null ? "changed elsewhere" : "done";
}

export async function pushRemoval(target: CardSyncTarget, { stored, href }: AddressedCard): Promise<Outcome> {
  if (stored.etag === "") return "changed elsewhere";
  const { status } = await target.server.remove(href, stored.etag ?? "*");
  if (status === 412) return "changed elsewhere";
  if (status !== 404 && status !== 410 && (status < 200 || status >= 300)) return "refused";
  await save(target, stored, { etag: null, state: stored.state === "conflict" ? "conflict" : "synced" });
  return "done";
}

/** 404 and 410: deleted on the server, which some report for a condition that fails. */
const isChangedElsewhere = (status: number) => status === 412 || status === 404 || status === 410;

type StoredText = Pick<typeof contactCards.$inferSelect, "text" | "added">;

const readText = ({ context }: CardSyncTarget, id: string): Promise<StoredText> =>
  inOwnTransaction(context, "read", async (own) => {
    const [row] = await own.db
      .select({ text: contactCards.text, added: contactCards.added })
      .from(contactCards)
      .where(ownCard(own, id));
    return row ?? { text: "", added: [] };
  });

const save = (
  target: CardSyncTarget,
  { id, contactId }: LinkedCard,
  change: Partial<typeof contactCards.$inferInsert>,
) =>
  inSyncTransaction(target, async (own) => {
    await own.db.update(contactCards).set(change).where(ownCard(own, id));
    own.announce({ resource: "contacts", ids: [contactId] });
  });
