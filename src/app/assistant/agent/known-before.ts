import type { ChatMessage } from "../model.ts";
import type { Clock } from "./claims/claim.ts";
import { Material } from "./claims/material.ts";

type Before = {
  /** Messages of the chat, oldest first. */
  before: readonly ChatMessage[];
  /** What the person had noted, and their name. */
  facts: readonly string[];
  clock: Clock;
};

/** What a run may say before its first call: the sentence, its attachments, noted facts, and the chat without its marks. */
export function knownBefore(
  { before, facts, clock }: Before,
  { sentence, attached }: { sentence: string; attached: string },
): Material {
  const material = new Material(clock);
  for (const text of [sentence, ...facts]) material.addOwn(text);
  material.addText(attached);
  for (const message of before) {
    if (message.role === "user") material.addOwn(message.content);
    else addAnswer(material, message);
  }
  return material;
}

function addAnswer(material: Material, { content, marks, cards, toolCalls, proposals }: ChatMessage): void {
  material.addText(withoutMarks(content, marks));
  for (const card of cards) material.addCard(card);
  for (const { capability, effect, outcome = "done" } of toolCalls)
    if (outcome === "done") material.addCall({ capability, effect, outcome, isEarlier: true });
  for (const { capability, state, input, summary } of proposals) {
    if (state === "done") material.addCall({ capability, effect: "write", outcome: "done", isEarlier: true });
    if (state === "done") material.addResult("", input);
    if (state === "waiting") material.addCall({ capability, effect: "write", outcome: "proposed" });
    if (state === "waiting") material.addProposal(input, summary);
  }
}

/** What was marked once is no proof of itself. */
function withoutMarks(content: string, marks: ChatMessage["marks"]): string {
  let text = "";
  let from = 0;
  for (const { start, end } of marks) {
    text += `${content.slice(from, start)} \u2026 `;
    from = end;
  }
  return text + content.slice(from);
}
