import { Button, Checkbox, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { CalendarClock, Send, Sparkles, WandSparkles } from "lucide-react";
import { useEffect, useState } from "react";
import { Badge } from "#ui/badge.tsx";
import { formatDateInput, formatTime } from "#ui/dates.ts";
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
  parseAddresses,
} from "../model.ts";
import { told } from "./act-on-emails.ts";
import { emails } from "./api.ts";
import styles from "./compose-dialog.module.css";
import { type ComposeDraft, contentOf, EMPTY_DRAFT, isTouched, oddAddresses } from "./compose-draft.ts";
import { ComposeFiles } from "./compose-files.tsx";
import { fillVariables, openVariables } from "./fill-variables.ts";
import { type Composer, closeDialog, dropUnsent, keepUnsent } from "./open-dialog.ts";
import { PeopleField } from "./people-field.tsx";
import { saveDraft, sendDraft } from "./send-draft.ts";
import { TemplateMenu } from "./template-menu.tsx";
import { useAutosave } from "./use-autosave.ts";

/** 'Compose Email'; also edits what has not left. */
export function ComposeDialog({ composer }: { composer: Composer }) {
  const [draft, setDraft] = useState(composer.draft);
  const [asked, setAsked] = useState<"compose" | "improve" | null>(null);
  const hasText = isTouched(draft, EMPTY_DRAFT);
  const isChanged = isTouched(draft, composer.draft);
  const { keptAt, settle, end, restart } = useAutosave(composer, draft);
  useWarningBeforeLeaving(hasText && isChanged && !keptAt);
  const set = (parts: Partial<ComposeDraft>) => setDraft((before) => ({ ...before, ...parts }));

  const close = () => {
    closeDialog();
    if (composer.edited || !hasText || (composer.inReplyTo !== null && !isChanged)) return;
    void settle().then((edited) => keepUnsent({ ...composer, draft, edited, isDraft: edited !== null }));
    toast.notice("Your message is kept", "Compose Email brings it back.");
  };
  const startAnew = () => {
    dropUnsent();
    setDraft(EMPTY_DRAFT);
    void restart().then((gone) => gone && emails.delete.call({ id: gone.id }));
  };
  const finish = async (act: typeof sendDraft, written: ComposeDraft) => {
    if (contentOf(written)) end();
    const isDraft = composer.edited === null || composer.isDraft === true;
    await act({ ...composer, edited: await settle(), isDraft }, written);
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
  /** Whom it is for is known: the cursor stands where the answer begins. */
  const isAnswer = composer.draft.to !== "" && composer.inReplyTo !== null;
  const submit = () => void finish(sendDraft, filled(draft));
  return (
    <Dialog
      isOpen
      size="large"
      onClose={close}
      title={composer.edited ? "Edit Email" : "Compose Email"}
      onSubmit={submit}
      footer={
        <>
          {keptAt && (
            <span className={styles.kept} role="status">
              Kept {formatTime(keptAt)}
            </span>
          )}
          {!composer.edited && hasText && (
            <Button variant="subtle" color="gray" className={styles.anew} onClick={startAnew}>
              Clear
            </Button>
          )}
          <Button variant="default" onClick={() => void finish(saveDraft, draft)}>
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
          <TemplateMenu onChoose={({ subject, body }) => set({ subject, body: body + draft.body })} />
        </div>
        <PeopleField
          {...(!isAnswer && { "data-autofocus": true })}
          withAsterisk
          label="To"
          placeholder="anna@company.com, ben@company.com"
          value={draft.to}
          onChange={(to) => set({ to })}
        />
        <div className={styles.pair}>
          <PeopleField label="Cc" value={draft.cc} onChange={(cc) => set({ cc })} />
          <PeopleField label="Bcc" value={draft.bcc} onChange={(bcc) => set({ bcc })} />
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
            {...(isAnswer && { "data-autofocus": true })}
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
        <OpenVariables draft={draft} />
        <ComposeFiles
          files={draft.attachments}
          onChange={(change) =>
            setDraft((before) => ({ ...before, attachments: change(before.attachments) }))
          }
        />
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

/** The variables of a template that the first recipient answers. */
const filled = (draft: ComposeDraft): ComposeDraft => {
  const known = { to: parseAddresses(draft.to) };
  return {
    ...draft,
    subject: fillVariables(draft.subject, known),
    body: fillVariables(draft.body, known),
  };
};

function OpenVariables({ draft }: { draft: ComposeDraft }) {
  const { subject, body } = filled(draft);
  const open = openVariables(`${subject}\n${body}`);
  if (open.length === 0) return null;
  return (
    <p className={styles.hint} role="status">
      Still to be filled in: {open.slice(0, 5).join(", ")}
    </p>
  );
}

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
