import { documents } from "#features/documents/documents.ts";
import { emails } from "#features/email/emails.ts";
import { joinWords, plural } from "../../../format-answer.ts";
import type { Turn } from "../../../intent.ts";
import { type Act, asksFor, planOf } from "../../act.ts";
import { capital } from "../../capital.ts";
import { addressesOf } from "../../people/find-addresses.ts";
import { readMention } from "../../read-mention.ts";
import { DOCUMENT } from "../../record-kinds.ts";
import { orEndOfDay } from "../../times/in-day.ts";
import { readTime } from "../../times/read-time.ts";
import { signed } from "../mail/compose-mail.ts";
import { hitsIn } from "../mail/list-mails.ts";
import { piecesOf } from "../role-pieces.ts";
import { colleaguesNamed, sharingPlans } from "./document-sharing.ts";
import { categoryIn, type Document, documentCard, documentsMeant } from "./find-documents.ts";

type Fields = Omit<Parameters<typeof documents.update>[1], "id" | "version">;

/** One step for each document. */
async function changed(
  turn: Turn,
  item: string | undefined,
  order: string,
  fieldsOf: (document: Document) => Fields,
) {
  const many = await documentsMeant(turn, item);
  if ("answer" in many) return many.answer;
  return many.found.map((document) => {
    const { id, version, title } = document;
    return planOf(
      documents.update,
      { id, version, ...fieldsOf(document) },
      { order: `${order}: '${title}'`, cards: [documentCard(document)] },
    );
  });
}

const category: Act = async (turn, { item: named, category: words = "" }) => {
  const pieces = piecesOf(turn.sentence, words);
  const item = pieces.length > 1 && named ? `${named} under ${pieces[0]}` : named;
  const chosen = categoryIn(pieces.at(-1) ?? "") ?? categoryIn(afterItem(turn.sentence, item));
  if (!chosen) return asksFor(`Which category: ${joinWords(CATEGORY_NAMES)}?`);
  return changed(turn, item, `File under '${chosen.replace("-", " ")}'`, () => ({ category: chosen }));
};

const CATEGORY_NAMES = [
  "contracts",
  "reports",
  "presentations",
  "invoices",
  "legal",
  "marketing",
  "research",
  "meeting notes",
  "proposals",
  "general",
];

/** A category may be named outside of its role, but not by the name of the document or as what it was. */
const afterItem = (sentence: string, item = ""): string =>
  sentence.replace(item, " ").replace(/\bfiled under \w+/i, " ");

