import type { MailReading } from "./read-mail.ts";
import { type Choice, write } from "./reply-choice.ts";
import type { ReplyStyle } from "./reply-style.ts";

/** The intents of a mail of a known kind, the best one first; null for others. `due`: until when an answer is promised. */
export function forSituation(reading: MailReading, style: ReplyStyle, due: string): Choice[] | null {
  const { rules, news, figure } = reading;
  const { isFormal, isKnown } = style;
  const { phrases } = rules;
  const say = phrases.situations;
  if (news === "bankChange")
    return [write("verify", phrases.verifyBank(isFormal)), write("decline", phrases.refuseBank(isFormal))];
  if (news === "claim")
    return [write("later", phrases.examineClaim(isFormal)), write("decline", phrases.disputeClaim(isFormal))];
  if (news === "allegation") return [write("later", say.noCommentYet(due)), write("decline", say.noComment)];
  if (news === "reminder")
    return [write("verify", say.checkInvoice(isFormal, due)), write("ask", say.askForInvoice(isFormal))];
  if (news === "worry") return [write("accept", say.takeSeriously(isFormal))];
  if (news === "resignation") return [write("thank", say.acceptResignation(isFormal))];
  if (news === "introduction") return [write("thank", say.thankForIntroduction(isFormal))];
  if (news === "relativeIll" && reading.asks.length === 0) return [write("thank", say.familyFirst(isFormal))];
  if (news === "application" && reading.asks.every(({ kind }) => kind !== "open"))
    return [
      write("later", say.examineApplication(isFormal, due)),
      write("accept", say.inviteApplicant(isFormal)),
      write("decline", say.declineApplicant(isFormal)),
    ];
  if (news === "appeal")
    return [write("later", say.considerAppeal(isFormal, due)), write("decline", say.declineAppeal(isFormal))];
  if (news === "priceRise")
    return [
      write("later", say.considerRise(isFormal, due)),
      write("decline", say.declineRise(isFormal)),
      ...(figure ? [write("agreeFigure", phrases.acceptFigure(figure, isFormal), figure)] : []),
    ];
  if (news === "pitch" && !isKnown)
    return [
      write("decline", say.declinePitch(isFormal)),
      write("accept", say.agreeToTalk(isFormal)),
      write("later", phrases.later(isFormal, due)),
    ];
  return null;
}
