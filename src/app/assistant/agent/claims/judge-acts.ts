import type { Mark } from "../../model.ts";
import { ANY_ACT, CALLS_OF } from "./act-verbs.ts";
import type { Material, RanCall } from "./material.ts";
import type { ActClaim } from "./read-acts.ts";
import type { ReadAnswer, SentenceClaims } from "./read-answer.ts";
import type { Scope } from "./scope-index.ts";

/** A mark where no call did what a sentence says was done. */
export function judgeAct(
  act: ActClaim,
  { scopes, sentence }: SentenceClaims,
  answer: ReadAnswer,
  { calls, keys }: Material,
): Mark[] {
  const isOld = EARLIER.test(sentence.text);
  const isHalf =
    act.kind === ANY_ACT && calls.some(({ outcome }) => outcome === "proposed") && !WAITING.test(answer.text);
  if (
    !isHalf &&
    calls.some((call) => hasRun(call, act) && isOfThing(call, act) && (!call.isEarlier || isOld))
  )
    return [];
  const isOpen = calls.some(
    ({ capability, outcome }) => outcome !== "done" && act.kind.calls.test(capability),
  );
  return !isOpen && isOwn(act, scopes, keys) ? [] : [{ start: act.start, end: act.end, kind: "act" }];
}

/** An act of an earlier answer is claimed as such: 'I have already sent it'. */
const EARLIER =
  /\b(?:already|earlier|before|previously|yesterday|last time|bereits|schon|d\u00e9j\u00e0|ya)\b/i;
/** 'Done' is not true while something waits, unless the answer says so. */
const WAITING = /\b(?:approv|wait|propos|confirm|genehmig|best\u00e4tig)/i;

/** 'The invoice was sent' is also what a record says of itself: the one that is named, or any if none is. */
function isOwn({ form, verb }: ActClaim, scopes: readonly Scope[], keys: ReadonlySet<string>): boolean {
  const stated = `word:${verb}`;
  if (form === "own") return false;
  return scopes.length > 0
    ? scopes.some((scope) => scope.keys.has(stated))
    : form === "state" && keys.has(stated);
}

function hasRun({ capability, effect, outcome = "done" }: RanCall, { kind }: ActClaim): boolean {
  if (kind.needs === "looked") return outcome === "done";
  if (effect === "read") return false;
  if (kind.needs === "proposed") return outcome === "proposed";
  if (kind.needs === "prepared") return outcome !== "failed";
  return outcome === "done" && kind.calls.test(capability);
}

function isOfThing({ capability }: RanCall, { thing, kind }: ActClaim): boolean {
  if (thing === null) return !kind.isOfThing;
  if (kind.needs === "looked" && capability.startsWith("search.")) return true;
  return CALLS_OF[thing]?.test(capability) ?? true;
}