const rename: Act = async (turn, { item, title }) => {
  if (!title) return asksFor("What shall it be called?");
  const many = await documentsMeant({ ...turn, sentence: turn.sentence.replace(title, " ") }, item);
  if ("answer" in many) return many.answer;
  const [one, second] = many.found;
  if (!one || second) return asksFor("Which one of them shall be renamed?");
  const { id, version } = one;
  const name = capital(title.replace(/^["'](.+)["']$/, "$1"));
  return planOf(
    documents.update,
    { id, version, title: name },
    { order: `Rename '${one.title}' to '${name}'`, cards: [documentCard(one)] },
  );
};

const tag: Act = async (turn, { item, tag: words }) => {
  const name = words?.replaceAll(/^["'#]|["']$/g, "").trim();
  if (!name) return asksFor("Which tag?");
  return changed(turn, item, `Tag with '${name}'`, ({ tags }) => ({ tags: [...new Set([...tags, name])] }));
};

const remove: Act = async (turn, { item }) => {
  const many = await documentsMeant(turn, item);
  if ("answer" in many) return many.answer;
  return many.found.map((document) =>
    planOf(
      documents.delete,
      { id: document.id },
      { order: `Move the document '${document.title}' to the trash`, cards: [documentCard(document)] },
    ),
  );
};

const restore: Act = async (turn, { item }) => {
  const { items } = await turn.use(documents.trash, { limit: 100 });
  if (items.length === 0) return { text: "No, there are no documents in the trash." };
  const shown = new Set(turn.previousCards.map(({ id }) => id));
  const { content, isPointing, isAll } = mentionOf(turn, item ?? "");
  const fitting =
    content.length > 0
      ? items.filter((each) => hitsIn(content, textOf(each)) >= content.length * 0.6)
      : items.filter(({ id }) => (isPointing || !item ? shown.has(id) : true));
  const found = fitting.length === 0 && !item ? items.slice(0, 1) : fitting;
  const [one, second] = found;
  if (!one) return asksFor(`No document like '${item}' is in the trash. Which one do you mean?`);
  if (second && !isAll)
    return { ...asksFor("Which of them shall I restore?"), cards: found.slice(0, 5).map(documentCard) };
  return found.map((document) =>
    planOf(
      documents.restore,
      { id: document.id },
      { order: `Restore '${document.title}' from the trash`, cards: [documentCard(document)] },
    ),
  );
};

const mentionOf = (turn: Turn, words: string) =>
  readMention(words, DOCUMENT.nouns, { now: turn.context.now, timeZone: turn.timeZone });
const textOf = ({ title, category: of, tags, fileName }: Document) =>
  `${title} ${of} ${tags.join(" ")} ${fileName}`;

const favorite =
  (isFavorite: boolean): Act =>
  async (turn, { item }) => {
    const many = await documentsMeant(turn, item);
    if ("answer" in many) return many.answer;
    const open = many.found.filter((each) => each.isFavorite !== isFavorite);
    if (open.length === 0) {
      const titles = joinWords(many.found.map(({ title }) => `'${title}'`));
      return { text: `${titles}: this is so already.`, cards: many.found.map(documentCard) };
    }
    return open.map((document) =>
      planOf(
        documents.setFavorite,
        { id: document.id, isFavorite },
        {
          order: `${isFavorite ? "Add to" : "Remove from"} the favorites: '${document.title}'`,
          cards: [documentCard(document)],
        },
      ),
    );
  };

const link: Act = async (turn, { item, when, password }) => {
  const moment = when ? readTime(turn, when) : null;
  if (when && !moment) return asksFor(`When is '${when}'?`);
  const secret = password?.replace(/^["'](.+)["']$/, "$1").trim();
  if (secret && secret.length < MIN_PASSWORD)
    return asksFor(`A password has at least ${MIN_PASSWORD} characters. Which one shall it be?`);
  const many = await documentsMeant(turn, item);
  if ("answer" in many) return many.answer;
  const expiresAt = moment ? orEndOfDay(moment, turn.timeZone) : null;
  if (expiresAt && expiresAt <= turn.context.now)
    return asksFor("That time has passed. How long shall the link work?");
  return many.found.map((document) =>
    planOf(
      documents.createLink,
      {
        id: document.id,
        ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
        ...(secret && { password: secret }),
      },
      {
        order: `Create a link to '${document.title}' that anyone can open${when ? `, until ${when}` : ""}${secret ? ", with a password" : ""}`,
        cards: [documentCard(document)],
      },
    ),
  );
};

const MIN_PASSWORD = 4;

/** Colleagues get access. Files of documents cannot be attached here, so that others get a draft which waits for its file. */
const send: Act = async (turn, { item, person, text }) => {
  if (BY_HAND.test(turn.sentence))
    return { text: "I cannot do that: I only share documents here, or write mails." };
  if (!person) return asksFor("To whom?");
  const many = await documentsMeant(turn, item);
  if ("answer" in many) return many.answer;
  const colleagues = await colleaguesNamed(turn, person);
  if (colleagues && !/\b(?:e-?mail|mail|attach)/i.test(turn.sentence))
    return sharingPlans(turn, many.found, colleagues);
  const to = await addressesOf(turn, person);
  if ("answer" in to) return to.answer;
  const titles = joinWords(many.found.map(({ title }) => `'${title}'`));
  const start = await turn.use(emails.startNew, {});
  const body = text ? capital(text) : `Please find attached ${titles}.`;
  const plan = planOf(
    emails.create,
    {
      subject: joinWords(many.found.map(({ title }) => title)).slice(0, 200),
      body: signed(body, start.signature),
      recipients: to.addresses,
      accountId: start.accountId,
    },
    {
      order: `Save a draft to ${joinWords(to.addresses)}, to which you attach ${titles}: I cannot attach ${plural(many.found.length, "file")} from Documents`,
      cards: many.found.map(documentCard),
    },
  );
  return plan;
};

const BY_HAND =
  /\b(?:courier\w*|registered (?:mail|letter|post)|by (?:post|fax|hand|letter)|fax(?:ed)?|fedex|ups|dhl|printed?)\b/i;

export const DOCUMENT_ACTS: Readonly<Record<string, Act>> = {
  "documents.category": category,
  "documents.rename": rename,
  "documents.tag": tag,
  "documents.delete": remove,
  "documents.restore": restore,
  "documents.favorite": favorite(true),
  "documents.unfavorite": favorite(false),
  "documents.link": link,
  "documents.send": send,
};
