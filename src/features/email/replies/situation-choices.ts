import type { Phrases } from "../languages/language-rules.ts";
import { matterOf } from "../languages/matter-phrases.ts";
import { NEUTRAL } from "../languages/neutral-phrases.ts";
import type { MailReading } from "./read-mail.ts";
import { type Choice, joined, write } from "./reply-choice.ts";
import type { ReplyStyle } from "./reply-style.ts";

/** The intents of a mail of a known kind, the best one first; null for others. `due`: until when an answer is promised. */
export function forSituation(reading: MailReading, style: ReplyStyle, due: string): Choice[] | null {
  const { rules, news, figure } = reading;
  const { isFormal, isKnown } = style;
  const { phrases } = rules;
  const texts = phrases.situations;
  if (news === "bankChange")
    return [write("verify", phrases.verifyBank(isFormal)), write("decline", phrases.refuseBank(isFormal))];
  if (news === "fraud") return forFraud(phrases, isFormal, due);
  if (news === "claim")
    return [
      write("later", phrases.examineClaim(isFormal).replace(texts.byDay, due)),
      write("decline", phrases.disputeClaim(isFormal)),
    ];
  if (news === "allegation")
    return [write("later", texts.noCommentYet(due)), write("decline", texts.noComment)];
  if (news === "reminder")
    return [write("verify", texts.checkInvoice(isFormal, due)), write("ask", texts.askForInvoice(isFormal))];
  if (news === "worry") return [write("accept", texts.takeSeriously(isFormal))];
  if (news === "resignation") {
    const open = reading.asks.filter(({ kind }) => kind === "open").slice(0, 1);
    const gaps = open.map(({ sentence }) => rules.gapFor(sentence, isFormal));
    return [write("thank", joined(texts.acceptResignation(isFormal), ...gaps))];
  }
  if (news === "condolence") return [write("thank", texts.thankForSympathy(isFormal))];
  if (news === "introduction") return [write("thank", texts.thankForIntroduction(isFormal))];
  // What somebody asks for besides is not granted with the sympathy.
  if (news === "relativeIll" && reading.asks.length === 0 && ASKED_BESIDES.test(reading.sentences.join(" ")))
    return [
      write("later", joined(NEUTRAL[rules.language].sorryForNews, texts.hold(isFormal, due, null))),
      write("accept", joined(NEUTRAL[rules.language].sorryForNews, texts.goAhead)),
    ];
  if (news === "relativeIll" && reading.asks.length === 0)
    return [write("thank", texts.familyFirst(isFormal))];
  if (news === "application" && reading.asks.every(({ kind }) => kind !== "open"))
    return [
      write("later", texts.examineApplication(isFormal, due)),
      write("accept", texts.inviteApplicant(isFormal)),
      write("decline", texts.declineApplicant(isFormal)),
    ];
  if (news === "appeal")
    return [
      write("later", texts.considerAppeal(isFormal, due)),
      write("decline", texts.declineAppeal(isFormal)),
    ];
  if (news === "priceRise")
    return [
      write("later", joined(texts.considerRise(isFormal, due), choiceBesides(reading))),
      write("decline", texts.declineRise(isFormal)),
      ...(figure ? [write("agreeFigure", phrases.acceptFigure(figure, isFormal), figure)] : []),
    ];
  if (news === "pitch" && !isKnown)
    return [
      write("decline", texts.declinePitch(isFormal)),
      write("accept", texts.agreeToMeet(isFormal)),
      write("later", phrases.later(isFormal, due)),
    ];
  return null;
}

const ASKED_BESIDES =
  /(?<!\p{L})(?:i(?:['’]d| would) (?:like|love|need)|could i|may i|unpaid|(?:ich )?würde (?:ich )?(?:sehr )?gerne?|möchte ich|ich möchte|könnte ich|darf ich|unbezahlt|j['’]aimerais|je souhaiterais|puis-je|pourrais-je|sans solde|me gustaría|quisiera|podría yo|sin sueldo)(?!\p{L})/iu;

/** Nothing is given, and it is verified in a known way. */
const forFraud = (phrases: Phrases, isFormal: boolean, due: string): Choice[] => [
  write("verify", phrases.verifyRequest(isFormal)),
  write("later", phrases.later(isFormal, due)),
  write("decline", phrases.refuseRequest(isFormal)),
];

/** Two ways that a mail offers besides: the choice is a gap. */
function choiceBesides({ asks, rules: { phrases, language } }: MailReading): string {
  const choice = asks.find(({ sentence }) => CHOICE.test(sentence) && WANTED.test(sentence))?.sentence;
  const matter = choice === undefined ? null : matterOf(choice, language);
  return matter === null ? "" : `${phrases.aboutTopic(matter)}${phrases.situations.pointGaps.choice}.`;
}
const CHOICE = /(?<!\p{L})(?:or|oder|ou|o)(?!\p{L})/iu;
const WANTED =
  /(?<!\p{L})(?:confirm|tell|know|prefer|shall|should|bestätig\p{L}*|sollen|lieber|préfér\p{L}*|indiqu\p{L}*|prefier\p{L}*|indi\p{L}*)(?!\p{L})/iu;
