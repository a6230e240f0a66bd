import fc from "fast-check";
import { expect, test } from "vitest";
import { violationsOf } from "./check-plan.ts";
import { costOf, sharedMinutes, termsOf } from "./cost-of-plan.ts";
import { bestPlan } from "./plan-items.ts";
import type { Block, Item, Problem, Span } from "./plan-problem.ts";
import { type BlockReasons, type Reason, reasonsOf } from "./reasons-of.ts";
import { anItem, aProblem, someWeek, TUESDAY } from "./weeks.factory.ts";

const MINUTE = 60_000;

/** The reasons of each item's first block. */
function reasonsFor(items: Item[], fields: Partial<Problem> = {}): Record<string, readonly Reason[]> {
  const problem = aProblem(items, fields);
  const all = reasonsOf(problem, bestPlan(problem)).map(
    ({ block, reasons }) => [block.itemId, reasons] as const,
  );
  return Object.fromEntries(all.toReversed());
}

test("a task without a date stands in the first free time", () => {
  expect(reasonsFor([anItem("letter")])).toEqual({ letter: [{ kind: "first-free" }] });
});

test("a due time is a reason where later would cost more, with its slack", () => {
  const [due, busy] = [TUESDAY(12), [{ id: "board", start: TUESDAY(10), end: TUESDAY(13) }]];
  expect(reasonsFor([anItem("letter", { due })], { busy }).letter).toEqual([
    { kind: "due", due, slackMinutes: 120 },
    { kind: "first-free" },
  ]);
  expect(reasonsFor([anItem("letter", { due, isPromised: true })], { busy }).letter?.[0]?.kind).toBe(
    "promised",
  );
  expect(reasonsFor([anItem("letter", { due: due + 7 * 86_400_000 })], { busy }).letter).toEqual([
    { kind: "first-free" },
  ]);
});

test("late is said with its minutes", () => {
  const due = TUESDAY(9, 30);
  expect(reasonsFor([anItem("letter", { due })]).letter?.[0]).toEqual({ kind: "late", due, minutes: 30 });
});

test("deep work stands in focus hours and light work outside, for this reason", () => {
  const items = [anItem("budget", { energy: "deep", minutes: 120 }), anItem("mails", { energy: "light" })];
  const reasons = reasonsFor(items);
  expect(reasons.budget).toContainEqual({ kind: "focus", minutes: 120 });
  expect(reasons.mails).toEqual([{ kind: "first-free" }]);
  expect(reasonsFor([anItem("mails", { energy: "light" })]).mails).toEqual([
    { kind: "outside-focus", minutes: 60 },
  ]);
});

test("preparation stands before its meeting", () => {
  const latest = TUESDAY(10);
  expect(reasonsFor([anItem("papers", { latest })]).papers).toEqual([
    { kind: "before-meeting", latest, slackMinutes: 0 },
    { kind: "only-room" },
  ]);
});

test("what waits for something names it, if it would have had room before", () => {
  const items = [anItem("send", { after: ["write"] }), anItem("write", { minutes: 90 })];
  const busy = [{ id: "board", start: TUESDAY(10, 30), end: TUESDAY(15) }];
  expect(reasonsFor(items).send).toEqual([{ kind: "after", itemId: "write", end: TUESDAY(10, 30) }]);
  expect(reasonsFor(items, { busy }).send).toEqual([{ kind: "first-free" }]);
});

test("what the last plan had stays, and what the person fixed is fixed", () => {
  const kept = [{ start: TUESDAY(14), end: TUESDAY(15) }];
  expect(reasonsFor([anItem("letter", { kept })]).letter).toEqual([{ kind: "kept", minutes: 60 }]);
  expect(reasonsFor([anItem("letter", { kept, isFixed: true })]).letter).toEqual([{ kind: "fixed" }]);
});

test("in generated weeks each reason is true of the problem, and elsewhere costs as much more as it says", () => {
  fc.assert(
    fc.property(someWeek(), (problem) => {
      const plan = bestPlan(problem, { effort: 20_000 });
      const explained = reasonsOf(problem, plan);
      expect(explained.map(({ block }) => block)).toEqual(plan.blocks);
      for (const each of explained) expectTrue(problem, plan.blocks, each);
    }),
    { numRuns: 150, seed: 27 },
  );
});

function expectTrue(problem: Problem, blocks: readonly Block[], { block, reasons, elsewhere }: BlockReasons) {
  const item = problem.items.find(({ id }) => id === block.itemId) ?? anItem("none");
  const own = blocks.filter(({ itemId }) => itemId === item.id);
  const end = Math.max(...own.map((piece) => piece.end));
  expect(reasons.length).toBeGreaterThan(0);
  for (const reason of reasons) expect([reason, isTrue(reason)]).toEqual([reason, true]);
  if (!elsewhere) return;
  const moved = placedAt(elsewhere.pieces);
  expect(violationsOf(problem, moved)).toEqual([]);
  const costsMore = costOf(termsOf(problem, moved)) - costOf(termsOf(problem, blocks));
  expect(elsewhere.costsMore).toBeCloseTo(costsMore, 4);
  expect(elsewhere.costsMore).toBeGreaterThanOrEqual(-1e-4);

  function placedAt(pieces: readonly Span[]) {
    const others = blocks.filter(({ itemId }) => itemId !== item.id);
    return [...others, ...pieces.map((piece) => ({ ...piece, itemId: item.id }))];
  }

  /** Every quarter of an hour is tried as a start of the whole. */
  function hasRoom(isWanted: (span: Span) => boolean, asked: Problem = problem) {
    const length = item.minutes * MINUTE;
    const days = asked.days.flatMap(({ work }) => work);
    return days.some((span) => {
      for (
        let start = Math.ceil(span.start / (15 * MINUTE)) * 15 * MINUTE;
        start + length <= span.end;
        start += 15 * MINUTE
      ) {
        const place = { start, end: start + length };
        if (isWanted(place) && violationsOf(asked, placedAt([place])).length === 0) return true;
      }
      return false;
    });
  }

  function isTrue(reason: Reason): boolean {
    switch (reason.kind) {
      case "due":
      case "promised":
        return (
          item.isPromised === (reason.kind === "promised") &&
          reason.due === item.due &&
          reason.slackMinutes === (reason.due - end) / MINUTE &&
          reason.slackMinutes >= 0
        );
      case "late":
        return (
          reason.due === item.due && reason.minutes === (end - reason.due) / MINUTE && reason.minutes > 0
        );
      case "before-meeting":
        return reason.latest === item.latest && reason.slackMinutes === (reason.latest - end) / MINUTE;
      case "focus":
        return item.energy === "deep" && reason.minutes === focusMinutes();
      case "outside-focus":
        return (
          item.energy === "light" && reason.minutes === (block.end - block.start) / MINUTE - focusMinutes()
        );
      case "kept":
        return reason.minutes === sharedMinutes([block], item.kept) && reason.minutes > 0;
      case "after":
        return (
          item.after.includes(reason.itemId) &&
          blocks.some((other) => other.itemId === reason.itemId && other.end === reason.end)
        );
      case "first-free":
        return !hasRoom((span) => span.end < end);
      case "only-room":
        return !hasRoom((span) => own.every((piece) => span.end <= piece.start || span.start >= piece.end));
      case "undivided":
        return item.leastMinutes < item.minutes;
      case "fixed":
        return item.isFixed;
    }
  }

  function focusMinutes() {
    return sharedMinutes(
      [block],
      problem.days.flatMap(({ focus }) => focus),
    );
  }
}
