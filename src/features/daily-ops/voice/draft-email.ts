import { emails } from "#features/email/emails.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import type { CommandResult } from "../command-result.ts";
import { hrefOf } from "../model.ts";
import { type CommandParameters, MAX_COMMAND, type Proposal } from "../voice-model.ts";

const WRITES = /\b(send|draft|write|compose|prepare|create)\b|^\s*(please )?e-?mail\s+\S+/i;
const ADDRESS = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
/** 'send' or 'email Bob' asks to send; other commands ask for a draft. */
const SENDS = /^\s*(please |can you |could you )?(send|e-?mail|mail)\b/i;

export const writesEmail = (text: string): boolean => WRITES.test(text);

/**
 * Creates a draft to the addresses in the command, or to the one person whose name is in it. If it should be sent,
 * returns a proposal that waits for approval.
 */
export async function draftEmail(
  context: SignedIn,
  { text: asked, priority }: { text: string; priority: CommandParameters["priority"] },
): Promise<CommandResult> {
  const text = asked.slice(0, MAX_COMMAND);
  const subject = sentenceCase(ABOUT.exec(text)?.[1] ?? "");
  const addresses: string[] = text.match(ADDRESS) ?? [];
  const named = addresses.length > 0 ? addresses : await byName(context, text.replace(ABOUT, ""));
  if (named.length > 1 && addresses.length === 0)
    return {
      success: false,
      response: `Which one? ${named.slice(0, 3).join(", ")}. Please say the email address.`,
    };
  if (subject === "" && named.length === 0)
    return {
      success: false,
      response: "What is it about? For example, say 'draft an email to anna@example.com about the budget'.",
    };
  const email = await emails.saveDraft(context, {
    subject,
    body: subject === "" ? "" : `${subject}.`,
    recipients: named,
    ...(priority && { priority }),
  });
  const to = named.length > 0 ? ` to ${named.join(", ")}` : ", without a recipient yet";
  const proposal: Proposal | undefined =
    SENDS.test(text) && named.length > 0 && subject !== ""
      ? { act: "send_email", id: email.id, question: `Send it to ${named.join(", ")} now?`, answer: null }
      : undefined;
  return {
    success: true,
    response: `Draft saved: '${subject || "No subject yet"}'${to}. Nothing was sent.`,
    href: hrefOf({ kind: "email", id: email.id }),
    resultId: email.id,
    ...(proposal && { proposal }),
  };
}

/** Sends the draft after approval, as it is then. */
export async function sendProposed(context: SignedIn, { id }: Proposal): Promise<string> {
  const draft = await emails.get(context, { id });
  const { subject, body, recipients, cc, bcc, priority } = draft;
  await emails.send(context, { draftId: id, subject, body, recipients, cc, bcc, priority });
  return `Sent: '${subject}' to ${recipients.join(", ")}.`;
}

const ABOUT = /\b(?:about|regarding|concerning|saying(?: that)?)\s+(.+)$/i;
const NAME = /\b(?:to|e-?mail|mail)\s+(?!to\b)([\p{L}'-]{2,}(?:\s+\p{Lu}[\p{L}'-]+)?)\s*(?:[.!]\s*)?$/iu;

async function byName(context: SignedIn, text: string): Promise<string[]> {
  const name = NAME.exec(text.trim())?.[1];
  if (!name) return [];
  const { items } = await emails.people(context, { text: name });
  return items.map(({ line }) => line);
}

const sentenceCase = (text: string) => {
  const words = text.replace(/(?<![\s.!?])[\s.!?]+$/, "").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
