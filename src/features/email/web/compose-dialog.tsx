import { Button, Checkbox, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { CalendarClock, Send, Sparkles, WandSparkles } from "lucide-react";
import { useEffect, useState } from "react";
import { Badge } from "#ui/badge.tsx";
import { formatDateInput } from "#ui/dates.ts";
import { Dialog } from "#ui/dialog.tsx";
import { toast } from "#ui/toast.ts";
import {
  COMPOSE_PRIORITIES,
  EmailPriority,
  MAX_BODY,
  MAX_CATEGORY,
  MAX_SUBJECT,
  NEEDS_CONTENT,
  NEEDS_PROMPT,
  PRIORITY_LABELS,
} from "../model.ts";
import { told } from "./act-on-emails.ts";
import { emails } from "./api.ts";
import styles from "./compose-dialog.module.css";
import { type ComposeDraft, EMPTY_DRAFT, isTouched, oddAddresses } from "./compose-draft.ts";
import { type Composer, closeDialog, dropUnsent, keepUnsent } from "./open-dialog.ts";
import { saveDraft, sendDraft } from "./send-draft.ts";

/** 'Compose Email'; also edits what has not left. */
export function ComposeDialog({ composer }: { composer: Composer }) {
  const [draft, setDraft] = useState(composer.draft);
  const [asked, setAsked] = useState<"compose" | "improve" | null>(null);
  const hasText = isTouched(draft, EMPTY_DRAFT);
  useWarningBeforeLeaving(hasText && isTouched(draft, composer.draft));
  const set = (parts: Partial<ComposeDraft>) => setDraft((before) => ({ ...before, ...parts }));

  const close = () => {
    closeDialog();
    if (composer.edited || !hasText) return;
    keepUnsent({ ...composer, draft });
    toast.notice("Your message is kept", "Compose Email brings it back.");
  };
  const startAnew = () => {
    dropUnsent();
    setDraft(EMPTY_DRAFT);
  };
  const ask = async (action: "compose" | "improve") => {
    if (action === "compose" && draft.prompt.trim() === "") return void toast.failure(NEEDS_PROMPT);
    if (action === "improve" && draft.body.trim() === "") return void toast.failure(NEEDS_CONTENT);
    setAsked(action);
    try {
      const context = { subject: draft.subject.slice(0, MAX_SUBJECT), body: draft.body };
      const answer = await emails.assist.call({ action, prompt: draft.prompt, context });
      if (answer.error !== null) return void toast.failure(answer.error);
      set({ body: answer.body ?? "", ...(answer.subject && { subject: answer.subject }) });
      toast.success(action === "compose" ? "Email composed with AI!" : "Email improved with AI!");
    } catch (error) {
      told("AI request failed", error);
    } finally {
      setAsked(null);
    }
  };
  const submit = () => void sendDraft(composer, draft);
  return (
    <Dialog
      isOpen
      size="large"
      onClose={close}
      title={composer.edited ? "Edit Email" : "Compose Email"}
      onSubmit={submit}
      footer={
        <>
          {!composer.edited && hasText && (
            <Button variant="subtle" color="gray" className={styles.anew} onClick={startAnew}>
              Clear
            </Button>
          )}
          <Button variant="default" onClick={() => void saveDraft(composer, draft)}>
            Save Draft
          </Button>
          <Button
            type="submit"
            leftSection={
              draft.isScheduled ? (
                <CalendarClock size={16} strokeWidth={1.75} aria-hidden />
              ) : (
                <Send size={16} strokeWidth={1.75} aria-hidden />
              )
            }
          >
            Send
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        {composer.isClash && (
          <p className={styles.clash} role="alert">
            This email was changed elsewhere in the meantime. Saving again replaces that version with yours.
          </p>
        )}
        <div className={styles.assist}>
          <TextInput
            className={styles.prompt}
            aria-label="AI prompt"
            placeholder="Describe the email, and AI writes it"
            leftSection={<Sparkles size={16} strokeWidth={1.75} aria-hidden />}
            value={draft.prompt}
            maxLength={4000}
            onChange={({ target }) => set({ prompt: target.value })}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              void ask("compose");
            }}
          />
          <Button variant="default" loading={asked === "compose"} onClick={() => void ask("compose")}>
            AI Compose
          </Button>
          <Badge>Built-in</Badge>
        </div>
        <TextInput
          data-autofocus
          withAsterisk
          label="To"
          placeholder="anna@company.com, ben@company.com"
          autoComplete="off"
          value={draft.to}
          onChange={({ target }) => set({ to: target.value })}
        />
        <div className={styles.pair}>
          <TextInput
            label="Cc"
            autoComplete="off"
            value={draft.cc}
            onChange={({ target }) => set({ cc: target.value })}
          />
          <TextInput
            label="Bcc"
            autoComplete="off"
            value={draft.bcc}
            onChange={({ target }) => set({ bcc: target.value })}
          />
        </div>
        <AddressHint odd={oddAddresses(draft)} />
        <TextInput
          withAsterisk
          label="Subject"
          maxLength={MAX_SUBJECT}
          autoComplete="off"
          value={draft.subject}
          onChange={({ target }) => set({ subject: target.value })}
        />
        <div className={styles.message}>
          <Textarea
            withAsterisk
            label="Message"
            autosize={false}
            rows={9}
            maxLength={MAX_BODY}
            value={draft.body}
            onChange={({ target }) => set({ body: target.value })}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit();
            }}
          />
          <Button
            className={styles.improve}
            variant="subtle"
            size="compact-sm"
            leftSection={<WandSparkles size={14} strokeWidth={1.75} aria-hidden />}
            loading={asked === "improve"}
            onClick={() => void ask("improve")}
          >
            AI Improve
          </Button>
        </div>
        <div className={styles.pair}>
          <NativeSelect
            label="Priority"
            value={draft.priority}
            onChange={({ target }) => set({ priority: EmailPriority.parse(target.value) })}
            data={prioritiesFor(draft.priority)}
          />
          <TextInput
            label="Category"
            placeholder="general, meeting, client"
            maxLength={MAX_CATEGORY}
            autoComplete="off"
            value={draft.category}
            onChange={({ target }) => set({ category: target.value })}
          />
        </div>
        <Schedule draft={draft} set={set} />
      </div>
    </Dialog>
  );
}

