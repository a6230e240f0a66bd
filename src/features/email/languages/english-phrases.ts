import { englishSituations } from "./english-situations.ts";
import { familyName, fullName, type Phrases } from "./language-rules.ts";

/** What is written in English. */
export const englishPhrases: Phrases = {
  greeting: (name, isFormal) => {
    if (name === null) return isFormal ? "Dear Sir or Madam," : "Hello,";
    if (isFormal && name.title && name.last)
      return `Dear ${name.title === "man" ? "Mr" : "Ms"} ${familyName(name.last)},`;
    return isFormal ? `Dear ${fullName(name)},` : `Hi ${name.first},`;
  },
  closing: (isFormal) => (isFormal ? "Kind regards," : "Best,"),
  warmClosing: "Love,",
  opening: "Thank you for your message.",
  promise: (isFormal) => (isFormal ? "I will take care of it." : "I'll take care of it."),
  refusal: (isFormal) =>
    isFormal ? "Unfortunately this is not possible for me." : "I'm afraid I can't do that.",
  aboutTopic: (topic) => `About ${topic}: `,
  aboutNumber: (number) =>
    number === 0
      ? "To your question: "
      : `To your ${["first", "second", "third", "fourth", "fifth", "sixth"][number - 1] ?? "next"} question: `,
  acceptTime: (time, isFormal) => (isFormal ? `${time} suits me well.` : `${time} works for me.`),
  declineTimes: (isFormal) =>
    isFormal
      ? "Unfortunately I am not available then. Would [day and time] be possible instead?"
      : "I'm afraid I can't make it then. Would [day and time] work instead?",
  proposeTimes: (times, isFormal) =>
    `${isFormal ? "I could offer the following times:" : "I'm free at these times:"}\n${times.map((time) => `- ${time}`).join("\n")}\n\n${isFormal ? "Please let me know which one suits you." : "Just let me know which one suits you."}`,
  acceptFigure: (figure) => `I agree to ${figure}.`,
  declineFigure: (figure, isFormal) =>
    isFormal
      ? `Unfortunately I cannot agree to ${figure}. I could agree to [amount].`
      : `I'm afraid ${figure} doesn't work for me. I could do [amount].`,
  acceptInvitation: (isFormal) =>
    isFormal
      ? "Thank you very much for the invitation, which I gladly accept."
      : "Thanks for the invitation, I'd love to!",
  declineInvitation: (isFormal) =>
    isFormal
      ? "Thank you very much for the invitation. Unfortunately I am not able to come this time."
      : "Thanks for the invitation! Unfortunately I can't make it this time.",
  later: (isFormal, due) =>
    isFormal
      ? `I will check this and come back to you ${due}.`
      : `I'll check this and get back to you ${due}.`,
  askBack: (isFormal) =>
    isFormal
      ? "Before I can answer, I have one question: [your question]"
      : "One question before I answer: [your question]",
  welcome: (isFormal) => (isFormal ? "You are very welcome, it was my pleasure." : "You're very welcome!"),
  thanksForNews: (isFormal) => (isFormal ? "Thank you for letting me know." : "Thanks for letting me know."),
  getWell: (isFormal) =>
    isFormal
      ? "Thank you for letting me know. I wish you a speedy recovery."
      : "Thanks for letting me know. Get well soon!",
  condolences: (isFormal) =>
    isFormal
      ? "I am very sorry to hear this. Please accept my heartfelt condolences; my thoughts are with you."
      : "I'm so sorry to hear this. My heartfelt condolences, I'm thinking of you.",
  congratulations: (isFormal) =>
    isFormal ? "That is wonderful news. Congratulations!" : "That's wonderful news, congratulations!",
  sorryForTrouble: () => "I am very sorry about this.",
  sorryToSeeLeave: (isFormal) =>
    isFormal
      ? "I am very sorry to hear that you are leaving, and I thank you for everything that you have done. I wish you all the best for what comes next."
      : "I'm really sorry to hear that you're leaving. Thank you for everything, and all the best for what comes next!",
  noProblem: (isFormal) =>
    isFormal
      ? "Thank you for letting me know. It is no problem at all."
      : "No problem at all, thanks for letting me know.",
  thanksForCongratulations: (isFormal) =>
    isFormal ? "Thank you very much for your kind wishes." : "Thank you, that is very kind of you!",
  factGap: "[Yes/No].",
  confirmGap: () => "My confirmation: [yes/no].",
  verifyBank: () =>
    "Before I change any payment details, I will call you on the number that we have on file to verify this. Until then, payments go to the account that we know.",
  refuseBank: () =>
    "We do not accept changes of payment details by e-mail. Payments continue to go to the account that we have on file.",
  verifyRequest: (isFormal) =>
    isFormal
      ? "Thank you for your message. I will check this first and call you on the number that I already have for you."
      : "Thanks for your message. I'll check this first and call you on the number that I already have for you.",
  refuseRequest: () => "Unfortunately I do not act on such requests by e-mail.",
  examineClaim: () =>
    "I confirm receipt of your message. I am having the matter examined and will reply by [day]. Until then nothing in this message is to be taken as an admission.",
  disputeClaim: () =>
    "I confirm receipt of your message. I do not accept the claim as it stands. Please send me the documents on which you base it.",
  situations: englishSituations,
  followUp: (subject, isFormal) =>
    isFormal
      ? `I would like to follow up on my message${subject && ` about "${subject}"`}. Could you let me know where this stands?`
      : `I just wanted to follow up on my message${subject && ` about "${subject}"`}. Could you let me know where things stand?`,
};
