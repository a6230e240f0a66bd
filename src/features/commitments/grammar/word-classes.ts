export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Between a subject and its verb these change nothing. */
const ADVERBS = wordSet(
  "also then just certainly definitely gladly happily personally still now soon shortly immediately first quickly both all surely hereby myself ourselves today tonight tomorrow later asap obviously naturally absolutely finally simply only even already quickly briefly gratefully of course so too therefore afterwards afterward additionally separately actually promptly directly quietly",
);
/** What makes a statement only possible. */
export const HEDGES = wordSet(
  "maybe perhaps probably possibly hopefully presumably likely ideally potentially might may",
);
export const NEGATIONS = wordSet("not never no neither nor hardly nobody nothing none");
export const HABITS = wordSet(
  "always usually normally generally often sometimes typically whenever regularly ordinarily occasionally rarely",
);
/** After a modal these are no verbs. */
export const NOT_VERBS = wordSet(
  "i you he she it we they u me him her us them my your his its our their the a an this that these those who what which and or but if in on at to for of with by from as than there here not n't one two some any all each every everyone somebody someone anyone everything something than because very much more most well such quite , . ! ? ; : - – — ( )",
);
/** What is thought, felt or undergone, and where somebody is: such a verb promises nothing. */
const STATIVE = wordSet(
  `be think remember forget know love like miss want need hope wish wait stay live die kill murder strangle understand believe feel
  hate enjoy admit bet guess say cross pray survive suffer fail lose win become regret cry eat drink sleep appreciate assume expect
  recommend suggest insist stick stand sit wonder doubt dream cost mean depend happen seem remain exist belong own deserve
  attend participate arrive travel fly walk sail cycle commute relax rest struggle learn grow mind care trust worry agree disagree
  consider treasure cherish honour honor celebrate vote retire resign quit haunt explode scream faint laugh smile
  hear recognize recognise realise realize notice prefer hesitate welcome look-forward require lack contain include last fit suit
  outlive age freeze melt starve manage cope try attempt aim strive endeavour endeavor intend plan decide support skip decline refuse
  join meet fall marry move emigrate inherit earn owe weigh taste smell sound appear regard respect envy fear dread
  stop avoid rather better end probably maybe perhaps hopefully never always usually also clone sue`,
);
/** Where somebody goes: a promise only with what they will do there. */
const MOTION = wordSet(
  "come go pop swing drop nip run head drive walk stop get stay sit be cycle hop jump leave travel fly rush",
);
/** Verb and the next word: with these the verb says no more than that it is said. */
const EMPTY_PHRASES: Readonly<Record<string, ReadonlySet<string>>> = {
  give: wordSet("up in"),
  get: wordSet(
    "there here home in used married better fired lost wet sick tired old over through away along on into up drunk rich good bored there's by worse",
  ),
  hold: wordSet("you on my off out"),
  leave: wordSet(
    "now soon at you for early work , . ! tomorrow in here there when around after tonight today",
  ),
  pass: wordSet(". , !"),
  take: wordSet("off your that's some note notice one train bus"),
  make: wordSet("do friends it mistakes"),
  tell: wordSet("anyone nobody no"),
  do: wordSet("my our fine well ok okay what whatever better great me"),
  run: wordSet("out late away"),
  put: wordSet("up"),
  call: wordSet("it that them's"),
  keep: wordSet("fingers my doing going quiet calm looking trying smiling mum schtum out well warm in"),
  let: wordSet("go it that slide"),
  find: wordSet("a my our another"),
  see: wordSet("you him her them if what how whether about . , ! that it each we which where one ;"),
  work: wordSet("from at late for in tomorrow today all until nights , ."),
  look: wordSet("forward like good great back different"),
  pick: wordSet("one"),
  turn: wordSet("up to into"),
  hang: wordSet("on out around"),
  use: wordSet("the it my our that this them these your"),
  ask: wordSet("elsewhere myself"),
  start: wordSet("my as at by from in a tomorrow today next with , . again over"),
  begin: wordSet("at by from in a tomorrow today next with , . again"),
  finish: wordSet("at . ,"),
  show: wordSet("up"),
  speak: wordSet("soon then later tomorrow you on at in"),
  talk: wordSet("soon then later tomorrow about on at in more it"),
  catch: wordSet("up you fire"),
  buy: wordSet("that's"),
  play: wordSet("at in with along golf football tennis"),
  read: wordSet("you"),
  have: wordSet("to no fun been had lunch dinner breakfast time lots none more plenty"),
  spend: wordSet("the a my our more some"),
  miss: wordSet("you"),
  throw: wordSet("up"),
  break: wordSet("up down"),
  continue: wordSet("to as with"),
  wear: wordSet("the a my it"),
  save: wordSet("money"),
  watch: wordSet("the it a out"),
  follow: wordSet("my your that the"),
  lend: wordSet("an"),
  grant: wordSet("you"),
  bear: wordSet("it that this you in with"),
  second: wordSet("that your the"),
  rest: wordSet("my"),
  step: wordSet("down"),
  bring: wordSet("shame"),
};
/** 'We' often includes the reader: what both do together is an arrangement. */
export const JOINT = wordSet(
  "discuss talk speak start begin meet catch figure use chat close proceed work play win manage interview open move stay visit see go celebrate find",
);
const GIVE_TRIES = wordSet("try go thought think miss shot whirl");

