import { CalendarClock, Send } from "lucide-react";
import { formatTime } from "#ui/dates.ts";
import { Button } from "#ui/inputs/button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { attachmentLimit } from "../../model.ts";
import type { Composer } from "../open-dialog.ts";
import { Citations } from "./citations.tsx";
import { ImproveButton, PromptBar } from "./compose-assistance.tsx";
import { EnvelopeFields, PriorityAndCategory, ReceiptRequest } from "./compose-fields.tsx";
import { ComposeFiles } from "./compose-files.tsx";
import { filled, OpenVariables } from "./compose-hints.tsx";
import { Schedule } from "./compose-schedule.tsx";
import { MessageField } from "./message-field.tsx";
import { saveDraft, sendDraft } from "./send-draft.ts";
import { SenderField } from "./sender-field.tsx";
import { maxMessageBytesOf } from "./signature.ts";
import { useComposition } from "./use-composition.ts";
import { withSender } from "./use-signed-draft.ts";
import { useWritingEngine } from "./use-writing-engine.ts";

/** 'Compose Email'; also edits messages that have not been sent. */
export function ComposeDialog({ composer }: { composer: Composer }) {
  const { draft, setDraft, set, senders, hasText, savedAt, close, startOver, finish } =
    useComposition(composer);
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
        <ComposeFooter
          savedAt={savedAt}
          isScheduled={draft.isScheduled}
          onClear={!composer.edited && hasText ? startOver : null}
          onSave={() => void finish(saveDraft, draft)}
        />
      }
    >
      <Stack gap={14}>
        {composer.isClash && <ClashNotice />}
        <PromptBar draft={draft} set={set} engine={engine} />
        {senders && (
          <SenderField
            senders={senders}
            accountId={draft.accountId}
            onChange={(id) => void withSender(draft, id, senders).then(setDraft)}
          />
        )}
        <EnvelopeFields draft={draft} set={set} isAnswer={isAnswer} />
        <MessageField
          isFirst={isAnswer}
          value={{ text: draft.body, html: draft.html }}
          onChange={({ text, html }) => set({ body: text, html })}
          onSubmit={submit}
        >
          <ImproveButton engine={engine} />
        </MessageField>
        {composer.citedMail && <Citations draft={draft} mail={composer.citedMail} />}
        <OpenVariables draft={draft} />
        <ComposeFiles
          files={draft.attachments}
          limit={attachmentLimit(senders ? maxMessageBytesOf(senders, draft.accountId) : null)}
          onChange={(change) =>
            setDraft((before) => ({ ...before, attachments: change(before.attachments) }))
          }
        />
        <PriorityAndCategory draft={draft} set={set} />
        <Schedule draft={draft} set={set} />
        <ReceiptRequest draft={draft} set={set} />
      </Stack>
    </Dialog>
  );
}

const ClashNotice = () => (
  <Row as="p" surface="warn" pad="8px 12px" role="alert">
    <Text as="span" size="list" tone="warn">
      This email was changed elsewhere in the meantime. Saving again replaces that version with yours.
    </Text>
  </Row>
);

type ComposeFooterProps = {
  savedAt: Date | null;
  isScheduled: boolean;
  /** Throws away what is written; null where there is nothing to throw away. */
  onClear: (() => void) | null;
  onSave(): void;
};

const ComposeFooter = ({ savedAt, isScheduled, onClear, onSave }: ComposeFooterProps) => (
  <>
    {savedAt && (
      <Text as="span" size="label" tone="faint" role="status" data-apart>
        Draft saved {formatTime(savedAt)}
      </Text>
    )}
    {onClear && (
      <Button variant="subtle" color="gray" data-apart onClick={onClear}>
        Clear
      </Button>
    )}
    <Button variant="default" onClick={onSave}>
      Save Draft
    </Button>
    <Button
      type="submit"
      leftSection={
        isScheduled ? (
          <CalendarClock size={16} strokeWidth={1.75} aria-hidden />
        ) : (
          <Send size={16} strokeWidth={1.75} aria-hidden />
        )
      }
    >
      Send
    </Button>
  </>
);
