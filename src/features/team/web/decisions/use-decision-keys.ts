import { t } from "#i18n/message.ts";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import type { Vote } from "../../model.ts";
import { decisionRecords } from "../records.ts";
import { castVote } from "../team-mutations.ts";

const GROUP = t`Decisions`;

/** Going through the decisions without the mouse: j and k, Enter opens, 1 approves, 2 rejects, 3 abstains. */
export function useDecisionKeys(): void {
  useShortcut("j", t`Next decision`, GROUP, () => step(1));
  useShortcut("k", t`Previous decision`, GROUP, () => step(-1));
  useShortcut("1", t`Approve the decision that has the focus`, GROUP, () => vote("approve"));
  useShortcut("2", t`Reject it`, GROUP, () => vote("reject"));
  useShortcut("3", t`Abstain`, GROUP, () => vote("abstain"));
}

const cards = () => [...document.querySelectorAll<HTMLElement>("[data-decision]")];
const focused = () => cards().findIndex((card) => card.contains(document.activeElement));

function step(by: number): void {
  const all = cards();
  const here = focused();
  const next = all[here < 0 ? 0 : Math.max(0, Math.min(here + by, all.length - 1))];
  next?.querySelector<HTMLElement>("h3 button")?.focus();
}

/** A first vote lets the decision sink below those that still need one: the focus goes on to the next of them. */
function vote(value: Vote): void {
  const decision = decisionRecords.get(cards()[focused()]?.dataset.decision ?? "");
  if (!decision?.mayVote) return;
  if (decision.myVote === null) step(1);
  void castVote(decision, value, decision.myComment);
}
