import { Archive, ArchiveRestore, Mail, MailOpen } from "lucide-react";
import { t, term } from "#i18n/message.ts";
import { SwipeLayer } from "#ui/swipe/swipe-layer.tsx";
import type { SwipeAction, SwipeActions } from "#ui/swipe/track-swipes.ts";
import type { FirstTouch } from "#ui/swipe/use-first-touch.ts";
import { ARCHIVED, type EmailOnWire } from "../../model.ts";
import { archive, archiveThreads, markRead, unarchive } from "../organizing/email-actions.ts";
import { emailRecords } from "../records.ts";
import { selection } from "./selection.ts";

type MailSwipesProps = {
  firstTouch: FirstTouch;
  /** A row is a conversation. */
  threads?: boolean;
};

/** To the left: out of the inbox, or back. To the right: read or unread. */
export const MailSwipes = ({ firstTouch, threads = false }: MailSwipesProps) => (
  <SwipeLayer
    firstTouch={firstTouch}
    actionsOf={({ dataset }) => {
      const email = emailRecords.get(dataset.email ?? "");
      // What is selected is acted on together, by the bar above the list.
      return email && selection.now().length === 0 ? actionsOf(email, threads) : {};
    }}
  />
);

function actionsOf(email: EmailOnWire, threads: boolean): SwipeActions {
  const isArchived = email.category === ARCHIVED;
  return {
    left: isArchived ? unarchiving(email.id) : archiving(email.id, threads),
    right: email.status === "received" ? reading(email) : undefined,
  };
}

const archiving = (id: string, threads: boolean): SwipeAction => ({
  label: term("Archive", "verb: archive an email"),
  icon: Archive,
  tone: "good",
  leaves: true,
  run: () => void (threads ? archiveThreads : archive)([id]),
});

const unarchiving = (id: string): SwipeAction => ({
  label: t`Move to inbox`,
  icon: ArchiveRestore,
  tone: "good",
  run: () => void unarchive([id]),
});

const reading = (email: EmailOnWire): SwipeAction => ({
  label: email.isRead ? t`Mark unread` : t`Mark read`,
  icon: email.isRead ? Mail : MailOpen,
  tone: "accent",
  run: () => markRead(email, !email.isRead),
});
