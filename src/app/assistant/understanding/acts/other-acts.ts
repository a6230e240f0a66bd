import { memories } from "../../memories.ts";
import { type Act, asksFor, planOf } from "../act.ts";
import { capital } from "../capital.ts";

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
  "memories.create": remember,
  "none.cannot": cannot,
};
