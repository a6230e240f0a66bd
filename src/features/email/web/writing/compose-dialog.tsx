import { CalendarClock, Send, Sparkles, Square, WandSparkles } from "lucide-react";
import { formatTime } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { useWindowEvent } from "#ui/keyboard/use-window-event.ts";
import { Grid, Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { MAX_CATEGORY, MAX_SUBJECT } from "../../fields.ts";
import { COMPOSE_PRIORITIES, EmailPriority, PRIORITY_LABELS } from "../../model.ts";
import { emails } from "../api.ts";
import { type Composer, clearUnsent, closeDialog, storeUnsent } from "../open-dialog.ts";
import { insertTemplate } from "../templates/insert-template.ts";
import { TemplateMenu } from "../templates/template-menu.tsx";
import { Citations } from "./citations.tsx";
import styles from "./compose-dialog.module.css";
import { type ComposeDraft, contentOf, isTouched } from "./compose-draft.ts";
import { ComposeFiles } from "./compose-files.tsx";
import { AddressHint, filled, OpenVariables } from "./compose-hints.tsx";
import { Schedule } from "./compose-schedule.tsx";
import { MessageField } from "./message-field.tsx";
import { PeopleField } from "./people-field.tsx";
import { saveDraft, sendDraft } from "./send-draft.ts";
import { SenderField } from "./sender-field.tsx";
import { useAutosave } from "./use-autosave.ts";
import { useSignedDraft, withSender } from "./use-signed-draft.ts";
import { useWritingEngine } from "./use-writing-engine.ts";

/** 'Compose Email'; also edits messages that have not been sent. */
export function ComposeDialog({ composer }: { composer: Composer }) {
  const { draft, setDraft, begun, blank, senders } = useSignedDraft(composer);
  const hasText = isTouched(draft, blank);
  const isChanged = isTouched(draft, begun);
  const { keptAt, settle, end, restart } = useAutosave(composer, draft, begun);
  useWarningBeforeLeaving(hasText && isChanged && !keptAt);
  const set = (parts: Partial<ComposeDraft>) => setDraft((before) => ({ ...before, ...parts }));

  const close = () => {
    closeDialog();
    if (composer.edited || !hasText || (composer.inReplyTo !== null && !isChanged)) return;
    // At once: the composer may be reopened before the draft is saved.
    storeUnsent({ ...composer, draft, settling: settle() });
    toast.notice("Your message is saved", "Compose Email brings it back.");
  };
  const startAnew = () => {
    clearUnsent();
    setDraft(blank);
    void restart(blank).then((gone) => gone && emails.delete.call({ id: gone.id }));
  };
  const finish = async (act: typeof sendDraft, written: ComposeDraft) => {
    if (contentOf(written)) end();
    const isDraft = composer.edited === null || composer.isDraft === true;
    await act({ ...composer, edited: await settle(), isDraft }, written);
  };
  const engine = useWritingEngine(composer, draft, set);
  /** A reply has its recipient already: the focus is in the body. */
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
            <Text as="span" size="label" tone="faint" role="status" data-apart>
              Draft saved {formatTime(keptAt)}
            </Text>
          )}
          {!composer.edited && hasText && (
            <Button variant="subtle" color="gray" data-apart onClick={startAnew}>
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
      <Stack gap={14}>
        {composer.isClash && (
          <Row as="p" surface="warn" pad="8px 12px" role="alert">
            <Text as="span" size="list" tone="warn">
              This email was changed elsewhere in the meantime. Saving again replaces that version with yours.
            </Text>
          </Row>
        )}
        <Row wrap surface="accent" pad={10}>
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
              void engine.ask("compose");
            }}
          />
          {engine.isModel && engine.asked ? (
            <Button variant="default" leftSection={<Square size={14} aria-hidden />} onClick={engine.stop}>
              Stop
            </Button>
          ) : (
            <Button
              variant="default"
              loading={engine.asked === "compose"}
              onClick={() => void engine.ask("compose")}
            >
              AI Compose
            </Button>
          )}
          <Badge>{engine.label}</Badge>
          <TemplateMenu onChoose={(template) => void insertTemplate(template, draft).then(set)} />
        </Row>
        {senders && (
          <SenderField
            senders={senders}
            accountId={draft.accountId}
            onChange={(id) => void withSender(draft, id, senders).then(setDraft)}
          />
        )}
        <PeopleField
          {...(!isAnswer && { "data-autofocus": true })}
          withAsterisk
          label="To"
          placeholder="anna@company.com, ben@company.com"
          value={draft.to}
          onChange={(to) => set({ to })}
        />
        <Grid columns="16rem" gap={14}>
          <PeopleField label="Cc" value={draft.cc} onChange={(cc) => set({ cc })} />
          <PeopleField label="Bcc" value={draft.bcc} onChange={(bcc) => set({ bcc })} />
        </Grid>
        <AddressHint draft={draft} />
        <TextInput
          withAsterisk
          label="Subject"
          maxLength={MAX_SUBJECT}
          autoComplete="off"
          value={draft.subject}
          onChange={({ target }) => set({ subject: target.value })}
        />
        <MessageField
          isFirst={isAnswer}
          value={{ text: draft.body, html: draft.html }}
          onChange={({ text, html }) => set({ body: text, html })}
          onSubmit={submit}
        >
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<WandSparkles size={14} strokeWidth={1.75} aria-hidden />}
            loading={engine.asked === "improve"}
            onClick={() => void engine.ask("improve")}
          >
            AI Improve
          </Button>
        </MessageField>
        {composer.relies && <Citations draft={draft} mail={composer.relies} />}
        <OpenVariables draft={draft} />
        <ComposeFiles
          files={draft.attachments}
          onChange={(change) =>
            setDraft((before) => ({ ...before, attachments: change(before.attachments) }))
          }
        />
        <Grid columns="16rem" gap={14}>
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
        </Grid>
        <Schedule draft={draft} set={set} />
      </Stack>
    </Dialog>
  );
}

/** 'urgent' is not offered, but an email that has it keeps it (MAIL-34, MAIL-35). */
const prioritiesFor = (current: EmailPriority) =>
  [...COMPOSE_PRIORITIES, ...(current === "urgent" ? (["urgent"] as const) : [])].map((value) => ({
    value,
    label: PRIORITY_LABELS[value],
  }));

/** The browser asks before it closes a tab with unsaved text. */
function useWarningBeforeLeaving(isNeeded: boolean): void {
  useWindowEvent("beforeunload", (event) => event.preventDefault(), isNeeded);
}
