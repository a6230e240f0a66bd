import { z } from "zod";
import { AppError } from "#platform/capability/errors.ts";
import { invoke } from "#platform/capability/execute.ts";
import type { ToolCall } from "#platform/model/model.ts";
import { cardOf, rowsOf } from "../lookup/record-cards.ts";
import type { Act } from "../model.ts";
import { fenced } from "../prompts.ts";
import { hasHidden } from "./clean-text.ts";
import type { State } from "./run-state.ts";
import { mayRunWithoutApproval } from "./tool-rules.ts";
import { FINDER, type Tool } from "./tools.ts";

/** Calls and proposals of one run, and characters of one result. */
const MAX_CALLS = 16;
const MAX_PROPOSALS = 5;
const MAX_RESULT = 6_000;

/** Runs or proposes one call that the model asked for; gives what the model is told about it. */
export async function resultOf(state: State, call: ToolCall): Promise<string> {
  state.calls += 1;
  if (state.calls > MAX_CALLS) return refusal("No more calls in this run: answer with what you have");
  const input = inputOf(call);
  if (!input) return refusal("The arguments are no JSON object");
  if (call.name === FINDER) return foundBy(state, input);
  const tool = state.tools.get(call.name);
  if (!tool) return refusal(`There is no tool '${call.name}' in hand: look for it with ${FINDER}`);
  const { definition } = tool.capability;
  await state.run.onProgress({ step: tool.capability.name });
  if (definition.effect === "read" || mayRunWithoutApproval(tool.capability, input, state.reading.isTainted))
    return called(state, tool, withOrigin(state, tool, input));
  return proposedFor(state, tool, withOrigin(state, tool, input));
}

/** Stores with a new event the sentence that it was made from: the person's words, never the model's. */
const withOrigin = ({ run }: State, { capability }: Tool, input: Record<string, unknown>) =>
  capability.name === "events.create"
    ? {
        ...input,
        createdFrom: { quote: run.sentence.slice(0, 1000), reason: "You asked the assistant for it" },
      }
    : input;

const Words = z.object({ words: z.string() });

/** Tools are searched for in one step of a run; only a search that found nothing may be followed by another. */
function foundBy(state: State, input: Record<string, unknown>): string {
  const asked = Words.safeParse(input);
  if (!asked.success) return refusal("Say in 'words' what you want to do");
  if (state.foundInStep !== null && state.foundInStep !== state.step)
    return refusal("One search for tools is enough: call the tools in hand, or answer with what you have");
  const found = state.tools.find(asked.data.words);
  if (found.length > 0) state.foundInStep = state.step;
  return JSON.stringify({ tools: found.map(({ name, description }) => ({ name, description })) });
}

async function called(state: State, { capability }: Tool, input: Record<string, unknown>): Promise<string> {
  const { services, actor, requestId, address } = state.run;
  const { effect } = capability.definition;
  const act = { capability: capability.name, effect, input };
  try {
    const output = await invoke(services, capability, input, {
      ...{ actor, requestId, address, provenance: "assistant", reading: state.reading },
    });
    record(state, { ...act, outcome: "done" });
    number(state, capability.resource, output);
    const { material } = state.run;
    material.addResult(capability.resource, JSON.parse(JSON.stringify(output ?? null)));
    if (effect === "read") material.addSearch(input);
    const text = withoutOwner(JSON.stringify(output ?? null));
    return fenced(text.length > MAX_RESULT ? `${text.slice(0, MAX_RESULT)} … (cut: ask for less)` : text);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    record(state, { ...act, outcome: "failed" });
    state.run.material.addText(error.message);
    // An error may name a record, unless it is about the arguments alone.
    if (error.code !== "not_found" && capability.definition.input.safeParse(input).success)
      state.reading.taint();
    return refusal(error.message);
  }
}

function record({ toolCalls, run }: State, act: Act): void {
  toolCalls.push(act);
  run.material.addCall(act);
}

/** Ids of people are of no use to a model, and half of every row. */
const withoutOwner = (text: string) => text.replaceAll(/"userId":"[^"]*",?/g, "");

/** Each record that was read gets the number by which an answer cites it. */
function number(state: State, resource: string, output: unknown): void {
  for (const row of rowsOf(output)) {
    const card = cardOf(resource, row);
    if (!card) continue;
    const place = state.seen.findIndex(({ id }) => id === card.id);
    if (place >= 0) state.seen[place] = card;
    else state.seen.push(card);
    row.cite = place >= 0 ? place + 1 : state.seen.length;
  }
}

/** Runs nothing: stores the call, so that the person can see and approve it independently of the model's text. */
function proposedFor(state: State, { capability }: Tool, input: Record<string, unknown>): string {
  const { definition, name } = capability;
  if (state.proposed.length >= MAX_PROPOSALS) return refusal("Nothing more can be proposed in this run");
  if (hasHidden(JSON.stringify(input))) return refusal("The arguments hold signs that nobody sees");
  const read = definition.input.safeParse(input);
  if (!read.success)
    return refusal(read.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; "));
  const summary = summaryOf(state, definition.summary, input);
  state.proposed.push({ capability: name, input, summary });
  record(state, { capability: name, effect: definition.effect, input, outcome: "proposed" });
  state.run.material.addProposal(input, summary);
  return JSON.stringify({ proposed: true, note: "The person sees it and decides. It has not happened." });
}

/** The summary's text comes from the capability, and the record titles from the database: nothing from the model. */
function summaryOf({ seen, run }: State, summary: string, input: Record<string, unknown>): string {
  const words = JSON.stringify(input);
  const named = [...seen, ...run.known].filter(({ id }) => words.includes(id));
  const titles = [...new Set(named.map(({ kind, title }) => `${kind} '${title}'`))];
  return titles.length > 0 ? `${summary}: ${titles.join(", ")}` : summary;
}

function inputOf({ input }: ToolCall): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(input || "{}");
    return typeof read === "object" && read !== null && !Array.isArray(read)
      ? (read as Record<string, unknown>)
      : null;
  } catch {
    // The caller tells the model that its input is not an object.
    return null;
  }
}

const refusal = (error: string) => JSON.stringify({ error });
