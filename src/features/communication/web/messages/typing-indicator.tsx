import { useQuery } from "@tanstack/react-query";
import { t } from "#i18n/message.ts";
import { Row } from "#ui/layout/stack.tsx";
import type { ConversationOnWire, MessageOnWire } from "../../model.ts";
import { conversations } from "../api.ts";
import styles from "./message-list.module.css";
import { useTypists } from "./typing.ts";

function describeTypists(count: number, first: string, second: string | undefined): string {
  if (count > 2) return t`Several people are writing …`;
  return second ? t`${first} and ${second} are writing …` : t`${first} is writing …`;
}

type TypingIndicatorProps = { conversation: ConversationOnWire; newest: MessageOnWire | undefined };

/** Who is typing; hidden when their message arrives. */
export function TypingIndicator({ conversation, newest }: TypingIndicatorProps) {
  const { id } = conversation;
  const typists = useTypists(id).filter(
    ({ userId, at }) => !(newest?.senderId === userId && Date.parse(newest.createdAt) > at),
  );
  const isNamed = typists.length > 0;
  const { data } = useQuery({ ...conversations.participants.query({ id }), enabled: isNamed });
  if (!isNamed) return null;
  const names = typists.flatMap(
    ({ userId }) => data?.people.find((person) => person.userId === userId)?.fullName.split(" ")[0] ?? [],
  );
  const [first, second] = names;
  if (!first) return null;
  return (
    <Row as="p" tone="faint" size="label" noShrink pad="2px 20px 0" aria-live="off">
      <span className={styles.dots} aria-hidden>
        <i />
        <i />
        <i />
      </span>
      {describeTypists(names.length, first, second)}
    </Row>
  );
}
