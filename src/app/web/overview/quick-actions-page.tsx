import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { CornerDownLeft } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Keys } from "#ui/keyboard/shortcuts-help.tsx";
import { ACTIONS, type Action } from "../actions.ts";
import type { Asked } from "../confirmation.ts";
import type { QuickForm } from "../quick-actions.ts";
import { OverviewPage } from "./overview-page.tsx";
import styles from "./quick-actions-page.module.css";

/** Where one line is enough it is written in the card itself; the rest happens at once, or opens where it is done. */
export function QuickActionsPage() {
  return (
    <OverviewPage title="Quick Actions" subtitle="The usual things in one click">
      <ul className={styles.grid}>
        {ACTIONS.map((action) => (
          <li key={action.label}>
            <QuickAction action={action} />
          </li>
        ))}
      </ul>
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
    // The button is back before the next key.
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
      <span className={styles.text}>
        <span className={styles.label}>{label}</span>
        <span className={styles.description}>{description}</span>
      </span>
      {keys && <Keys keys={keys} />}
    </button>
  );
}

type LineFormProps = { label: string; line: QuickForm; onClose(): void; children: React.ReactNode };

/** Enter does it, or asks first where it leaves the house; Escape puts the card back. */
function LineForm({ label, line, onClose, children }: LineFormProps) {
  const [text, setText] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  const work = async (doing: () => Promise<boolean | Asked>) => {
    if (isBusy) return;
    setBusy(true);
    const done = await doing();
    setBusy(false);
    setAsked(typeof done === "object" ? done : undefined);
    if (done === true) setText("");
  };
  if (asked)
    return (
      <Question
        label={label}
        confirmation={asked}
        onYes={() => void work(asked.does)}
        onNo={() => setAsked(undefined)}
      >
        {children}
      </Question>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const words = text.trim();
    if (words !== "") void work(() => line.does(words));
  };
  return (
    <form className={styles.action} data-open onSubmit={submit}>
      {children}
      <label className={styles.text}>
        <span className={styles.description}>{label}</span>
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
      </label>
      <IconButton label={label} icon={CornerDownLeft} type="submit" />
    </form>
  );
}

type QuestionProps = {
  label: string;
  confirmation: Asked;
  onYes(): void;
  onNo(): void;
  children: React.ReactNode;
};

/** Exactly what would leave; a yes sends it, Escape goes back to the line. */
function Question({ label, confirmation: asked, onYes, onNo, children }: QuestionProps) {
  return (
    <section
      className={styles.action}
      data-open
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key === "Escape") onNo();
      }}
    >
      {children}
      <div className={styles.text}>
        <p className={styles.question}>{asked.question}</p>
        <div className={styles.answers}>
          <Button size="xs" autoFocus onClick={onYes}>
            {asked.yes}
          </Button>
          <Button size="xs" variant="default" onClick={onNo}>
            Change
          </Button>
        </div>
      </div>
    </section>
  );
}
