import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PersonAvatar } from "#features/contacts/web/public/person-avatar.tsx";
import { t } from "#i18n/message.ts";
import { MarkedText } from "#ui/display/marked-text.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { SearchField } from "#ui/inputs/search-field.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { useNow } from "#ui/use-now.ts";
import type { ConversationOnWire, FoundMessageOnWire } from "../../model.ts";
import { messages } from "../api.ts";
import { formatRelativeTime } from "../format-relative-time.ts";
import styles from "./message-search.module.css";

type MessageSearchProps = {
  /** Searches only there; without it, in all conversations. */
  within: ConversationOnWire | undefined;
  onOpen(found: FoundMessageOnWire): void;
  onClose(): void;
};

/** Full-text search in messages, newest first; a click opens the message in its conversation. */
export function MessageSearch({ within, onOpen, onClose }: MessageSearchProps) {
  const [text, setText] = useState("");
  const now = useNow(60_000);
  const input = { text, conversationId: within?.id ?? null };
  const { data, isFetching, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ["messages", "search", "pages", input],
    queryFn: ({ pageParam }) => messages.search.call({ ...input, before: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ items, hasMore }) => (hasMore ? items.at(-1)?.createdAt : undefined),
    enabled: text !== "",
    placeholderData: keepPreviousData,
    meta: { failure: t`Failed to load communication data` },
  });
  const found = text === "" ? [] : (data?.pages.flatMap(({ items }) => items) ?? []);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={within ? t`Search in ${within.name}` : t`Search messages`}
      size="large"
    >
      <SearchField
        label={within ? t`Search messages in this conversation` : t`Search all messages`}
        text={text}
        onSearch={(words = "") => setText(words)}
        isFull
        isFirst
      />
      <Stack gap={2} pad="12px 0 0" className={styles.results}>
        {text !== "" && !data && isFetching && <SkeletonRows count={4} label={t`Searching messages`} />}
        {found.map((each) => (
          <button key={each.id} type="button" className={styles.found} onClick={() => onOpen(each)}>
            <PersonAvatar userId={each.senderId} name={each.senderName} size="small" />
            <Stack as="span" gap={0} grow>
              <Row as="span" tone="faint" size="label" align="baseline" className={styles.head}>
                <Text as="span" tone="ink" weight="strong" noShrink>
                  {each.senderName}
                </Text>
                {!within && <ConversationName name={each.conversationName} />}
                <time dateTime={each.createdAt}>{formatRelativeTime(each.createdAt, now)}</time>
              </Row>
              <span className={styles.excerpt}>
                <MarkedText text={each.excerpt} search={text} />
              </span>
            </Stack>
          </button>
        ))}
        {text !== "" && data && found.length === 0 && <Hint>{t`No message matches`}</Hint>}
        {text === "" && <Hint>{t`Type a word or its beginning. Newest messages come first.`}</Hint>}
        {hasNextPage && text !== "" && (
          <Button variant="default" loading={isFetching} onClick={() => void fetchNextPage()}>
            {t`Show older`}
          </Button>
        )}
      </Stack>
    </Dialog>
  );
}

const Hint = ({ children }: { children: string }) => (
  <Text tone="soft" textAlign="center" pad="24px 12px">
    {children}
  </Text>
);

const ConversationName = ({ name }: { name: string }) => (
  <Text as="span" overflow="dots">
    {name}
  </Text>
);
