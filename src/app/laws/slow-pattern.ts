import {
  type Assertion,
  CharSet,
  CombinedTransformer,
  type Concatenation,
  type Element,
  type Expression,
  getIntersectionWords,
  isDisjointWith,
  JS,
  NFA,
  type NoParent,
  type Quantifier,
  Transformers,
  transform,
} from "refa";
import { analyse } from "scslre";

type Pattern = { source: string; flags: string };
type Part = NoParent<Element>;
/** A repetition with the elements before and after it in the pattern. */
type Place = { quantifier: Quantifier; before: Element[]; after: Element[]; isLookahead: boolean };

/**
 * Why a pattern may take more than linear time; empty if it does not. Two repetitions that share characters are found
 * by scslre; a repetition inside which the pattern may begin again (`<a\s[^>]*x` in "<a <a <a ") is found here.
 */
export function slownessOf({ source: written, flags }: Pattern): string[] {
  const source = withoutLargeCounts(written);
  if (!/[*+]|,\}/.test(source)) return [];
  const shared = analyse({ source, flags }, { reportTypes: { Move: false } }).reports.map(
    ({ type, character, exponential }) =>
      `${exponential ? "exponential" : "shared"} ${type} ${character.literal.source}`,
  );
  const { expression, maxCharacter } = JS.Parser.fromLiteral({ source, flags }).parse({
    backreferences: "disable",
  });
  const restarts = placesOf(expression)
    .filter(({ after, quantifier, isLookahead }) => isLookahead || !alwaysEnds(after, quantifier))
    .flatMap((place) => [
      ...choiceOf(place, maxCharacter),
      ...(flags.includes("y") ? [] : restartOf(place, maxCharacter)),
    ]);
  return [...new Set([...shared, ...restarts])];
}

/**
 * Counts up to this are treated as constant; a larger one as unbounded: `{0,2000}` takes up to 2,000 steps per
 * character.
 */
const COUNTS = 100;

const withoutLargeCounts = (source: string) =>
  source.replaceAll(/(?<!\\)\{(\d+)(?:,(\d*))?\}/g, (counted, min: string, max = min) =>
    Number(max) > COUNTS ? `{${Math.min(Number(min), 1)},}` : counted,
  );

function placesOf(expression: Expression): Place[] {
  return expression.alternatives.flatMap((alternative) => placesIn(alternative, [], [], false));
}

function placesIn(
  sequence: Concatenation,
  outerBefore: Element[],
  outerAfter: Element[],
  isLookahead: boolean,
): Place[] {
  return sequence.elements.flatMap((element, at): Place[] => {
    const before = [...outerBefore, ...sequence.elements.slice(0, at)];
    const after = [...sequence.elements.slice(at + 1), ...outerAfter];
    if (element.type === "Alternation")
      return element.alternatives.flatMap((inner) => placesIn(inner, before, after, isLookahead));
    if (element.type === "Assertion")
      return element.alternatives.flatMap((inner) => placesIn(inner, before, [], element.kind === "ahead"));
    if (element.type !== "Quantifier") return [];
    const again = { ...element, min: 0 };
    const inner = element.alternatives.flatMap((part) =>
      element.max > 1
        ? placesIn(part, [...before, again], [again, ...after], isLookahead)
        : placesIn(part, before, after, isLookahead),
    );
    return element.max === Number.POSITIVE_INFINITY
      ? [{ quantifier: element, before, after, isLookahead }, ...inner]
      : inner;
  });
}

/** A text that the repetition matches and in which the pattern can begin again at each iteration. */
function restartOf({ quantifier, before }: Place, maxCharacter: number): string[] {
  const once: Quantifier = { ...quantifier, min: 1, max: 1 };
  const restarted = automaton(afterCharacter([...before, once], CharSet.all(maxCharacter)), maxCharacter);
  const run = automaton([{ ...quantifier, min: 0, max: Number.POSITIVE_INFINITY }], maxCharacter);
  if (isDisjointWith(restarted, run)) return [];
  const word = getIntersectionWords(restarted, run)[Symbol.iterator]().next().value ?? [];
  return [`begins again in ${JSON.stringify(String.fromCodePoint(...word))}`];
}

