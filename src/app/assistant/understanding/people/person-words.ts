import { isOneEditApart, stemsOf } from "../match-words.ts";

/** What a person is found by. */
export type PersonText = {
  name: string;
  addresses: readonly string[];
  /** What is known besides: organization, relationship, note. */
  about: readonly string[];
};

/** What the words that name a person are compared with: all of `core` must fit, `more` only decides among several. */
type PersonWords = { core: string[]; more: string[] };

const NOISE = new Set(
  `a an the my our your his her their its this that these those mr mrs ms miss mx dr prof sir we i you it is are was be who whom what
  person people one guy man woman lady chap fellow folk folks contact contacts colleague colleagues please dear good someone somebody anyone anybody everyone
  everybody all every each both any of them always again too also just at from in of with on for over called named name down details there here`.split(
    /\s+/,
  ),
);
/** What follows says where or what somebody is. */
const QUALIFIER = /(?<=\S) (?:at|from|in|of|with|on|for|who|whom|we|that|the|over|my|our) /i;

/** Lower-case words without marks and accents. */
export const plainWords = (text: string): string[] =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

const plain = (text: string) =>
  text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/['\u2019]s?\b/g, "");

/** Reads 'Mr Becker', 'our landlord in Lisbon', 'Dan the plumber', 'my contact at Stahlwerk'. */
export function personWords(text: string): PersonWords {
  const at = QUALIFIER.exec(text)?.index ?? text.length;
  const core = contentOf(text.slice(0, at));
  const more = contentOf(text.slice(at));
  const [first = ""] = plainWords(text).filter((word) => word === "dr");
  if (core.length === 0 && more.length === 0 && first) return { core: ["doctor"], more };
  return core.length > 0 ? { core, more } : { core: more, more: [] };
}

const contentOf = (text: string): string[] =>
  (/\b[A-Z]{2,3}\b/.exec(text.trim())?.[0] === text.trim() ? [text.trim()] : plainWords(text)).filter(
    (word) => !NOISE.has(word),
  );

/** How well the words name the person; 0 where one of them does not fit. */
export function personLikeness({ core, more }: PersonWords, person: PersonText): number {
  const shares = core.map((word) => wordLikeness(word, person));
  if (shares.length === 0 || shares.some((share) => share < LEAST)) return 0;
  const extra = more.map((word) => wordLikeness(word, person));
  return mean(shares) + 0.1 * mean(extra);
}

const LEAST = 0.7;
const mean = (shares: readonly number[]) =>
  shares.length === 0 ? 0 : shares.reduce((sum, each) => sum + each, 0) / shares.length;

function wordLikeness(word: string, person: PersonText): number {
  const names = plainWords(person.name);
  if (word !== word.toLowerCase()) return initialsOf(names) === word.toLowerCase() ? 1 : 0;
  return Math.max(0, ...names.map((name) => nameLikeness(word, name)), otherLikeness(word, person));
}

const initialsOf = (names: readonly string[]) => names.map((name) => name.charAt(0)).join("");

function nameLikeness(word: string, name: string): number {
  if (word === name) return 1;
  if (word.length > 3 && (word === `${name}s` || word === `${name}es`)) return 0.99;
  if (NICKNAMES[word]?.includes(name)) return 0.9;
  if (word.length === 1) return name.startsWith(word) ? 0.8 : 0;
  if (word.length >= 3 && name.startsWith(word)) return 0.85;
  return word.length >= 4 && name.length >= 4 && isOneEditApart(word, name) ? 0.75 : 0;
}

/** By what they do and where: 'the bank' is a part of an address at grantbank.test. */
function otherLikeness(word: string, { addresses, about }: PersonText): number {
  const [stem = word] = stemsOf(word);
  const role = ROLES.find((each) => each.includes(stem));
  const same = role ?? [stem];
  const stems = new Set(about.flatMap((text) => stemsOf(plainWords(text).join(" "))));
  if (same.some((each) => stems.has(each))) return 0.8;
  const parts = addresses.flatMap((address) => plainWords(address.replace(/\.[a-z]+$/i, "")));
  const isPart = (part: string) =>
    part === word || role?.some((each) => each.length >= 4 && part.includes(each));
  return parts.some(isPart) ? 0.7 : 0;
}

/** Words for the same work. */
const ROLES = [
  "lawyer solicitor attorney counsel legal law notary barrister",
  "doctor gp physician practice praxis clinic surgery medical medic",
  "dentist dental orthodontist",
  "landlord landlady letting lettings",
  "bank banker banking",
  "accountant accounting bookkeeper tax",
  "estate realtor realty agent",
  "designer design",
  "supplier vendor",
  "client customer",
  "investor investment capital",
  "insurance insurer broker",
  "architect architecture",
  "school teacher",
  "vet veterinary",
  "mechanic garage",
  "hairdresser barber salon",
].map((words) => stemsOf(words));

const NICKNAMES: Readonly<Record<string, readonly string[]>> = {
  ...{
    bob: ["robert"],
    rob: ["robert"],
    bill: ["william"],
    will: ["william"],
    dick: ["richard"],
    rick: ["richard"],
  },
  ...{ mike: ["michael"], jim: ["james"], jack: ["john"], tony: ["anthony"], ted: ["edward", "theodore"] },
  ...{ liz: ["elizabeth"], beth: ["elizabeth"], peggy: ["margaret"], kate: ["katherine", "catherine"] },
  ...{ sue: ["susan"], becky: ["rebecca"], hank: ["henry"], harry: ["henry", "harold"], chuck: ["charles"] },
};
