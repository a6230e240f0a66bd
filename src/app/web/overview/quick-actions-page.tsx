import { useNavigate } from "@tanstack/react-router";
import { CornerDownLeft } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { IconButton } from "#ui/icon-button.tsx";
import { Keys } from "#ui/shortcuts-help.tsx";
import { ACTIONS, type Action } from "../actions.ts";
import type { Line } from "../do-at-once.ts";
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
    setOpen(false);
    // The button is back after the next paint.
    requestAnimationFrame(() => button.current?.focus());
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
      <span className={styles.words}>
        <span className={styles.label}>{label}</span>
        <span className={styles.description}>{description}</span>
      </span>
      {keys && <Keys keys={keys} />}
    </button>
  );
}

type LineFormProps = { label: string; line: Line; onClose(): void; children: React.ReactNode };

/** Enter does it and leaves the line for the next one; Escape, or leaving it empty, puts the card back. */
function LineForm({ label, line, onClose, children }: LineFormProps) {
  const [text, setText] = useState("");
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const words = text.trim();
    if (isBusy || words === "") return;
    setBusy(true);
    if (await line.does(words)) setText("");
    setBusy(false);
  };
  return (
    <form className={styles.action} data-open onSubmit={(event) => void submit(event)}>
      {children}
      <label className={styles.words}>
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
