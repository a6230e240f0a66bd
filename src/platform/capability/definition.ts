import type { z } from "zod";
import type { Access, ContextFor } from "./access.ts";
import type { Effect } from "./actor.ts";
import type { Context } from "./context.ts";

/**
 * What a slice defines for one verb. `run` receives parsed input and returns the decoded output (Dates, not strings).
 */
export type Definition<
  E extends Effect = Effect,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  A extends Access = Access,
> = {
  effect: E;
  /** One sentence for people, the API page and agents. */
  summary: string;
  input: I;
  output: O;
  /** A small input that succeeds on its own: shown in the OpenAPI document, and with `create` what the laws make a record of. */
  example?: z.input<I>;
  access: A;
  /** Further resources whose cached queries are stale after this act. */
  invalidates?: readonly string[];
  /** `"hidden"` hides the capability from agents (MCP and the assistant). */
  agents?: "hidden";
  /** True if agents may not call it at all, not even with approval. People's own API keys may. */
  peopleOnly?: boolean;
  /** True if API keys may not call it (sessions, keys, passwords). */
  sessionOnly?: boolean;
  /**
   * True if `run` waits long (hashing, an outside system) and must not hold a connection meanwhile: it gets no `db`,
   * opens the transactions it needs, and its audit row follows in a separate one. No Idempotency-Key.
   */
  ownTransactions?: boolean;
  /**
   * True for calls that pages make automatically, many times a minute: no audit row, and the capability publishes its
   * own announcements. Refused calls of administrators' capabilities are audited all the same.
   */
  isTraffic?: boolean;
  /**
   * Maximum concurrent runs in one process, for capabilities with which many people act on one record and wait for each
   * other's locks: the others wait before they take a connection.
   */
  maxConcurrent?: number;
  /**
   * For a capability of `INTERNAL_ONLY` that changes something outside for some people or records, such as a contact on a
   * server: whether this call does. An agent's call then waits for approval. Reads only.
   */
  reachesOutside?(context: ContextFor<A>, input: z.output<I>): Promise<boolean>;
  /** True if the answer holds a secret: it is not stored, so a repeated Idempotency-Key gets `conflict`. */
  secretAnswer?: boolean;
  /**
   * Writes that must happen before the read: runs before the transaction of `run`, without a `db`, and opens its own.
   * Calls by other capabilities skip it.
   */
  prepare?(context: ContextFor<A>, input: z.output<I>): Promise<void>;
  run(context: ContextFor<A>, input: z.output<I>): Promise<z.output<O>>;
};

export type Phantom<I extends z.ZodType, O extends z.ZodType, E extends Effect> = {
  /** Wire types; never present at run time. They keep the typed client cheap to check. */
  readonly "~in": z.input<I>;
  readonly "~out": z.input<O>;
  readonly "~effect": E;
};

export type Members = Record<string, Definition>;

/** A plain async function (wire input in, decoded output out) with its definition attached. */
export type Capability<D = Definition> =
  D extends Definition<infer E, infer I, infer O, infer _A>
    ? ((context: Context, input: z.input<I>) => Promise<z.output<O>>) &
        Phantom<I, O, E> & { readonly definition: D; readonly resource: string; readonly verb: string }
    : never;

export type Resource<M extends Members = Members> = { readonly [K in keyof M]: Capability<M[K]> };

/** Drops the types of a capability, as the registry does. Its input is parsed by its schema in any case. */
export const withoutTypes = (capability: Pick<AnyCapability, "resource" | "verb">): AnyCapability =>
  capability as AnyCapability;

/** A capability without static types, as in the registry and the edges. */
export type AnyCapability = ((context: Context, input: unknown) => Promise<unknown>) & {
  readonly definition: Definition;
  readonly resource: string;
  readonly verb: string;
};