/** A text that two ways of one repetition agree with: each turn doubles the ways to try. */
function choiceOf({ quantifier }: Place, maxCharacter: number): string[] {
  const repeated: Quantifier = { ...quantifier, min: 0 };
  const automata = quantifier.alternatives.map(({ elements }) =>
    automaton([...elements, repeated], maxCharacter),
  );
  const isAmbiguous = automata.some((way, n) =>
    automata.slice(n + 1).some((other) => !isDisjointWith(way, other)),
  );
  return isAmbiguous ? ["two ways through one repetition"] : [];
}

/** The elements with the preceding character, restricted by lookbehinds at their start (`^`, `\b`). */
function afterCharacter([first, ...rest]: Part[], allowed: CharSet): Part[] {
  if (first?.type === "Alternation")
    return [
      {
        type: "Alternation",
        alternatives: first.alternatives.map(({ elements }) => ({
          type: "Concatenation",
          elements: afterCharacter([...elements, ...rest], allowed),
        })),
      },
    ];
  const asserted = first?.type === "Assertion" ? oneCharacter(first) : undefined;
  if (first?.type === "Assertion" && first.kind === "behind" && asserted)
    return afterCharacter(rest, allowed.intersect(first.negate ? asserted.negate() : asserted));
  return [{ type: "CharacterClass", characters: allowed }, ...(first ? [first] : []), ...rest];
}

function oneCharacter({ alternatives }: NoParent<Assertion>): CharSet | undefined {
  const [first, ...sets] = alternatives.map(({ elements: [one, ...more] }) =>
    one?.type === "CharacterClass" && more.length === 0 ? one.characters : undefined,
  );
  return sets.reduce((all, set) => (all && set ? all.union(set) : undefined), first);
}

const applied = () =>
  new CombinedTransformer([Transformers.applyAssertions(), Transformers.simplify({ ignoreAmbiguity: true })]);

function automaton(elements: Part[], maxCharacter: number): NFA {
  const expression = transform(applied(), {
    type: "Expression",
    alternatives: [{ type: "Concatenation", elements }],
  });
  return NFA.fromRegex(expression, { maxCharacter }, { assertions: "ignore", unknowns: "ignore" as never });
}

/**
 * Whether the rest always matches: may be empty, or matches both the end and any character that ends the repetition.
 */
function alwaysEnds(after: Element[], quantifier: Quantifier): boolean {
  const [next, ...rest] = after.filter((element) => !mayBeEmpty(element));
  if (!next) return true;
  const [only, ...others] = quantifier.alternatives.flatMap(({ elements }) => elements);
  if (rest.length > 0 || others.length > 0 || only?.type !== "CharacterClass") return false;
  const branches = next.type === "Alternation" ? next.alternatives.map(({ elements }) => elements) : [[next]];
  const ends = branches.flatMap(([one, ...more]) => (one && canContinue(more) ? [one] : []));
  const accepted = ends.flatMap((one) => acceptedBy(one) ?? []);
  return ends.some(isEnd) && accepted.reduce((all, set) => all.union(set), only.characters).isAll;
}

/** Nothing follows, or a repetition after which the rest always matches. */
function canContinue([first, ...rest]: Element[]): boolean {
  return !first || (first.type === "Quantifier" && mayBeEmpty(first) && alwaysEnds(rest, first));
}

const mayBeEmpty = (element: Element): boolean =>
  (element.type === "Quantifier" && element.min === 0) ||
  ((element.type === "Alternation" || element.type === "Quantifier") &&
    element.alternatives.some(({ elements }) => elements.every(mayBeEmpty)));

/** The characters that this element matches. */
function acceptedBy(element: Element): CharSet | undefined {
  if (element.type === "CharacterClass") return element.characters;
  return isEnd(element) ? oneCharacter(element)?.negate() : undefined;
}

/** `$`, or another negative lookahead: it matches at the end of the text. */
const isEnd = (element: Element): element is Assertion =>
  element.type === "Assertion" && element.kind === "ahead" && element.negate;
