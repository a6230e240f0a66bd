import { randomUUID } from "node:crypto";
import type { Actor } from "#platform/capability/actor.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { AppError } from "#platform/capability/errors.ts";
import { invoke } from "#platform/capability/execute.ts";
import type { Services } from "#platform/capability/services.ts";
import type { Feed } from "#platform/capability/slice.ts";
import type { StreamedFact } from "./event-broadcaster.ts";

/** What an announcement carries for its reader, as requests would return it now. */
export type ChangesOnWire = {
  /** The changed records that were found, and the ids of those that do not exist for the reader any more. */
  records?: unknown[];
  gone?: string[];
  /** By name of their capability; absent if pages have to read their figures themselves. */
  figures?: Readonly<Record<string, unknown>>;
};

export type ChangesReader = {
  covers(resource: string): boolean;
  /** `last`: the newest announcement of the resource that is written with this one. */
  read(actor: Actor, fact: StreamedFact, last: StreamedFact): Promise<ChangesOnWire>;
};

/** Beyond this many records pages read their lists again, which costs less. */
const MAX_RECORDS = 20;
/** UTF-16 units of JSON in one announcement: larger records are read by the pages that show them. */
const MAX_LENGTH = 256 * 1024;

type Records = { records: unknown[]; gone: string[] };
type Figures = NonNullable<ChangesOnWire["figures"]>;

/**
 * Reads what an announcement is about by the capabilities that pages use, so with the same rights; once for all streams
 * of a person, which receive the same announcement objects.
 */
export function changesReader(services: Services, feeds: ReadonlyMap<string, Feed>): ChangesReader {
  const call: Call = (capability, actor, input) =>
    invoke(services, capability, input, { actor, requestId: randomUUID(), address: null });

  /** Null: the pages read it themselves. */
  async function unlessTooLong<T>(reading: Promise<T>): Promise<T | null> {
    try {
      const changed = await reading;
      return JSON.stringify(changed).length > MAX_LENGTH ? null : changed;
    } catch (error) {
      if (!(error instanceof AppError))
        services.log.warn("Changed records were not read for open pages", { error });
      return null;
    }
  }

  async function recordsOf(actor: Actor, { resource, ids }: StreamedFact): Promise<Records | null> {
    const reader = feeds.get(resource)?.records;
    if (!reader || ids.length === 0 || ids.length > MAX_RECORDS) return null;
    return unlessTooLong(
      "many" in reader ? readTogether(call, reader.many, actor, ids) : readEach(call, reader.one, actor, ids),
    );
  }

  async function figuresOf(actor: Actor, { resource }: StreamedFact): Promise<Figures | null> {
    const figures = feeds.get(resource)?.figures ?? [];
    return figures.length === 0 ? null : unlessTooLong(readFigures(call, figures, actor));
  }

  const records = oncePerFact(recordsOf);
  const figures = oncePerFact(figuresOf);
  return {
    covers: (resource) => feeds.has(resource),
    read: async (actor, fact, last) => {
      const [changed, current] = await Promise.all([records(actor, fact), figures(actor, last)]);
      return { ...changed, ...(current && { figures: current }) };
    },
  };
}

type Call = (capability: AnyCapability, actor: Actor, input: unknown) => Promise<unknown>;

function oncePerFact<T>(read: (actor: Actor, fact: StreamedFact) => Promise<T>): typeof read {
  const known = new WeakMap<StreamedFact, Promise<T>>();
  return (actor, fact) => {
    const reading = known.get(fact) ?? read(actor, fact);
    known.set(fact, reading);
    return reading;
  };
}

async function readTogether(
  call: Call,
  many: AnyCapability,
  actor: Actor,
  ids: readonly string[],
): Promise<Records> {
  const { items } = (await call(many, actor, { ids, limit: ids.length })) as { items: { id: string }[] };
  const found = new Set(items.map(({ id }) => id));
  return { records: items, gone: ids.filter((id) => !found.has(id)) };
}

async function readEach(
  call: Call,
  one: AnyCapability,
  actor: Actor,
  ids: readonly string[],
): Promise<Records> {
  const changed: Records = { records: [], gone: [] };
  for (const id of ids)
    try {
      changed.records.push(await call(one, actor, { id }));
    } catch (error) {
      if (!(error instanceof AppError && error.code === "not_found")) throw error;
      changed.gone.push(id);
    }
  return changed;
}

async function readFigures(call: Call, figures: readonly AnyCapability[], actor: Actor): Promise<Figures> {
  const read = async (figure: AnyCapability) => [figure.name, await call(figure, actor, {})] as const;
  return Object.fromEntries(await Promise.all(figures.map(read)));
}
