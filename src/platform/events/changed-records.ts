import { randomUUID } from "node:crypto";
import type { Actor } from "#platform/capability/actor.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { AppError } from "#platform/capability/errors.ts";
import { invoke } from "#platform/capability/execute.ts";
import type { Services } from "#platform/capability/services.ts";
import type { Feed } from "#platform/capability/slice.ts";
import type { StreamedFact } from "./event-broadcaster.ts";

/** The changed records as their reader may see them now; `gone`: those that do not exist for the reader any more. */
export type ChangedRecords = { records: unknown[]; gone: string[] };

export type ChangedRecordsReader = {
  covers(resource: string): boolean;
  /** Null: the pages read the records themselves. */
  read(actor: Actor, fact: StreamedFact): Promise<ChangedRecords | null>;
};

/** Beyond this many records pages read their lists again, which costs less. */
const MAX_RECORDS = 20;
/** UTF-16 units of JSON in one announcement: larger records are read by the pages that show them. */
const MAX_LENGTH = 256 * 1024;

/**
 * Reads what an announcement is about by the capabilities that pages use, so with the same rights; once for all streams
 * of a person, which receive the same announcement object.
 */
export function changedRecordsOf(services: Services, feeds: ReadonlyMap<string, Feed>): ChangedRecordsReader {
  const read = new WeakMap<StreamedFact, Promise<ChangedRecords | null>>();
  const call = (capability: AnyCapability, actor: Actor, input: unknown) =>
    invoke(services, capability, input, { actor, requestId: randomUUID(), address: null });

  const readOne = async (capability: AnyCapability, actor: Actor, id: string) => {
    try {
      return await call(capability, actor, { id });
    } catch (error) {
      if (error instanceof AppError && error.code === "not_found") return null;
      throw error;
    }
  };

  async function readAll(feed: Feed, actor: Actor, ids: readonly string[]): Promise<ChangedRecords> {
    if ("many" in feed) {
      const { items } = (await call(feed.many, actor, { ids, limit: ids.length })) as {
        items: { id: string }[];
      };
      const found = new Set(items.map(({ id }) => id));
      return { records: items, gone: ids.filter((id) => !found.has(id)) };
    }
    const answers: [id: string, record: unknown][] = [];
    for (const id of ids) answers.push([id, await readOne(feed.one, actor, id)]);
    return {
      records: answers.flatMap(([, record]) => record ?? []),
      gone: answers.flatMap(([id, record]) => (record === null ? id : [])),
    };
  }

  async function readFact(actor: Actor, { resource, ids }: StreamedFact): Promise<ChangedRecords | null> {
    const feed = feeds.get(resource);
    if (!feed || ids.length === 0 || ids.length > MAX_RECORDS) return null;
    try {
      const changed = await readAll(feed, actor, ids);
      return JSON.stringify(changed).length > MAX_LENGTH ? null : changed;
    } catch (error) {
      if (!(error instanceof AppError))
        services.log.warn("Changed records were not read for open pages", { error });
      return null;
    }
  }

  return {
    covers: (resource) => feeds.has(resource),
    read: (actor, fact) => {
      const known = read.get(fact) ?? readFact(actor, fact);
      read.set(fact, known);
      return known;
    },
  };
}
