import type { z } from "zod";
import type { Access } from "./access.ts";
import type { Effect } from "./actor.ts";
import type { Context } from "./context.ts";
import type { AnyCapability, Definition, Members, Resource } from "./definition.ts";
import { call } from "./execute.ts";

type Written<I extends z.ZodType, O extends z.ZodType, A extends Access> = Omit<
  Definition<Effect, I, O, A>,
  "effect"
>;

const define =
  <E extends Effect>(effect: E) =>
  <I extends z.ZodType, O extends z.ZodType, A extends Access>(
    definition: Written<I, O, A>,
  ): Definition<E, I, O, A> => ({ ...definition, effect });

/** Changes nothing; runs in a read-only transaction. */
export const read = define("read");
/** Creates or changes the actor's own things; can be undone. */
export const write = define("write");
/** Deletes, or cannot be taken back. */
export const destroy = define("destroy");

/** Groups the verbs of one noun: `resource("tasks", { create })` defines `tasks.create`. */
export function resource<M extends Members>(noun: string, members: M): Resource<M> {
  const entries = Object.entries(members).map(([verb, definition]) => {
    const name = `${noun}.${verb}`;
    const capability = (context: Context, input: unknown) =>
      call(capability as AnyCapability, context, input);
    Object.defineProperty(capability, "name", { value: name });
    return [verb, Object.assign(capability, { definition, resource: noun, verb })];
  });
  return Object.fromEntries(entries) as Resource<M>;
}
