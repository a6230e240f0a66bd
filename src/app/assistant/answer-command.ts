import type { CommandAnswerer } from "#features/daily-ops/public/command-answerer.ts";
import { isOwnText } from "#platform/capability/provenance.ts";
import { answerQuestion, asksModel } from "./agent/answer-with-model.ts";
import { type ChatMessage, Question } from "./model.ts";

/**
 * A command that a model reads has the answer of `assistant.ask`, in a chat of its own. What only an underline or a button
 * shows there is said in words. Agents may not ask a model, not even with approval.
 */
export const answerSpoken: CommandAnswerer = async (context, { text, timeZone }) => {
  if (context.actor.isAgent || !isOwnText(context.provenance)) return null;
  const asked = Question.parse({ text, timeZone, page: "daily-ops" });
  if (!(await asksModel(context, asked))) return null;
  const { chatId, answer } = await answerQuestion(context, asked);
  return { response: spoken(answer), href: `/ai-assistant?chat=${chatId}` };
};

function spoken({ content, marks, proposals }: ChatMessage): string {
  const pieces = (isAct: boolean) =>
    marks
      .filter(({ kind }) => (kind === "act") === isAct)
      .map(({ start, end }) => `'${content.slice(start, end)}'`)
      .join(", ");
  const [unfound, undone] = [pieces(false), pieces(true)];
  const waiting = proposals.filter(({ state }) => state === "waiting").length;
  return [
    content.replaceAll(/ ?\[\d{1,3}\]/g, ""),
    unfound && `Not found in what was read: ${unfound}.`,
    undone && `Not done: ${undone}.`,
    waiting > 0 &&
      `${waiting === 1 ? "One step waits" : `${waiting} steps wait`} for your approval in AI Assistant.`,
  ]
    .filter(Boolean)
    .join(" ");
}
