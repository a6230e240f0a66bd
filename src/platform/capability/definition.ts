import type { z } from "zod";
import type { Access, ContextFor } from "./access.ts";
import type { Effect } from "./actor.ts";
import type { Context } from "./context.ts";

/** What a slice writes down for one verb. `run` receives parsed input and returns the decoded output (Dates, not strings). */
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
  access: A;
  /** Further resources whose cached queries are stale after this act. */
  touches?: readonly string[];
  /** `"hidden"` keeps the capability away from agents (MCP and the assistant). */
  agents?: "hidden";
  /** True where API keys must not reach (sessions, keys, passwords). */
  sessionOnly?: boolean;
  /**
   * True where `run` waits long (hashing, an outside system) and must hold no connection meanwhile: it gets no `db`,
   * opens what it needs itself, and its audit row follows in a transaction of its own. No Idempotency-Key.
   */
  ownTransactions?: boolean;
  /**
   * True for what pages say or ask by themselves, many times a minute, and nobody did: no audit row, and it announces
   * what it wants heard itself. Refused calls of administrators' capabilities leave their row all the same.
   */
  isTraffic?: boolean;
  /**
   * How many of it run at the same time in one process, where many people act on one thing at once and wait for each
   * other there: the others wait before they take a connection.
   */
  maxConcurrent?: number;
  /** True where the answer holds a secret: it is not kept, so a repeated Idempotency-Key answers `conflict`. */
  secretAnswer?: boolean;
  /**
   * What has to be written down before it can be read: runs before the transaction of `run`, without a `db`, and opens
   * its own. Calls by other capabilities leave it out.
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

/** A plain async function (wire input in, decoded output out) that carries its own description. */
export type Capability<D = Definition> =
  D extends Definition<infer E, infer I, infer O, infer _A>
    ? ((context: Context, input: z.input<I>) => Promise<z.output<O>>) &
        Phantom<I, O, E> & { readonly definition: D; readonly resource: string; readonly verb: string }
    : never;

export type Resource<M extends Members = Members> = { readonly [K in keyof M]: Capability<M[K]> };

/** Forgets the types of a capability, as the registry does. What it is given is parsed by its schema, whatever it is. */
export const withoutTypes = (capability: Pick<AnyCapability, "resource" | "verb">): AnyCapability =>
  capability as AnyCapability;

/** A capability whose types are no longer known: what the registry and the edges hold. */
export type AnyCapability = ((context: Context, input: unknown) => Promise<unknown>) & {
  readonly definition: Definition;
  readonly resource: string;
  readonly verb: string;
};
