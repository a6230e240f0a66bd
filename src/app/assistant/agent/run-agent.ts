import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { ReadingTrace } from "#platform/capability/reading-trace.ts";
import { askModel, type ModelMessage } from "#platform/model/model.ts";
import { resultOf } from "./call-tool.ts";
import { checkedAnswer, checkOf, MAX_ANSWER } from "./check-answer.ts";
import type { Ran, Run, State } from "./run-state.ts";
import { ShownAnswer } from "./shown-answer.ts";
import { ToolSet } from "./tools.ts";

/** Limits of one run: model requests, calls of one step, characters of all messages, milliseconds. */
const MAX_STEPS = 8;
const MAX_CALLS = 16;
const MAX_MATERIAL = 30_000;
const RUN_MS = 120_000;

/**
 * Runs the model with tools, step by step, within limits. Tools run with the person's rights. Changes that are private
 * and can be undone run immediately; all others are proposed. Once text by others was read, all changes are proposed.
 */
export async function runAgent(run: Run): Promise<Ran> {
  const state: State = {
    run,
    tools: new ToolSet(wordsOf(run), run.page),
    messages: [...run.messages],
    toolCalls: [],
    proposed: [],
    seen: [],
    reading: new ReadingTrace(run.isTainted),
    calls: 0,
    step: 0,
    foundInStep: null,
    text: "",
    sources: materialOf(run.messages),
    isCut: false,
  };
  const signal = AbortSignal.any([run.signal, AbortSignal.timeout(RUN_MS)]);
  try {
    const left = await untilAnswer(state, signal, MAX_STEPS);
    const first = checkedAnswer(
      state,
      signal.aborted && !run.signal.aborted ? "It took longer than two minutes" : null,
    );
    return first.marks.length === 0 || state.isCut || left === 0 || signal.aborted
      ? first
      : await askedAgain(state, { first, signal, left });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return checkedAnswer(state, error.message);
  }
}

/** The sentence after the one before it in the chat, which it may go on from ('and the same for Bob'). */
const wordsOf = ({ messages, sentence }: Run): string =>
  [
    ...messages
      .filter(({ role }) => role === "user")
      .slice(-2, -1)
      .map(({ content }) => content.slice(0, 300)),
    sentence,
  ].join(". ");

/** Takes steps until the model calls no more tools; gives how many are left of `steps`. */
async function untilAnswer(state: State, signal: AbortSignal, steps: number): Promise<number> {
  for (let left = steps - 1; left >= 0; left -= 1) {
    const calls = await oneStep(state, { signal, isLast: left === 0 });
    if (calls.length === 0 || signal.aborted) return left;
  }
  return 0;
}

/** Asks once more, naming what is supported by nothing; the answer with fewer marks counts. */
async function askedAgain(
  state: State,
  { first, signal, left }: { first: Ran; signal: AbortSignal; left: number },
): Promise<Ran> {
  state.messages.push({ role: "user", content: checkOf(first) });
  const { text } = state;
  state.text = "";
  try {
    await untilAnswer(state, signal, Math.min(left, STEPS_OF_CHECK));
    const second = checkedAnswer(state, null);
    if (second.text !== "" && second.marks.length < first.marks.length && !signal.aborted) return second;
  } catch (error) {
    // The first answer stands, with its marks.
    if (!(error instanceof AppError)) throw error;
  }
  state.text = text;
  return checkedAnswer(state, first.failure);
}

/** Model requests that may follow a check: one that reads, and one that answers. */
const STEPS_OF_CHECK = 2;

async function oneStep(state: State, { signal, isLast }: { signal: AbortSignal; isLast: boolean }) {
  const { run, tools: box, messages } = state;
  const { services, actor } = run;
  const { outbound, systemSettings, database } = services;
  const inTransaction: SignedIn["inTransaction"] = (mode, act) =>
    database.transaction(actor.userId, mode, act);
  state.step += 1;
  shrink(messages);
  const answer = askModel(
    { outbound, systemSettings, inTransaction },
    { userId: actor.userId, messages, tools: box.available, mayCall: !isLast, signal },
  );
  const before = state.text;
  const shown = new ShownAnswer(state);
  let content = "";
  let next = await answer.next();
  for (; !next.done; next = await answer.next()) {
    content += next.value;
    state.text = joined(before, content);
    if (state.text.length > MAX_ANSWER) {
      // Ends the request as well: nothing more is read of it.
      await answer.return([]);
      state.isCut = true;
      break;
    }
    await run.onProgress(shown.next(state.text));
  }
  const requested = next.done ? next.value : [];
  const calls = (isLast ? [] : requested.slice(0, MAX_CALLS)).map((call, index) => ({
    ...call,
    // Some servers omit the id, and a tool result without one matches no call.
    id: call.id || `call_${messages.length}_${index}`,
  }));
  messages.push({ role: "assistant", content, calls });
  for (const call of calls) {
    const result = await resultOf(state, call);
    state.sources += `\n${result}`;
    messages.push({ role: "tool", callId: call.id, content: result });
  }
  return calls;
}

const joined = (before: string, addition: string) =>
  before && addition ? `${before}\n\n${addition}` : before || addition;

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