/** 'quickly', but not 'reply' */
export const isAdverb = (word: string): boolean =>
  ADVERBS.has(word) ||
  (word.length > 4 &&
    word.endsWith("ly") &&
    !/^(?:reply|apply|supply|rely|comply|multiply|imply|family|italy|july|assembly|anomaly)$/.test(word));

const isVerb = (word: string): boolean =>
  /^\p{L}{2,}/u.test(word) &&
  ![NOT_VERBS, NEGATIONS, HEDGES, HABITS].some((words) => words.has(word)) &&
  !isAdverb(word);

/** Whether the verb at this place, with what follows, says that something definite is done for somebody. */
export function isDoing(words: readonly string[], at: number): boolean {
  const verb = words[at] ?? "";
  const next = words[at + 1] ?? ".";
  if (!isVerb(verb)) return false;
  if (MOTION.has(verb) && leadsToWork(words, at)) return true;
  if (/^(?:see|meet|speak|talk|join|attend|think|discuss|wait)$/.test(verb) && endsInWork(words, at))
    return true;
  if (
    verb === "leave" &&
    /^(?:it|that|this|them)$/.test(next) &&
    (/^(?:to|there|here|up|alone)$/.test(words[at + 2] ?? "") ||
      (words[at + 2] === "at" && words[at + 3] === "that"))
  )
    return false;
  if (verb === "turn" && /^\d/.test(next)) return false;
  if (
    verb === "take" &&
    words
      .slice(at + 1, at + 6)
      .some((word) => /^(?:train|bus|taxi|cab|flight|plane|tube|metro|tram|ferry)$/.test(word))
  )
    return false;
  if (verb === "stick") return /^(?:it|them|that|this|the|your)$/.test(next) && words[at + 2] !== "to";
  if (verb === "tell" && next === "you")
    return !/^(?:what|this|something|a|one|again|that|straight)$/.test(words[at + 2] ?? "");
  if (verb === "come" || verb === "go") return hasPurpose(words, at);
  if (verb === "move" || verb === "cost")
    return /^(?:it|the|your|that|you|this|them|our)$/.test(next) && verb === "move";
  if (verb === "fly" || verb === "drive" || verb === "walk" || verb === "run")
    return /^(?:you|it|them|him|her|the|this|that|another|a|your|over|through|some|an|these|those|\d+)$/.test(
      next,
    );
  if (verb === "drop" || verb === "pop" || verb === "swing" || verb === "stop" || verb === "nip")
    return (
      /^(?:it|you|the|them|this|that|off|your|a|by|my|everything|those|these|some|him|her)$/.test(next) &&
      (next !== "by" ||
        words
          .slice(at + 2, at + 6)
          .some(
            (word, index, near) =>
              word === "with" && /^(?:the|your|it|them|a|some|my)$/.test(near[index + 1] ?? ""),
          ))
    );
  if (STATIVE.has(verb) || (Object.hasOwn(EMPTY_PHRASES, verb) && EMPTY_PHRASES[verb]?.has(next)))
    return isRescued(words, at);
  if (verb === "give") return !words.slice(at + 1, at + 5).some((word) => GIVE_TRIES.has(word));
  if (verb === "look") return /^(?:into|at|over|through|after|it|that|them|up|this|for)$/.test(next);
  if (verb === "keep") return !words.slice(at + 1, at + 5).includes("mind");
  if (verb === "do") return !words.slice(at, at + 4).includes("best");
  if (verb === "talk" || verb === "speak") return /^(?:to|with)$/.test(next) && words[at + 2] !== "you";
  if (verb === "have") return isHaving(words, at);
  return true;
}

const REPORTS = wordSet(
  "send report take help write pick collect let get bring confirm share revert update mail email call forward circulate ping text feed",
);
/** 'see what there is and send you a list' */
const endsInWork = (words: readonly string[], at: number): boolean =>
  words
    .slice(at + 1, at + 14)
    .some((word, index, all) => word === "and" && REPORTS.has(all[index + 1] ?? ""));

