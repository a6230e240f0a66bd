import { Phone, PhoneOff, Video } from "lucide-react";
import { useEffect } from "react";
import { createPortal } from "react-dom";
import { PersonAvatar } from "#features/contacts/web/public/person-avatar.tsx";
import { t, term } from "#i18n/message.ts";
import { Button } from "#ui/inputs/button.tsx";
import { describeKeys, useShortcut } from "#ui/keyboard/shortcuts.ts";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import type { CallOnWire } from "../../call-model.ts";
import styles from "./incoming-call-notice.module.css";
import { ring } from "./ring-tone.ts";

type IncomingCallNoticeProps = { call: CallOnWire; onAccept(withCamera: boolean): void; onDecline(): void };

const ACCEPT = "mod+e";
const DECLINE = "mod+d";

function describeKind({ kind, isGroup, name }: CallOnWire): string {
  if (kind === "video") return isGroup ? t`Video call in ${name}` : t`Video call`;
  return isGroup ? t`Audio call in ${name}` : t`Audio call`;
}

/**
 * An incoming call. It overlays the page without taking the focus: two keys answer, and Tab from them reaches the
 * buttons.
 */
export function IncomingCallNotice({ call, onAccept, onDecline }: IncomingCallNoticeProps) {
  const { callers, startedBy, kind, name } = call;
  const caller = callers.find(({ userId }) => userId === startedBy)?.fullName ?? name;
  useEffect(() => ring(), []);
  useShortcut(ACCEPT, t`Accept the call`, t`Calls`, () => onAccept(kind === "video"));
  useShortcut(DECLINE, t`Decline the call`, t`Calls`, onDecline);
  const Icon = kind === "video" ? Video : Phone;
  return createPortal(
    <section
      className={styles.notice}
      role="alertdialog"
      aria-label={t`${caller} is calling`}
      aria-live="assertive"
    >
      <Row gap={14}>
        <PersonAvatar userId={startedBy} name={caller} size="large" />
        <Text as="div" shrink>
          <Text size="section" weight="strong" overflow="dots">
            {caller}
          </Text>
          <Text as="div" tone="soft" size="list">
            <Row as="p" gap={6}>
              <Icon size={16} strokeWidth={1.75} aria-hidden />
              {describeKind(call)}
            </Row>
          </Text>
        </Text>
      </Row>
      <Row wrap align="stretch" className={styles.acts}>
        <Button
          color="red"
          variant="filled"
          leftSection={<PhoneOff size={16} strokeWidth={1.75} aria-hidden />}
          onClick={onDecline}
        >
          {term("Decline", "button: decline a call")}
        </Button>
        {kind === "video" && (
          <Button variant="default" onClick={() => onAccept(false)}>
            {t`Without camera`}
          </Button>
        )}
        <Button
          leftSection={<Icon size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => onAccept(kind === "video")}
        >
          {term("Accept", "button: accept a call")}
        </Button>
      </Row>
      <Text tone="faint" size="label" textAlign="center" className={styles.keys}>
        {t`${describeKeys(ACCEPT).join(" ")} accepts, ${describeKeys(DECLINE).join(" ")} declines`}
      </Text>
    </section>,
    document.body,
  );
}
