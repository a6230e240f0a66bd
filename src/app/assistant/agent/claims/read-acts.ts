import { ACT_VERBS, type ActKind, ANY_ACT, ANY_READ, WAITS } from "./act-verbs.ts";
import { thingOf } from "./read-figures.ts";
import type { Sentence } from "./split-sentences.ts";
import type { Token } from "./tokens.ts";

/** An act that a text claims: 'I have sent the mail', 'Done', 'it was moved'. */
export type ActClaim = {
  start: number;
  end: number;
  kind: ActKind;
  /** The past form: a record that says the same of itself proves it ('status: sent'). */
  verb: string;
  /** What it was done to, such as 'task'; null if the sentence does not say. */
  thing: string | null;
  /** `state`: 'was sent', which a record may say of itself; `perfect`: 'has been sent'; `own`: 'I sent'. */
  form: "own" | "perfect" | "state";
};

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));
const ADVERBS = words(
  "have has had just now already also then successfully gone went ahead and both duly been all only finally them it hereby immediately so since i've vous le la l' lo te ya",
);
const DENIED = words(
  "not no never nothing none nobody haven't hasn't didn't couldn't can't cannot wasn't weren't isn't aren't won't neither nicht kein keine pas ne rien nunca nada without unable",
);
const MODAL = words(
  "will would can could should shall may might must i'll i'd if once when unless until before kann konnte werde wurde soll peux puedo need needs want wants let",
);
const BE = words("is are was were been be got gets being wurde wurden est sont");
const DONE = words("done erledigt fertig fait hecho completed finished sorted handled");
const THINGS = words("task event email message document contact notification project decision workspace");

/** The acts that a sentence says were done. A question, a wish or a condition claims none. */
export function readActs({ tokens, text }: Sentence): ActClaim[] {
  if (text.endsWith("?")) return [];
  const found = [...firstPerson(tokens), ...passive(tokens), ...atBeginning(tokens), ...waiting(tokens)];
  const outer: ActClaim[] = [];
  for (const each of found.sort((one, other) => one.start - other.start))
    if (!outer.some(({ start, end }) => each.start < end && each.end > start)) outer.push(each);
  return outer;
}

type Given = { from: number; at: number; kind: ActKind; form?: ActClaim["form"] };

