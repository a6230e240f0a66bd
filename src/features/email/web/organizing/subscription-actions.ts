import { plural, t } from "#i18n/message.ts";
import { toast } from "#ui/overlays/toast.ts";
import { emails, mailSubscriptions } from "../api.ts";
import { emailRecords } from "../records.ts";
import { reasonOf, toastFailureReason } from "../toast-failure.ts";
import { archive } from "./email-actions.ts";

export type Subscription = Awaited<ReturnType<typeof mailSubscriptions.list.call>>["items"][number];

const MAX_SENDERS = 50;

/** Unsubscribes from each list in the way it offers; reports how many worked, and opens no page by itself. */
export async function unsubscribeFrom(lists: readonly Pick<Subscription, "sender">[]): Promise<void> {
  try {
    const { items } = await mailSubscriptions.unsubscribe.call({
      senders: lists.slice(0, MAX_SENDERS).map(({ sender }) => sender),
    });
    const done = items.filter(({ outcome }) => outcome === "done" || outcome === "mailed");
    const [first] = items;
    if (done.length > 0)
      toast.success(
        items.length === 1 && first
          ? t`Unsubscribed from ${first.sender}`
          : plural(done.length, {
              one: `Unsubscribed from ${done.length} lists`,
              other: `Unsubscribed from ${done.length} lists`,
            }),
        done.some(({ outcome }) => outcome === "mailed") ? t`Some senders were asked by email.` : undefined,
      );
    for (const { sender, outcome, reason, url } of items.slice(0, 5)) {
      if (outcome === "failed") toast.failure(t`${sender} could not be unsubscribed`, reason ?? undefined);
      if (outcome === "link") toast.notice(t`${sender} can be left on its own page only`, url ?? undefined);
    }
  } catch (error) {
    toastFailureReason(t`Failed to unsubscribe`, error);
  }
}

/** Archives all emails of this sender in the inbox, up to 200 at a time, with undo. */
export async function archiveAllOf({ sender }: Pick<Subscription, "sender">): Promise<void> {
  try {
    const { items } = await emails.list.call({ view: "inbox", text: `from:${sender}`, limit: 200 });
    if (items.length === 0) return void toast.notice(t`Nothing of this sender is in the inbox`);
    emailRecords.receive(items);
    await archive(items.map(({ id }) => id));
  } catch (error) {
    toast.failure(t`Bulk archive failed`, reasonOf(error));
  }
}
