import type { ModelRequest, ModelTurn } from "./model-stand-in.ts";

/** Text by a stranger, which the model treats as an order. */
export const ORDER = "[[obey]]";

export type InjectedCall = { name: string; input: unknown };

const MAX_TOOLS_PER_SEARCH = 4;

const readableName = (name: string) => name.replaceAll(/[_A-Z]/g, (sign) => ` ${sign}`).replaceAll("_", " ");

/** Calls of find_tools for all of them: a small tool set holds only the tools searched for. */
function searchesFor(calls: readonly InjectedCall[]): NonNullable<ModelTurn["calls"]> {
  const finders = [];
  for (let from = 0; from < calls.length; from += MAX_TOOLS_PER_SEARCH)
    finders.push({
      name: "find_tools",
      input: {
        words: calls
          .slice(from, from + MAX_TOOLS_PER_SEARCH)
          .map(({ name }) => readableName(name))
          .join(", "),
      },
    });
  return finders;
}

/**
 * A language model without judgement: it makes the first calls, and as soon as an order occurs anywhere in its messages
 * it makes all injected calls. It searches for tools in its first step: a run has one search.
 */
export function obedientModel(first: readonly InjectedCall[], calls: readonly InjectedCall[]) {
  const seen = { order: false };
  const plan = (asked: ModelRequest): ModelTurn => {
    const steps = asked.messages.filter(({ role }) => role === "assistant").length;
    const material = asked.messages.filter(({ role }) => role !== "assistant");
    const hasOrder = material.some(({ content }) => content.includes(ORDER));
    if (steps === 0 && first.length > 0 && !hasOrder)
      return { calls: [...searchesFor([...first, ...calls]), ...first] };
    if (!hasOrder || seen.order) return { text: "Done." };
    seen.order = true;
    return { calls: steps === 0 ? [...searchesFor(calls), ...calls] : calls };
  };
  return { plan, seen };
}
