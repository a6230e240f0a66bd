import type { Actor } from "#platform/capability/actor.ts";
import type { Log } from "#platform/log/log.ts";
import type { ChangesOnWire } from "./changed-records.ts";
import type { FactSubscriber, StreamedFact } from "./event-broadcaster.ts";

/** Announcements of these resources may mean that the stream's own session has ended. */
const IDENTITY_RESOURCES = new Set(["session", "sessions", "password", "apiKeys"]);
/** With more announcements at once, or with more waiting, pages read again what they show, which costs less. */
const MAX_WITH_RECORDS = 20;

type Parts = {
  write(text: string): void;
  log: Log;
  isSilent(resource: string): boolean;
  /** Whether records or figures of this resource are sent at all. */
  sends(resource: string): boolean;
  read(actor: Actor, fact: StreamedFact, last: StreamedFact): Promise<ChangesOnWire>;
  /** Who the stream belongs to after this announcement; ends the stream and returns null if its session has ended. */
  recheck(fact: StreamedFact): Promise<Actor | null>;
};

/**
 * Writes announcements to one stream in their order, with the records that changed if the stream is a person's own
 * session: its rights are checked again before each reading, as with a request.
 */
export class AnnouncementWriter implements FactSubscriber {
  readonly #parts: Parts;
  #last: Promise<void> = Promise.resolve();
  #waitingCount = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  receive(facts: readonly StreamedFact[]): void {
    this.#inOrder(() => this.#writeAll(facts.filter(({ resource }) => !this.#parts.isSilent(resource))));
  }

  resync(id: number): void {
    this.#inOrder(() => this.#parts.write(`event: resync\ndata: {}\nid: ${id}\n\n`));
  }

  /** Written when everything before it is. */
  text(text: string): void {
    this.#inOrder(() => this.#parts.write(text));
  }

  #inOrder(write: () => void | Promise<void>): void {
    this.#waitingCount += 1;
    this.#last = this.#last
      .then(write)
      .catch((error: unknown) => this.#parts.log.warn("Announcements were not written", { error }))
      .finally(() => {
        this.#waitingCount -= 1;
      });
  }

  async #writeAll(facts: readonly StreamedFact[]): Promise<void> {
    const { sends, recheck, read, write } = this.#parts;
    const isQuiet = facts.length <= MAX_WITH_RECORDS && this.#waitingCount <= MAX_WITH_RECORDS;
    const sent = isQuiet ? facts.find(({ resource }) => sends(resource)) : undefined;
    const actor = sent ? await recheck(sent) : null;
    const reader = actor && actor.via === "session" && !actor.impersonatedBy ? actor : null;
    const last = new Map(facts.map((fact) => [fact.resource, fact]));
    for (const fact of facts) {
      const { id, resource, ids } = fact;
      const changed = reader && sends(resource) ? await read(reader, fact, last.get(resource) ?? fact) : null;
      write(`data: ${JSON.stringify({ resource, ids, ...changed })}\n${id === null ? "" : `id: ${id}\n`}\n`);
      if (IDENTITY_RESOURCES.has(resource)) await recheck(fact);
    }
  }
}
