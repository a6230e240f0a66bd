import { useNavigate } from "@tanstack/react-router";
import { CornerDownLeft } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { t } from "#i18n/message.ts";
import { Button } from "#ui/inputs/button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Keys } from "#ui/keyboard/keys.tsx";
import { Grid, Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { ACTIONS, type Action } from "../actions.ts";
import type { Confirmation } from "../confirmation.ts";
import type { QuickForm } from "../quick-actions.ts";
import { OverviewPage } from "./overview-page.tsx";
import styles from "./quick-actions-page.module.css";

/** A one-line action is typed in its card; the others run immediately or open a page. */
export function QuickActionsPage() {
  return (
    <OverviewPage title={t`Quick Actions`} subtitle={t`The usual things in one click`}>
      <Grid as="ul" columns="19rem">
        {ACTIONS.map((action) => (
          <li key={action.label}>
            <QuickAction action={action} />
          </li>
        ))}
      </Grid>
    </OverviewPage>
  );
}

function QuickAction({ action }: { action: Action }) {
  const navigate = useNavigate();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { label, description, icon: Icon, act, keys, line } = action;
  const perform = () => {
    if (line) setOpen(true);
    else if ("href" in act) void navigate({ href: act.href });
    else act.run();
  };
  const close = () => {
    // Renders the button before it is focused and the next key arrives.
    flushSync(() => setOpen(false));
    button.current?.focus();
  };
  const icon = (
    <span className={styles.icon}>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
    </span>
  );
  if (isOpen && line)
    return (
      <LineForm label={label} line={line} onClose={close}>
        {icon}
      </LineForm>
    );
  return (
    <button ref={button} type="button" className={styles.action} onClick={perform}>
      {icon}
      <Stack as="span" gap={0} grow>
        <Text as="span" weight="medium">
          {label}
        </Text>
        <Text as="span" tone="soft" size="label">
          {description}
        </Text>
      </Stack>
      {keys && <Keys keys={keys} />}
    </button>
  );
}

type LineFormProps = { label: string; line: QuickForm; onClose(): void; children: React.ReactNode };

/** Enter runs the action, or asks first if it sends something out; Escape restores the card. */
function LineForm({ label, line, onClose, children }: LineFormProps) {
  const [text, setText] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [confirmation, setConfirmation] = useState<Confirmation>();
  const work = async (action: () => Promise<boolean | Confirmation>) => {
    if (isBusy) return;
    setBusy(true);
    const done = await action();
    setBusy(false);
    setConfirmation(typeof done === "object" ? done : undefined);
    if (done === true) setText("");
  };
  if (confirmation)
    return (
      <Question
        label={label}
        confirmation={confirmation}
        onConfirm={() => void work(confirmation.run)}
        onCancel={() => setConfirmation(undefined)}
      >
        {children}
      </Question>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const words = text.trim();
    if (words !== "") void work(() => line.run(words));
  };
  return (
    <form className={styles.action} data-open onSubmit={submit}>
      {children}
      <Stack as="label" gap={0} grow>
        <Text as="span" tone="soft" size="label">
          {label}
        </Text>
        <input
          // biome-ignore lint/a11y/noAutofocus: the person just asked for this field
          autoFocus
          className={styles.input}
          placeholder={line.placeholder}
          autoComplete="off"
          value={text}
          readOnly={isBusy}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") onClose();
          }}
        />
      </Stack>
      <IconButton label={label} icon={CornerDownLeft} type="submit" />
    </form>
  );
}

type QuestionProps = {
  label: string;
  confirmation: Confirmation;
  onConfirm(): void;
  onCancel(): void;
  children: React.ReactNode;
};

/** Exactly what would leave; a yes sends it, Escape goes back to the line. */
function Question({ label, confirmation, onConfirm, onCancel, children }: QuestionProps) {
  return (
    <section
      className={styles.action}
      data-open
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key === "Escape") onCancel();
      }}
    >
      {children}
      <Stack gap={0} grow>
        <Text lines={4}>{confirmation.question}</Text>
        <Row pad="8px 0 0">
          <Button size="xs" autoFocus onClick={onConfirm}>
            {confirmation.confirmLabel}
          </Button>
          <Button size="xs" variant="default" onClick={onCancel}>
            {t`Change`}
          </Button>
        </Row>
      </Stack>
    </section>
  );
}
