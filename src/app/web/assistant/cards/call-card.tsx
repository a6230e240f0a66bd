import { CalendarDays, CircleCheck, type LucideIcon, Mail, MessageSquare, Trash2 } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { t } from "#i18n/message.ts";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { KeyArea } from "#ui/keyboard/key-area.tsx";
import { isTyping, useKeyHints } from "#ui/keyboard/shortcuts.ts";
import { laterPart } from "#ui/later-part.tsx";
import { IconText } from "#ui/layout/icon-text.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import type { CallDescription } from "../../api.ts";
import styles from "./call-card.module.css";
import { CallDetails } from "./call-details.tsx";
import type { CallChanges } from "./call-editor.tsx";

const CallEditor = laterPart(
  async () => (await import("./call-editor.tsx")).CallEditor,
  <SkeletonRows count={3} label={t`Loading`} />,
);

export type Decision = "approve" | "dismiss";

type CallCardProps = {
  label: string;
  description: CallDescription;
  warnings: readonly string[];
  isEdited: boolean;
  isBusy: boolean;
  /** Requester and expiry time. */
  facts?: ReactNode;
  /** Why the last attempt failed. */
  failure?: string;
  /** Instead of the verb, after a failure. */
  approveLabel?: string;
  /** One of several cards of a list: no one of them is the primary action. */
  isOneOfMany?: boolean;
  /** Its number among the steps of a plan, which are approved together. */
  step?: number;
  onDecide(decision: Decision): void;
  onEdit(changes: CallChanges): Promise<string | null>;
};

const KEY_HINTS = [
  { keys: "y", label: t`Approve the focused request` },
  { keys: "e", label: t`Edit the focused request` },
  { keys: "n", label: t`Discard the focused request` },
] as const;

/** Exactly what would be called, as the thing that it is; its text comes from the program, never from the requester. */
export function CallCard(props: CallCardProps) {
  const { label, description, warnings, isEdited, facts, failure, step } = props;
  const card = useRef<HTMLElement>(null);
  const [isEditing, setEditing] = useState(false);
  useKeyHints(KEY_HINTS, t`Approvals`);
  const close = () => {
    setEditing(false);
    card.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = isEditing ? null : actOf(event, card.current);
    // Steps are approved together.
    if (!act || props.isBusy || (act === "approve" && step !== undefined)) return;
    event.preventDefault();
    if (act !== "edit") props.onDecide(act);
    else if (description.fields.length > 0) setEditing(true);
  };
  return (
    <KeyArea className={styles.area} onKeyDown={onKeyDown}>
      <Stack as="section" ref={card} gap={10} className={styles.card} aria-label={label} tabIndex={0}>
        <CardHead description={description} isEdited={isEdited} step={step} facts={facts} />
        {isEditing ? (
          <CallEditor fields={description.fields} onSave={props.onEdit} onClose={close} />
        ) : (
          <>
            <CallDetails description={description} warnings={warnings} />
            {failure && (
              <Text tone="bad" size="list" overflow="break">
                {failure}
              </Text>
            )}
            <CardButtons {...props} onEditing={() => setEditing(true)} />
          </>
        )}
      </Stack>
    </KeyArea>
  );
}

/** What a key does while the card has the focus; Enter only on the card itself, where no button takes it. */
function actOf({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent, card: HTMLElement | null) {
  if (ctrlKey || metaKey || altKey || isTyping(target)) return null;
  if (key === "y" || (key === "Enter" && target === card)) return "approve" as const;
  if (key === "e") return "edit" as const;
  return key === "n" ? ("dismiss" as const) : null;
}

const ICONS: Readonly<Record<CallDescription["kind"], LucideIcon>> = {
  mail: Mail,
  event: CalendarDays,
  message: MessageSquare,
  call: CircleCheck,
};
const KINDS: Readonly<Record<CallDescription["kind"], string>> = {
  mail: t`Email`,
  event: t`Event`,
  message: t`Message`,
  call: "",
};

type CardHeadProps = {
  description: CallDescription;
  isEdited: boolean;
  step: number | undefined;
  facts: ReactNode;
};

function CardHead({ description, isEdited, step, facts }: CardHeadProps) {
  const { kind, heading, title, isDeletion } = description;
  // The assistant's own sentence names the record.
  const isNamed = title !== null && heading?.includes(title);
  const isAbove = heading !== null && title !== null && !isNamed;
  const above = kind === "call" ? (isAbove ? heading : null) : KINDS[kind];
  return (
    <Stack gap={4}>
      {(above || facts || isEdited) && (
        <Text as="div" tone="soft" size="label" overflow="break">
          <Row gap={8} wrap lineGap={2}>
            {above && (
              <IconText as="span" icon={isDeletion ? Trash2 : ICONS[kind]}>
                {above}
              </IconText>
            )}
            {facts}
            {isEdited && <span className={styles.edited}>{t`Edited by you`}</span>}
          </Row>
        </Text>
      )}
      <Text weight="medium" overflow="break">
        {step !== undefined && <span className={styles.step}>{step}.</span>}
        {isNamed || title === null ? heading : title}
      </Text>
    </Stack>
  );
}

type CardButtonsProps = CallCardProps & { onEditing(): void };

/** One filled button; as a step of a plan it has none, because all steps are approved together. */
const CardButtons = ({
  description,
  step,
  isOneOfMany = false,
  isBusy,
  approveLabel,
  onDecide,
  onEditing,
}: CardButtonsProps) => (
  <Row gap={4} wrap className={styles.acts}>
    {step === undefined && (
      <Button
        variant={isOneOfMany ? "light" : "filled"}
        disabled={isBusy}
        onClick={() => onDecide("approve")}
      >
        {approveLabel ?? description.verb}
      </Button>
    )}
    {description.fields.length > 0 && (
      <Button variant="subtle" color="gray" disabled={isBusy} onClick={onEditing}>
        {t`Edit`}
      </Button>
    )}
    <Button variant="subtle" color="gray" disabled={isBusy} onClick={() => onDecide("dismiss")}>
      {t`Discard`}
    </Button>
  </Row>
);
