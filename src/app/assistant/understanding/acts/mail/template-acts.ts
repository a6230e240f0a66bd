import { templates } from "#features/email/templates.ts";
import { type Act, asksFor, planOf } from "../../act.ts";
import { capital } from "../../capital.ts";

const withoutQuotes = (text: string) =>
  text.replace(/^["'\u2018\u201c]/, "").replace(/["'\u2019\u201d]$/, "");

/** A new mail template; without a subject its name is the subject. */
const create: Act = async (_turn, { title, subject, text }) => {
  if (!text) return asksFor("What shall the template say?");
  if (!title) return asksFor("What shall the template be called?");
  const name = capital(withoutQuotes(title)).slice(0, 200);
  const input = {
    name,
    subject: capital(withoutQuotes(subject ?? title)).slice(0, 200),
    body: capital(withoutQuotes(text)),
  };
  return planOf(templates.create, input, {
    order: `Create the template '${name}': ${input.subject} / ${input.body}`,
  });
};

export const TEMPLATE_ACTS: Readonly<Record<string, Act>> = { "templates.create": create };