/** 'urgent' is not offered, but an email that has it keeps it (MAIL-34, MAIL-35). */
const prioritiesFor = (current: EmailPriority) =>
  [...COMPOSE_PRIORITIES, ...(current === "urgent" ? (["urgent"] as const) : [])].map((value) => ({
    value,
    label: PRIORITY_LABELS[value],
  }));

function AddressHint({ odd }: { odd: readonly string[] }) {
  if (odd.length === 0) return null;
  const shown = odd.slice(0, 3).join(", ") + (odd.length > 3 ? " …" : "");
  return (
    <p className={styles.hint} role="status">
      {odd.length === 1 ? "Does" : "Do"} not look like {odd.length === 1 ? "an address" : "addresses"}:{" "}
      {shown}
    </p>
  );
}

type ScheduleProps = { draft: ComposeDraft; set(parts: Partial<ComposeDraft>): void };

const Schedule = ({ draft, set }: ScheduleProps) => (
  <div className={styles.schedule}>
    <Checkbox
      label="Schedule send"
      checked={draft.isScheduled}
      onChange={({ target }) =>
        set({
          isScheduled: target.checked,
          ...(target.checked && draft.day === "" && { day: formatDateInput(tomorrow()) }),
        })
      }
    />
    {draft.isScheduled && (
      <>
        <TextInput
          type="date"
          aria-label="Date of sending"
          max="9999-12-31"
          value={draft.day}
          onChange={({ target }) => set({ day: target.value })}
        />
        <TextInput
          type="time"
          aria-label="Time of sending"
          value={draft.time}
          onChange={({ target }) => set({ time: target.value })}
        />
      </>
    )}
  </div>
);

const tomorrow = () => new Date(Date.now() + 86_400_000);

/** The browser asks before it closes a tab in which something is typed. */
function useWarningBeforeLeaving(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isNeeded]);
}
