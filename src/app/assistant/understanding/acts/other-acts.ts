import { conversations } from "#features/communication/conversations.ts";
import { memberNamed } from "../../lookup/find-person.ts";
import { memories } from "../../memories.ts";
import { type Act, asksFor, planOf } from "../act.ts";
import { capital } from "../capital.ts";
import { findOne } from "../find-records.ts";
import { CONVERSATION, DECISION } from "../record-kinds.ts";

const message: Act = async (turn, { person, conversation, text }) => {
  if (!text) return asksFor("What shall the message say?");
  const content = capital(text);
  if (conversation) {
    const one = await findOne(turn, CONVERSATION, conversation);
    if ("answer" in one) return one.answer;
    return proposedMessage(one.found.id, one.found.name, content);
  }
  if (!person) return asksFor("To whom?");
  const member = await memberNamed(turn, person);
  if ("answer" in member) return member.answer;
  const opened = await turn.use(conversations.openWith, { userId: member.userId });
  return proposedMessage(opened.id, member.fullName, content);
};

const proposedMessage = (conversationId: string, name: string, content: string) => ({
  text: `Shall I write to ${name}: '${content}'?`,
  proposed: [
    {
      capability: "messages.send",
      input: { conversationId, content },
      summary: `Write to ${name}: ${content}`,
    },
  ],
});

const VOTES: readonly (readonly [RegExp, string])[] = [
  [/\b(abstain|abstention|neutral|sit (it|this) out)\b/i, "abstain"],
  [/\b(no|against|reject|nay|oppose|turn down|down)\b/i, "reject"],
  [/\b(yes|for|approve|aye|favou?r|yea|support)\b/i, "approve"],
];

const vote: Act = async (turn, { item, vote: words, text }) => {
  const chosen = VOTES.find(([pattern]) => pattern.test(words ?? ""))?.[1];
  if (!chosen) return asksFor("Yes, no or abstain?");
  const one = await findOne(turn, DECISION, item);
  if ("answer" in one) return one.answer;
  const input = { id: one.found.id, vote: chosen, ...(text ? { comment: text } : {}) };
  return {
    text: `Shall I vote '${chosen}' on '${one.found.title}'?`,
    cards: [DECISION.cardOf(one.found, turn)],
    proposed: [{ capability: "decisions.vote", input, summary: `Vote '${chosen}' on '${one.found.title}'` }],
  };
};

const remember: Act = async (_turn, { text }) => {
  if (!text) return asksFor("What shall I remember?");
  return planOf(
    memories.create,
    { content: capital(text) },
    {
      order: `Remember '${capital(text)}'`,
      answer: (made) => ({
        text: `I keep in mind: '${made.content}'.`,
        suggestions: ["what do you remember?"],
      }),
    },
  );
};

const cannot: Act = async () => ({
  text: "I cannot do that. I work with your tasks, calendar, mail, documents, messages and decisions.",
});

export const OTHER_ACTS: Readonly<Record<string, Act>> = {
  "messages.send": message,
  "decisions.vote": vote,
  "memories.create": remember,
  "none.cannot": cannot,
};
