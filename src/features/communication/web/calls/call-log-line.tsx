import { Phone, PhoneMissed } from "lucide-react";
import { t } from "#i18n/message.ts";
import { formatTime } from "#ui/dates.ts";
import { TextButton } from "#ui/inputs/text-button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import type { MessageOnWire } from "../../model.ts";
import { useCurrentUserId } from "../use-current-user-id.ts";
import styles from "./call-log-line.module.css";
import { describeCall, wordsForCaller } from "./describe-call-end.ts";
import { requestCall } from "./incoming-calls.ts";

/** The record of a call in its conversation. Somebody who missed it can call back from here. */
export function CallLogLine({ message }: { message: MessageOnWire }) {
  const { content, createdAt, senderId, senderName, conversationId } = message;
  const isMine = senderId === useCurrentUserId();
  const isMissed = content.startsWith("Missed");
  const Icon = isMissed ? PhoneMissed : Phone;
  const words = isMine ? wordsForCaller(content) : describeCall(content, senderName);
  const kind = /\bvideo\b/i.test(content) ? "video" : "audio";
  return (
    <Row
      as="p"
      tone="soft"
      size="label"
      isTabular
      pad="8px 16px"
      gap={6}
      wrap
      justify="center"
      className={styles.line}
      data-missed={(isMissed && !isMine) || undefined}
    >
      <Icon size={14} strokeWidth={2} aria-hidden />
      <span>{words}</span>
      <time dateTime={createdAt}>{formatTime(new Date(createdAt))}</time>
      {isMissed && !isMine && (
        <TextButton onClick={() => requestCall({ conversationId, name: senderName, kind })}>
          {t`Call back`}
        </TextButton>
      )}
    </Row>
  );
}
