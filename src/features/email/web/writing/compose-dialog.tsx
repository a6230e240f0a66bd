import { CalendarClock, Send } from "lucide-react";
import { t } from "#i18n/message.ts";
import { formatTime } from "#ui/dates.ts";
import { Button } from "#ui/inputs/button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import type { Composer } from "../open-dialog.ts";
import { ReplyIntents } from "../replying/reply-intents.tsx";
import { ImproveButton, PromptBar } from "./compose-assistance.tsx";
import { BelowText, Envelope, PriorityAndCategory, ReceiptRequest } from "./compose-fields.tsx";
import { Schedule } from "./compose-schedule.tsx";
import { MessageField } from "./message-field.tsx";
import { useComposition } from "./use-composition.ts";

/** 'Compose Email'; also edits messages that have not been sent, and answers where there is no reader beside. */
export function ComposeDialog({ composer }: { composer: Composer }) {
  const composition = useComposition(composer);
  const { draft, set, hasText, savedAt, faults, engine, close, startOver, submit, save } = composition;
  /** A reply has its recipient already: the focus is in the body. */
  const isAnswer = composer.draft.to !== "" && composer.inReplyTo !== null;
  return (
    <Dialog
      isOpen
      size="large"
      onClose={close}
      title={composer.edited ? t`Edit Email` : t`Compose Email`}
      onSubmit={() => submit()}
      footer={
        <ComposeFooter
          savedAt={savedAt}
          isScheduled={draft.isScheduled}
          onClear={!composer.edited && hasText ? startOver : null}
          onSave={save}
        />
      }
    >
      <Stack gap={14}>
        {composer.isClash && <ClashNotice />}
        <PromptBar draft={draft} set={set} engine={engine} />
        <Envelope composition={composition} isAnswer={isAnswer} />
        {composer.inReplyTo && (
          <ReplyIntents mailId={composer.inReplyTo} composer={composer} composition={composition} />
        )}
        <MessageField
          isFirst={isAnswer}
          error={faults.body}
          value={{ text: draft.body, html: draft.html }}
          onChange={({ text, html }) => set({ body: text, html })}
        >
          <ImproveButton engine={engine} />
        </MessageField>
        <BelowText composer={composer} composition={composition} />
        <PriorityAndCategory draft={draft} set={set} />
        <Schedule draft={draft} fault={faults.day} set={set} />
        <ReceiptRequest draft={draft} set={set} />
      </Stack>
    </Dialog>
  );
}

const ClashNotice = () => (
  <Row as="p" surface="warn" pad="8px 12px" role="alert">
    <Text as="span" size="list" tone="warn">
      {t`This email was changed elsewhere in the meantime. Saving again replaces that version with yours.`}
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
        {t`Draft saved ${formatTime(savedAt)}`}
      </Text>
    )}
    {onClear && (
      <Button variant="subtle" color="gray" data-apart onClick={onClear}>
        {t`Clear`}
      </Button>
    )}
    <Button variant="default" onClick={onSave}>
      {t`Save Draft`}
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
      {t`Send`}
    </Button>
  </>
);
