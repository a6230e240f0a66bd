import { z } from "zod";
import type { Actor } from "#platform/capability/actor.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { invoke } from "#platform/capability/execute.ts";
import { ReadingTrace } from "#platform/capability/reading-trace.ts";
import type { Services } from "#platform/capability/services.ts";
import { askModel, type ModelMessage, type ToolCall } from "#platform/model/model.ts";
import type { Proposed } from "../intent.ts";
import { cardOf, rowsOf } from "../lookup/record-cards.ts";
import type { Act, Card } from "../model.ts";
import { fenced } from "../prompts.ts";
import { cleaned, displayablePart, hasHidden } from "./clean-text.ts";
import { mayRunWithoutApproval } from "./tool-rules.ts";
import { FINDER, type Tool, ToolSet } from "./tools.ts";

/** Limits of one run: model requests, calls, proposals, characters of one result and of all messages, milliseconds. */
const MAX_STEPS = 8;
const MAX_CALLS = 16;
const MAX_PROPOSALS = 5;
const MAX_RESULT = 6_000;
const MAX_MATERIAL = 30_000;
const RUN_MS = 120_000;

export type Run = {
  services: Services;
  actor: Actor;
  /** Names the run: its audit rows carry it, so that its undo and its receipt are found. */
  requestId: string;
  address: string | null;
  /** System rules, earlier messages of the chat, and the sentence itself. */
  messages: readonly ModelMessage[];
  sentence: string;
  page: string | null;
  /** True if `messages` already contains text written by others. */
  isTainted: boolean;
  /** Records already shown in the chat, so that the summary of a proposal can name them. */
  known: readonly Card[];
  signal: AbortSignal;
  /** Receives the cleaned text so far, or the name of the tool being called. */
  onProgress(progress: { text: string } | { step: string }): Promise<void> | void;
};

export type Ran = {
  text: string;
  cards: Card[];
  toolCalls: Act[];
  proposed: Proposed[];
  isTainted: boolean;
  /** Why it ended early; null where it came to its end. */
  failure: string | null;
};

/**
 * Runs the model with tools, step by step, within limits. Tools run with the person's rights. Changes that are private
 * and can be undone run immediately; all others are proposed. Once text by others was read, all changes are proposed.
 */
export async function runAgent(run: Run): Promise<Ran> {
  const state: State = {
    run,
    tools: new ToolSet(run.sentence, run.page),
    messages: [...run.messages],
    toolCalls: [],
    proposed: [],
    seen: [],
    reading: new ReadingTrace(run.isTainted),
    calls: 0,
    text: "",
  };
  const signal = AbortSignal.any([run.signal, AbortSignal.timeout(RUN_MS)]);
  try {
    for (let step = 1; step <= MAX_STEPS; step += 1) {
      const calls = await oneStep(state, { signal, isLast: step === MAX_STEPS });
      if (calls.length === 0 || signal.aborted) break;
    }
    return ended(state, signal.aborted && !run.signal.aborted ? "It took longer than two minutes" : null);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return ended(state, error.message);
  }
}

type State = {
  run: Run;
  tools: ToolSet;
  messages: ModelMessage[];
  toolCalls: Act[];
  proposed: Proposed[];
  /** Records that were read, in the order of their numbers. */
  seen: Card[];
  /** Whether text by others was read, according to the records themselves, not to the tool that returned them. */
  reading: ReadingTrace;
  calls: number;
  text: string;
};

async function oneStep(state: State, { signal, isLast }: { signal: AbortSignal; isLast: boolean }) {
  const { run, tools: box, messages } = state;
  const { services, actor } = run;
  const { outbound, systemSettings, database } = services;
  const inTransaction: SignedIn["inTransaction"] = (mode, act) =>
    database.transaction(actor.userId, mode, act);
  shrink(messages);
  const answer = askModel(
    { outbound, systemSettings, inTransaction },
    { userId: actor.userId, messages, tools: box.available, mayCall: !isLast, signal },
  );
  const before = state.text;
  let content = "";
  let next = await answer.next();
  for (; !next.done; next = await answer.next()) {
    content += next.value;
    state.text = joined(before, content);
    await run.onProgress({ text: cleaned(displayablePart(state.text), materialOf(messages)) });
  }
  const calls = (isLast ? [] : next.value.slice(0, MAX_CALLS)).map((call, index) => ({
    ...call,
    // Some servers omit the id, and a tool result without one matches no call.
    id: call.id || `call_${messages.length}_${index}`,
  }));
  messages.push({ role: "assistant", content, calls });
  for (const call of calls)
    messages.push({ role: "tool", callId: call.id, content: await resultOf(state, call) });
  return calls;
}

const joined = (before: string, addition: string) =>
  before && addition ? `${before}\n\n${addition}` : before || addition;

async function resultOf(state: State, call: ToolCall): Promise<string> {
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

function foundBy({ tools: box }: State, input: Record<string, unknown>): string {
  const asked = Words.safeParse(input);
  if (!asked.success) return refusal("Say in 'words' what you want to do");
  const found = box.find(asked.data.words);
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
    state.toolCalls.push({ ...act, outcome: "done" });
    number(state, capability.resource, output);
    const text = withoutOwner(JSON.stringify(output ?? null));
    return fenced(text.length > MAX_RESULT ? `${text.slice(0, MAX_RESULT)} … (cut: ask for less)` : text);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    state.toolCalls.push({ ...act, outcome: "failed" });
    // An error may name a record, unless it is about the arguments alone.
    if (error.code !== "not_found" && capability.definition.input.safeParse(input).success)
      state.reading.taint();
    return refusal(error.message);
  }
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
  state.proposed.push({ capability: name, input, summary: summaryOf(state, definition.summary, input) });
  state.toolCalls.push({ capability: name, effect: definition.effect, input, outcome: "proposed" });
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

const materialOf = (messages: readonly ModelMessage[]) =>
  messages
    .filter(({ role }) => role === "user" || role === "tool")
    .map(({ content }) => content)
    .join("\n");

/** Drops the oldest tool results first when the messages exceed MAX_MATERIAL. */
function shrink(messages: ModelMessage[]): void {
  const sizes = () => messages.reduce((sum, { content }) => sum + content.length, 0);
  for (const [place, message] of messages.entries()) {
    if (sizes() <= MAX_MATERIAL) return;
    if (message.role === "tool") messages[place] = { ...message, content: "(left out: read it again)" };
  }
}

/** The records that the text cites, renumbered in order of first citation; all records read if it cites none. */
function ended(state: State, failure: string | null): Ran {
  const text = cleaned(state.text.trim(), materialOf(state.messages));
  const cited: Card[] = [];
  const numbered = text.replaceAll(/\s?\[(\d{1,3})\]/g, (_, digits: string) => {
    const card = state.seen[Number(digits) - 1];
    if (!card) return "";
    if (!cited.includes(card)) cited.push(card);
    return ` [${cited.indexOf(card) + 1}]`;
  });
  const cards = cited.length > 0 ? cited.map((card, place) => ({ ...card, cite: place + 1 })) : state.seen;
  const { toolCalls, proposed, reading } = state;
  const { isTainted } = reading;
  return { text: numbered, cards: cards.slice(0, 12), toolCalls, proposed, isTainted, failure };
}
