/** What is written where a mail is of a known kind, by formality. `due`: until when, such as 'by Wednesday'. */
export type SituationPhrases = {
  /** The usual `due` with a gap. */
  byDay: string;
  /** To somebody who complains: it is examined, nothing is admitted. */
  examineComplaint(isFormal: boolean, due: string): string;
  askAboutComplaint(isFormal: boolean): string;
  /** To a reminder of a payment; it promises none. */
  checkInvoice(isFormal: boolean, due: string): string;
  askForInvoice(isFormal: boolean): string;
  examineApplication(isFormal: boolean, due: string): string;
  inviteApplicant(isFormal: boolean): string;
  declineApplicant(isFormal: boolean): string;
  declinePitch(isFormal: boolean): string;
  /** To somebody who has to care for a relative. */
  familyFirst(isFormal: boolean): string;
  /** To somebody who confides a trouble at work. */
  takeSeriously(isFormal: boolean): string;
  /** To praise. */
  thankForPraise(isFormal: boolean): string;
  acceptResignation(isFormal: boolean): string;
  thankForIntroduction(isFormal: boolean): string;
  considerAppeal(isFormal: boolean, due: string): string;
  declineAppeal(isFormal: boolean): string;
  considerRise(isFormal: boolean, due: string): string;
  declineRise(isFormal: boolean): string;
  /** To the press that asks about allegations. */
  noCommentYet(due: string): string;
  noComment: string;
  /** To somebody who wants to talk without naming a time. */
  agreeToMeet(isFormal: boolean): string;
  gladly(isFormal: boolean): string;
  declineToMeet(isFormal: boolean): string;
  /** To thanks with news of what comes next. */
  /** To somebody bereaved who thanks. */
  inThoughts(isFormal: boolean): string;
  great(isFormal: boolean): string;
  enjoyLeave(isFormal: boolean): string;
  goAhead: string;
  notYet: string;
  /** It is looked at, nothing is agreed to. `matter`: what, with its article; null where it is not known. */
  hold(isFormal: boolean, due: string, matter: string | null): string;
  /** To an invitation of the private kind, and to what the family wants; it accepts nothing. */
  holdInvitation(isFormal: boolean, due: string): string;
  /** The mail has come; neither thanks nor an answer. */
  received(isFormal: boolean, due: string): string;
  thankForSympathy(isFormal: boolean): string;
  sorryForDelay(isFormal: boolean): string;
  /** What stands in the gap of a listed point. */
  pointGaps: { answer: string; yesNo: string; choice: string; thing: string };
  /** An option of the mail, or several of them in a gap. */
  choose(option: string, isFormal: boolean): string;
  willGuest: string;
  diet: string;
};