function claim(tokens: readonly Token[], { from, at, kind, form = "own" }: Given): ActClaim {
  const verb = tokens[at];
  let last = at;
  let thing: string | null = null;
  for (let next = at + 1; next < tokens.length && next < at + 9; next += 1) {
    const token = tokens[next];
    if (
      !token ||
      /^[,.;:!?([]$/.test(token.text) ||
      /^(?:and|und|et|y|but|which|that|because|so)$/.test(token.plain)
    )
      break;
    if (thing === null && token.kind === "word" && THINGS.has(thingOf(token.plain)))
      thing = thingOf(token.plain);
    last = next;
  }
  if (form !== "own") thing = thingIn(tokens.slice(0, from)) ?? thing;
  const start = tokens[from]?.start ?? 0;
  return { start, end: tokens[last]?.end ?? start, kind, verb: verb?.plain ?? "", thing, form };
}

const thingIn = (tokens: readonly Token[]): string | null =>
  tokens
    .filter(({ kind }) => kind === "word")
    .map(({ plain }) => thingOf(plain))
    .findLast((each) => THINGS.has(each)) ?? null;

const FIRST = words("i i've ive ich j'ai he we we've");

/** 'I have just created …', and what follows with 'and': 'created the task and sent the mail'. */
function firstPerson(tokens: readonly Token[]): ActClaim[] {
  const found: ActClaim[] = [];
  for (const [from, token] of tokens.entries()) {
    if (!isSubject(tokens, from)) continue;
    const isLate = token.plain === "ich";
    let at = from + 1;
    let isActing = false;
    for (; at < tokens.length; at += 1) {
      const { plain, kind, text } = tokens[at] ?? token;
      if (DENIED.has(plain) || (MODAL.has(plain) && !isActing)) break;
      const act = ACT_VERBS.get(plain);
      const isAfterBe = BE.has(tokens[at - 1]?.plain ?? "");
      if (act && !isAfterBe && (!isActing || isJoined(tokens, at))) {
        found.push(claim(tokens, { from: isActing ? at : from, at, kind: act }));
        isActing = true;
      } else if (!isActing && !isLate && !ADVERBS.has(plain) && kind !== "sign") break;
      else if (/^[;.]$/.test(text)) break;
    }
  }
  return found;
}

/** 'He' is 'I have' in Spanish, and a man in English. */
const isSubject = (tokens: readonly Token[], at: number): boolean => {
  const plain = tokens[at]?.plain ?? "";
  if (!FIRST.has(plain)) return false;
  return plain !== "he" || /(?:ado|ido)$/.test(tokens[at + 1]?.plain ?? "");
};

/** After 'and', 'then' or a comma, with nothing but adverbs between. */
function isJoined(tokens: readonly Token[], at: number): boolean {
  for (let before = at - 1; before >= 0; before -= 1) {
    const plain = tokens[before]?.plain ?? "";
    if (/^(?:and|then|,|und|et|y)$/.test(plain)) return true;
    if (!ADVERBS.has(plain)) return false;
  }
  return false;
}

/** 'Your mail has been sent', 'the task is now deleted', 'both are done'. */
function passive(tokens: readonly Token[]): ActClaim[] {
  const found: ActClaim[] = [];
  for (const [at, { plain }] of tokens.entries()) {
    const isDone = DONE.has(plain);
    const act = ACT_VERBS.get(plain) ?? (isDone ? ANY_ACT : undefined);
    if (!act || act.needs === "looked") continue;
    let be = at - 1;
    while (be >= 0 && ADVERBS.has(tokens[be]?.plain ?? "") && !BE.has(tokens[be]?.plain ?? "")) be -= 1;
    const isShort =
      /^(?:it's|that's|all's|everything's|c'est)$/.test(tokens[be]?.plain ?? "") ||
      tokens[be]?.text === "It's";
    if (!BE.has(tokens[be]?.plain ?? "") && !isShort) continue;
    const before = tokens.slice(Math.max(0, be - 6), be).map((token) => token.plain);
    const isOpen = tokens
      .slice(0, at)
      .some((token) => /^(?:if|once|when|unless|until|before|as)$/.test(token.plain));
    if (before.some((each) => DENIED.has(each)) || MODAL.has(before.at(-1) ?? "") || isOpen) continue;
    if (
      tokens.slice(be, at).some((token) => DENIED.has(token.plain)) ||
      tokens[be]?.plain === "be" ||
      tokens[be]?.plain === "being"
    )
      continue;
    if (/^(?:only|you|to|who|which|that)$/.test(tokens[be - 1]?.plain ?? "") && plain !== "done") continue;
    const isState =
      /^(?:is|are|was|were|wurde|wurden|est|sont)$/.test(tokens[be]?.plain ?? "") && at === be + 1;
    found.push(claim(tokens, { from: be, at, kind: act, form: isState ? "state" : "perfect" }));
  }
  return found;
}

/** 'Done.', 'All set', 'Sent to Ingrid', 'Consider it done'; not 'Completed tasks', which names what they are. */
function atBeginning(tokens: readonly Token[]): ActClaim[] {
  const first = tokens.findIndex(
    ({ plain, kind }) =>
      kind === "word" &&
      !/^(?:ok|okay|yes|all|sure|great|both|consider|it|right|alright|and|c'est|ya|ja|so|now|everything)$/.test(
        plain,
      ),
  );
  const token = tokens[first];
  if (!token || first > 5) return [];
  const before = tokens[first - 1]?.plain;
  if (token.plain === "set" && before === "all")
    return [claim(tokens, { from: first - 1, at: first, kind: ANY_ACT })];
  if (token.plain === "taken" && tokens[first + 1]?.plain === "care")
    return [claim(tokens, { from: first, at: first, kind: ANY_ACT })];
  const act = DONE.has(token.plain) ? ANY_ACT : ACT_VERBS.get(token.plain);
  if (!act || !/^\p{Lu}/u.test(tokens[0]?.text ?? "") || act.needs === "proposed") return [];
  const next = tokens[first + 1];
  const isName =
    next?.kind === "word" &&
    (THINGS.has(thingOf(next.plain)) || /s$/.test(next.plain)) &&
    !DONE.has(token.plain);
  if (isName || next?.plain === "by") return [];
  return [claim(tokens, { from: first, at: first, kind: act.needs === "looked" ? ANY_READ : act })];
}

/** 'It waits for your approval'. */
function waiting(tokens: readonly Token[]): ActClaim[] {
  const at = tokens.findIndex(({ plain }) => /^(?:wait|waits|waiting|await|awaits|awaiting)$/.test(plain));
  if (at < 0) return [];
  const rest = tokens.slice(at + 1, at + 5).map(({ plain }) => plain);
  const isForPerson =
    rest.includes("your") &&
    rest.some((each) => /^(?:approval|confirmation|decision|ok|okay|go-ahead)$/.test(each));
  const isDenied = tokens
    .slice(0, at)
    .some(({ plain }) => DENIED.has(plain) || /^(?:will|would|could)$/.test(plain));
  return isForPerson && !isDenied ? [claim(tokens, { from: at, at, kind: WAITS })] : [];
}
