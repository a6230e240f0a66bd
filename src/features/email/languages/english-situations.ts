import { capital } from "./language-rules.ts";
import type { SituationPhrases } from "./situation-phrases.ts";

/** What is written in English where a mail is of a known kind. */
export const englishSituations: SituationPhrases = {
  byDay: "by [day]",
  examineComplaint: (isFormal, due) =>
    isFormal
      ? `I am sorry for the trouble this has caused you. I am looking into it and will come back to you ${due}.`
      : `I'm sorry for the trouble this has caused you. I'm looking into it and will get back to you ${due}.`,
  askAboutComplaint: (isFormal) =>
    isFormal
      ? "I am sorry for the trouble this has caused you. So that I can look into it, could you please send me [what you need]?"
      : "I'm sorry for the trouble this has caused you. So that I can look into it, could you send me [what you need]?",
  checkInvoice: (isFormal, due) =>
    isFormal
      ? `Thank you for the reminder. I am having the invoice checked and will come back to you ${due}.`
      : `Thanks for the reminder. I'm having the invoice checked and will get back to you ${due}.`,
  askForInvoice: (isFormal) =>
    isFormal
      ? "Thank you for the reminder. Could you please send me a copy of the invoice?"
      : "Thanks for the reminder. Could you send me a copy of the invoice?",
  examineApplication: (_, due) =>
    `Thank you very much for your application and your interest in working with us. I will read it carefully and come back to you ${due}.`,
  inviteApplicant: () =>
    "Thank you very much for your application. I would like to get to know you. Would [day and time] suit you for a conversation?",
  declineApplicant: () =>
    "Thank you very much for your application. Unfortunately we cannot offer you this position. I wish you every success in your search.",
  declinePitch: (isFormal) =>
    isFormal
      ? "Thank you for getting in touch. We have no need for this at present."
      : "Thanks for getting in touch, but we don't need this at the moment.",
  familyFirst: (isFormal) =>
    isFormal
      ? "Thank you for letting me know. Please do not worry about work. I wish you and your family all the best."
      : "No problem at all, family comes first. I hope all is well again soon!",
  takeSeriously: (isFormal) =>
    isFormal
      ? "Thank you for telling me this in confidence. I take it seriously. Would [day and time] suit you to talk?"
      : "Thank you for telling me, I take this seriously. Does [day and time] work for you to talk?",
  thankForPraise: (isFormal) => (isFormal ? "I am very glad to hear that." : "I'm so glad to hear that!"),
  acceptResignation: (isFormal) =>
    isFormal
      ? "Thank you for telling me. I am very sorry to see you go, and I am grateful for everything you have done. Would [day and time] suit you to talk about the handover?"
      : "Thank you for telling me. I'm really sorry to see you go, and grateful for everything you have done. Does [day and time] work for you to talk about the handover?",
  thankForIntroduction: (isFormal) =>
    isFormal
      ? "Thank you very much for the introduction.\n\n[Name], it is a pleasure to meet you. Would [day and time] suit you for a call?"
      : "Thanks a lot for the introduction!\n\n[Name], nice to meet you. Does [day and time] work for a call?",
  considerAppeal: (isFormal, due) =>
    isFormal
      ? `Thank you for thinking of us. I will see what we can do and come back to you ${due}.`
      : `Thanks for thinking of us. I'll see what we can do and get back to you ${due}.`,
  declineAppeal: (isFormal) =>
    isFormal
      ? "Thank you for thinking of us. Unfortunately we cannot contribute this time. I wish you every success."
      : "Thanks for thinking of us. Unfortunately we can't contribute this time. I wish you every success!",
  considerRise: (isFormal, due) =>
    isFormal
      ? `Thank you for letting me know. I will go through the figures and come back to you ${due}.`
      : `Thanks for letting me know. I'll go through the figures and get back to you ${due}.`,
  declineRise: (isFormal) =>
    isFormal
      ? "Thank you for letting me know. We cannot accept the increase as it stands. Could we agree on [your proposal]?"
      : "Thanks for letting me know. That's more than we can do. Could we agree on [your proposal]?",
  noCommentYet: (due) =>
    `I have received your request. I will look into it and come back to you ${due}. Until then I have no comment.`,
  noComment: "I have received your request. We do not comment on this.",
  agreeToMeet: (isFormal) =>
    isFormal ? "Gladly. Would [day and time] suit you?" : "Happy to. Does [day and time] work for you?",
  gladly: (isFormal) => (isFormal ? "Gladly." : "Happy to!"),
  declineToMeet: (isFormal) =>
    isFormal
      ? "Thank you for asking. Unfortunately I do not have the time at the moment."
      : "Thanks for asking. Unfortunately I don't have the time at the moment.",
  inThoughts: () => "My thoughts are with you and your family.",
  great: (isFormal) => (isFormal ? "That is good to hear, thank you." : "Great, thank you!"),
  enjoyLeave: () => "Enjoy your time off!",
  goAhead: "Yes, please go ahead.",
  notYet: "Not yet, please: [reason].",
  choose: (option) => `${capital(option)}, please.`,
  willGuest: "I will come [alone / with a guest].",
  diet: "Dietary requirements: [none].",
  hold: (isFormal, due, matter) =>
    isFormal
      ? `I will look at ${matter ?? "this"} and come back to you ${due}.`
      : `I'll look at ${matter ?? "this"} and get back to you ${due}.`,
  holdInvitation: (isFormal, due) =>
    isFormal
      ? `Thank you very much for asking. I will see whether it is possible and let you know ${due}.`
      : `Thanks for asking! I'll see how it fits and let you know ${due}.`,
  received: (_, due) => `I confirm receipt of your message and will reply ${due}.`,
  thankForSympathy: (isFormal) =>
    isFormal
      ? "Thank you very much for your kind words. They mean a great deal to me."
      : "Thank you so much for your kind words, they mean a lot to me.",
  sorryForDelay: (isFormal) => (isFormal ? "I am sorry for the delay." : "I'm sorry for the delay."),
  pointGaps: { answer: "[answer]", yesNo: "[yes/no]", choice: "[your choice]", thing: "[enclosed / day]" },
};
