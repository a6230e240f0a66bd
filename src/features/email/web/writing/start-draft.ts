import { t } from "#i18n/message.ts";
import { toastFailure } from "../toast-failure.ts";

type Writing = typeof import("./send-draft.ts");

/** What begins a mail from another one is fetched with the composer that it opens. */
async function withWriting(begin: (writing: Writing) => Promise<void>): Promise<void> {
  const writing = await import("./send-draft.ts").catch((error: unknown) => {
    toastFailure(t`The composer could not be loaded`, error);
  });
  if (writing) await begin(writing);
}

export const editEmail = (id: string) => withWriting((writing) => writing.editEmail(id));
export const reply = (id: string, options: { all?: boolean } = {}) =>
  withWriting((writing) => writing.reply(id, options));
export const replyWithAi = (id: string) => withWriting((writing) => writing.replyWithAi(id));
export const forward = (ids: readonly string[]) => withWriting((writing) => writing.forward(ids));