/** 'come and measure', 'stop by to fix it' */
export function leadsToWork(words: readonly string[], at: number): boolean {
  const near = words.slice(at + 1, at + 8);
  const link = near.findIndex(
    (word, index) =>
      (word === "and" || (word === "to" && index > 0)) && /^\p{L}{2,}/u.test(near[index + 1] ?? ""),
  );
  const verb = near[link + 1] ?? "";
  if (
    words[at] !== "be" &&
    words.slice(at + 1, at + 9).some((word, index, all) => word === "for" && all[index + 1] === "you")
  )
    return true;
  if (
    link < 0 ||
    /^(?:come|go|be|stay|stop)$/.test(verb) ||
    /^(?:see|say|visit|join|watch|celebrate|meet|the|my|your|i|we|you)$/.test(verb)
  )
    return false;
  return isDoing(words, at + 2 + link);
}

/** 'go through it', 'come back to you', 'go get it' */
function hasPurpose(words: readonly string[], at: number): boolean {
  const [verb, next, after] = words.slice(at, at + 3);
  if (verb === "come") return next === "back" && after === "to";
  return (
    /^(?:through|over|get|ask|find|check|fetch|collect|buy|pick)$/.test(next ?? "") ||
    (next === "ahead" && after === "and") ||
    (next === "back" && after === "to")
  );
}

/** 'will have reviewed' */
const isParticiple = (word: string) =>
  (word.length > 4 && word.endsWith("ed") && word !== "indeed") ||
  /^(?:sent|done|written|made|paid|built|found)$/.test(word);

const READY = wordSet(
  "ready done finished over back sent delivered sorted fixed with complete out printed shipped",
);

/** 'have it ready', 'have a look', 'have a man there by 11' */
function isHaving(words: readonly string[], at: number): boolean {
  const near = words.slice(at + 1, at + 9);
  if (isParticiple(near[0] ?? "")) return near[1] !== "my";
  if (
    near.some(
      (word, index) => /^(?:you|yours)$/.test(word) && /^(?:at|with|to|for)$/.test(near[index - 1] ?? ""),
    )
  )
    return true;
  if (near[0] === "a" && /^(?:look|word|chat|dig|read|rummage|go)$/.test(near[1] ?? ""))
    return near[1] !== "go";
  if (/^(?:someone|somebody)$/.test(near[0] ?? "")) return true;
  if (
    /^(?:my|our|one)$/.test(near[0] ?? "") &&
    /^(?:assistant|secretary|team|colleague|colleagues|office|people|guys|of|accountant|lawyer|trainee|intern|pa|manager|associate|associates|paralegal|bookkeeper|boss|admin|lawyers|engineers|guy|lads|wife|husband|brother|sister|designer|developer|engineer|driver|partner)$/.test(
      near[1] ?? "",
    )
  )
    return true;
  if (
    near[0] === "a" &&
    /^(?:think|drink|coffee|beer|nap|good|great|nice|lovely|baby|party|meeting|call)$/.test(near[1] ?? "")
  )
    return false;
  if (near.slice(1, 6).some((word) => word.length > 4 && word.endsWith("ed"))) return true;
  return near.some(
    (word) => READY.has(word) || /^(?:by|before|tomorrow|tonight|today)$/.test(word) || /day$/.test(word),
  );
}

/** A few phrases with such verbs that do promise something. */
function isRescued(words: readonly string[], at: number): boolean {
  const [verb, next, after, third] = words.slice(at, at + 4);
  if (verb === "try") return /^(?:her|him|them|again|calling|ringing|phoning|emailing)$/.test(next ?? "");
  if (verb === "see")
    return (
      next === "that" &&
      /^(?:it|he|she|they|you|your|the|this|everyone|everything)$/.test(after ?? "") &&
      third !== "is"
    );
  if (verb === "make") return next === "it" && /^(?:up|right|happen)$/.test(after ?? "");
  if (verb === "get" && next === "in") return after === "touch" || after === "contact";
  if (verb === "get")
    return (
      (next === "on" && after === "to") ||
      (next === "over" && after === "to") ||
      (next === "through" && after === "it")
    );
  if (verb === "honour" || verb === "honor") return /^(?:the|your|our|that|it)$/.test(next ?? "");
  if (verb === "support") return next === "you" && after === "with";
  if (verb === "put") return next === "up" && /^(?:the|a|some|your)$/.test(after ?? "");
  if (verb === "find")
    return (
      next === "another" ||
      (next === "a" && /^(?:replacement|substitute|room|date|slot|time|copy|new)$/.test(after ?? ""))
    );
  if (verb === "take") return next === "one" && after === "of";
  if (verb === "keep")
    return next === "in" && after === "touch" ? false : /^(?:my|well)$/.test(next ?? "") && after === "eye";
  if (verb === "start" || verb === "begin" || verb === "continue")
    return next === "with" && words[at - 2] === "i";
  if (verb === "hear") return false;
  if (verb === "meet") return /^(?:the|your)$/.test(next ?? "") && /deadline|target/.test(after ?? "");
  if (verb === "decide") return false;
  if (verb === "include" || verb === "follow")
    return /^(?:it|them|the|your|that|a|this|my)$/.test(next ?? "") && verb === "include";
  return false;
}
