import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { t, term } from "#i18n/message.ts";
import { ApiError } from "#platform/client/resource-client.ts";
import { Button } from "#ui/inputs/button.tsx";
import { KeyArea } from "#ui/keyboard/key-area.tsx";
import { Keys } from "#ui/keyboard/keys.tsx";
import { useKeyHints } from "#ui/keyboard/shortcuts.ts";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { emails } from "../api.ts";
import type { Composer } from "../open-dialog.ts";
import { calendarParts } from "../slots.ts";
import type { ComposeDraft } from "../writing/compose-draft.ts";
import { splitWritten } from "../writing/split-written.ts";
import type { Composition } from "../writing/use-composition.ts";
import { matchReply } from "./match-reply.ts";
import styles from "./reply-intents.module.css";

type Reply = Awaited<ReturnType<typeof emails.replyIntents.call>>["replies"][number];
type ReplyIntentsProps = { mailId: string; composer: Composer; composition: Composition };

const LABELS: Record<Reply["intent"], string> = {
  accept: term("Accept", "reply: agree to what a mail asks"),
  decline: term("Decline", "reply: refuse what a mail asks"),
  later: t`Later`,
  ask: t`Ask back`,
  thank: t`Thank`,
  answer: term("Answer", "reply: answer the questions of a mail"),
  agreeFigure: t`Agree`,
  proposeTimes: t`Propose free times`,
  verify: t`Verify first`,
};
const HINTS = [{ keys: "1", label: t`Choose a reply, in the row of replies: 1 to 9` }];

/** Replies that fit the mail, each with a key while the focus is in their row. */
export function ReplyIntents({ mailId, composer, composition }: ReplyIntentsProps) {
  const { data, isPending } = useQuery({
    queryKey: ["emails", "replies", mailId],
    queryFn: async () => emails.replyIntents.call({ id: mailId, times: await freeTimesIfAny() }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  useKeyHints(HINTS, t`Email`);
  const row = useRef<HTMLDivElement>(null);
  const { written, choose } = useChosenReply(composition, composer.citedMail !== undefined);
  const replies = data?.replies ?? [];
  // The place stays where no reply fits, so that the text below never moves: it says why.
  if (isPending || replies.length === 0)
    return (
      <Row className={styles.awaited}>
        <Text tone="faint" size="label" overflow="dots">
          {data?.message}
        </Text>
      </Row>
    );
  const chosen = matchReply(replies, written);
  const onKeyDown = (event: KeyboardEvent) => {
    const reply = replies[Number(event.key) - 1];
    if (!reply || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    choose(reply, row.current);
  };
  return (
    <KeyArea ref={row} role="group" aria-label={t`Replies that fit this mail`} onKeyDown={onKeyDown}>
      <Row wrap gap={6}>
        {replies.map((reply, at) => (
          <Button
            key={`${reply.intent} ${reply.detail}`}
            variant="default"
            size="compact-sm"
            aria-pressed={reply === chosen}
            aria-keyshortcuts={`${at + 1}`}
            onClick={() => choose(reply, row.current)}
          >
            <span className={styles.keys}>
              <Keys keys={`${at + 1}`} />
            </span>
            {reply.detail ? `${LABELS[reply.intent]}: ${reply.detail}` : LABELS[reply.intent]}
          </Button>
        ))}
      </Row>
    </KeyArea>
  );
}

const UNREACHABLE = new Set(["forbidden", "not_found", "rate_limited", "upstream", "unavailable", "offline"]);

/** Without the calendar the other replies are there all the same. */
const freeTimesIfAny = async () => {
  try {
    return await (await calendarParts.get()()).findFreeTimes();
  } catch (error) {
    // The calendar is not allowed or not reachable: no times are proposed.
    if (error instanceof ApiError && UNREACHABLE.has(error.code)) return [];
    throw error;
  }
};

/**
 * Replaces what was generated; what was written by hand is replaced only when that is confirmed. Both can be undone, and
 * so can the undoing: what was typed meanwhile is not lost.
 */
function useChosenReply({ draft, set, isChanged }: Composition, isByEngine: boolean) {
  const { written } = splitWritten(draft.body);
  const [generated, setGenerated] = useState(isByEngine && !isChanged ? written : null);
  const current = useRef(draft);
  useLayoutEffect(() => {
    current.current = draft;
  });
  const replace = (parts: Partial<ComposeDraft>, title: string) => {
    const { body, html } = current.current;
    set(parts);
    toast.undo(title, () => replace({ body, html }, t`Undone`));
  };
  const place = ({ body, gap }: Reply, row: HTMLElement | null) => {
    replace({ body: body + splitWritten(current.current.body).rest, html: null }, t`The reply was written`);
    setGenerated(body);
    if (gap) selectGap(row, gap);
  };
  const choose = (reply: Reply, row: HTMLElement | null) => {
    const isOwn = written.trim() !== "" && written !== generated;
    if (!isOwn) return place(reply, row);
    toast.offer(t`You have edited the text`, t`Replace it`, () => place(reply, row));
  };
  return { written, choose };
}

/** The first blank is selected, so that typing fills it. */
function selectGap(row: HTMLElement | null, { start, end }: NonNullable<Reply["gap"]>): void {
  // After React has written the text into the field.
  requestAnimationFrame(() => {
    const field = row?.closest("form, [role=dialog]")?.querySelector<HTMLTextAreaElement>("textarea");
    field?.focus();
    field?.setSelectionRange(start, end);
  });
}
