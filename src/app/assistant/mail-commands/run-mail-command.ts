import { and, eq, gt } from "drizzle-orm";
import { parsePerson } from "#features/email/address-model.ts";
import { emails } from "#features/email/emails.ts";
import { dailyOpsSettings } from "#features/settings/daily-ops-settings.ts";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { ReadingTrace } from "#platform/capability/reading-trace.ts";
import { derivedId } from "#platform/database/derived-id.ts";
import { notify } from "#platform/notify/notify.ts";
import { areReplyCommandsEnabled } from "#platform/notify/reply-commands.ts";
import { notificationDeliveries, smartNotifications } from "#platform/notify/tables.ts";
import { linesOf } from "#platform/notify/write-notice-mail.ts";
import { systemTransport } from "#platform/system-settings/smtp.ts";
import { answerSentence, previousAnswerOf } from "../answer-sentence.ts";
import { traced } from "../chats/read-chats.ts";
import { refuseTooMany, saveAnswer, undoOf } from "../chats/save-answer.ts";
import { MAX_CHAT_TITLE } from "../model.ts";
import { assistantChats } from "../tables.ts";
import { parseMailCommand } from "./parse-mail-command.ts";

/** A mail that a person sent with another program from their own account, and the Message-ID that it answers. */
type Reply = { emailId: string; messageId: string; inReplyTo: string };

/**
 * Runs a person's reply to a notification mail like a sentence on the assistant's page, and notifies them of the
 * result. Two facts prove that it is theirs: it was found in their own sent mail (checked by the publisher of the
 * event), and it names the Message-ID of a mail sent to them alone. Only the built-in engine reads it. Everything
 * happens in one transaction, with a chat id derived from the reply's Message-ID, so that a second run finds that chat
 * and stops.
 */
export async function runMailCommand(
  context: SignedIn,
  { emailId, messageId, inReplyTo }: Reply,
): Promise<void> {
  if (!(await areReplyCommandsEnabled(context.db))) return;
  const notices = await noticesIn(context, inReplyTo);
  if (notices.length === 0) return;
  const { body, recipients, cc, bcc, status } = await emails.get(context, { id: emailId });
  if (status !== "sent" || !isSentToInstanceOnly(context, [...recipients, ...cc, ...bcc])) return;
  const command = parseMailCommand(body, linesOf(notices));
  if (!command) return;
  await refuseTooMany(context);
  const chatId = await createChatOnce(context, messageId, command);
  if (!chatId) return;
  const { timezone: timeZone } = await dailyOpsSettings.get(context, {});
  const reading = new ReadingTrace();
  const { proposed, ...answer } = await answerSentence(traced(context, reading), {
    ...{ sentence: command, timeZone, previous: previousAnswerOf(null) },
    isByMail: true,
  });
  await saveAnswer(
    context,
    chatId,
    { text: command },
    {
      ...answer,
      ...{ engine: null, isTainted: reading.isTainted },
      proposed: proposed ?? [],
      undo: await undoOf(context, { ofThisTransaction: true }),
    },
  );
  context.announce({ resource: "assistantChats", ids: [chatId] });
  await notify(context, {
    userIds: [context.actor.userId],
    title: () => (proposed ? t`Waiting for your approval: ${command}` : t`Your answer by mail: ${command}`),
    message: answer.text,
    type: "assistant",
    href: `/ai-assistant?chat=${chatId}`,
    dedupeKey: `reply ${chatId}`,
  });
}

/** The notices in the mail with this Message-ID; none if it was not sent to this person within the last week. */
const noticesIn = ({ db, actor, now }: SignedIn, messageId: string) =>
  db
    .select({
      title: smartNotifications.title,
      message: smartNotifications.message,
      contextData: smartNotifications.contextData,
    })
    .from(notificationDeliveries)
    .innerJoin(smartNotifications, eq(smartNotifications.id, notificationDeliveries.notificationId))
    .where(
      and(
        eq(notificationDeliveries.userId, actor.userId),
        eq(notificationDeliveries.messageId, messageId),
        eq(notificationDeliveries.state, "done"),
        gt(notificationDeliveries.dueAt, new Date(now.getTime() - 7 * 86_400_000)),
      ),
    );

/** A reply that also went to somebody else is a message to them, not a command. */
function isSentToInstanceOnly({ systemSettings }: SignedIn, recipients: readonly string[]): boolean {
  const systemAddress = systemTransport(systemSettings)?.fromEmail.toLowerCase();
  const addresses = recipients.map((each) => parsePerson(each).address.toLowerCase());
  return addresses.length > 0 && addresses.every((address) => address === systemAddress);
}

/** Null if this mail was already processed, even if its chat was deleted since. */
async function createChatOnce(
  { db, actor, now }: SignedIn,
  messageId: string,
  command: string,
): Promise<string | null> {
  const id = derivedId(`reply\n${actor.userId}\n${messageId}`);
  const title = command.slice(0, MAX_CHAT_TITLE);
  const [chat] = await db
    .insert(assistantChats)
    .values({ id, userId: actor.userId, title, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning({ id: assistantChats.id });
  return chat?.id ?? null;
}
