import { t, term } from "#i18n/message.ts";
import { oneOf } from "#platform/client/read-params.ts";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Grid } from "#ui/layout/stack.tsx";
import { MAX_CATEGORY, MAX_SUBJECT } from "../../fields.ts";
import { COMPOSE_PRIORITIES, EMAIL_PRIORITIES, type EmailPriority, PRIORITY_LABELS } from "../../model.ts";
import type { Composer } from "../open-dialog.ts";
import { Citations } from "./citations.tsx";
import type { ComposeDraft } from "./compose-draft.ts";
import { ComposeFiles } from "./compose-files.tsx";
import { AddressHint, OpenVariables } from "./compose-hints.tsx";
import { PeopleField } from "./people-field.tsx";
import { SenderField } from "./sender-field.tsx";
import type { Composition } from "./use-composition.ts";
import { withSender } from "./use-signed-draft.ts";

type FieldsProps = { draft: ComposeDraft; set(parts: Partial<ComposeDraft>): void };
type EnvelopeFieldsProps = FieldsProps & { fault: string | undefined; isAnswer: boolean };

/** Whom the message is for, and its subject. The cursor begins in the first one, except in an answer. */
const EnvelopeFields = ({ draft, set, fault, isAnswer }: EnvelopeFieldsProps) => (
  <>
    <PeopleField
      {...(!isAnswer && { "data-autofocus": true })}
      withAsterisk
      label={term("To", "recipients of an email")}
      placeholder="anna@company.com, ben@company.com"
      value={draft.to}
      onChange={(to) => set({ to })}
    />
    <Grid columns="16rem" gap={14}>
      <PeopleField label={t`Cc`} value={draft.cc} onChange={(cc) => set({ cc })} />
      <PeopleField label={t`Bcc`} value={draft.bcc} onChange={(bcc) => set({ bcc })} />
    </Grid>
    <AddressHint draft={draft} />
    <TextInput
      withAsterisk
      label={t`Subject`}
      maxLength={MAX_SUBJECT}
      autoComplete="off"
      error={fault}
      value={draft.subject}
      onChange={({ target }) => set({ subject: target.value })}
    />
  </>
);

type EnvelopeProps = { composition: Composition; isAnswer: boolean };

/** From whom, for whom, and the subject. */
export const Envelope = ({
  composition: { draft, setDraft, set, senders, faults },
  isAnswer,
}: EnvelopeProps) => (
  <>
    {senders && (
      <SenderField
        senders={senders}
        accountId={draft.accountId}
        onChange={(id) => void withSender(draft, id, senders).then(setDraft)}
      />
    )}
    <EnvelopeFields draft={draft} set={set} fault={faults.subject} isAnswer={isAnswer} />
  </>
);

type BelowTextProps = { composer: Composer; composition: Composition };

/** What belongs to the text, and the files. */
export const BelowText = ({ composer, composition: { draft, setDraft, limit } }: BelowTextProps) => (
  <>
    {composer.citedMail && <Citations draft={draft} mail={composer.citedMail} />}
    <OpenVariables draft={draft} />
    <ComposeFiles
      files={draft.attachments}
      limit={limit}
      onChange={(change) => setDraft((before) => ({ ...before, attachments: change(before.attachments) }))}
    />
  </>
);

export const PriorityAndCategory = ({ draft, set }: FieldsProps) => (
  <Grid columns="16rem" gap={14}>
    <NativeSelect
      label={t`Priority`}
      value={draft.priority}
      onChange={({ target }) => set({ priority: oneOf(EMAIL_PRIORITIES)(target.value) ?? draft.priority })}
      data={prioritiesFor(draft.priority)}
    />
    <TextInput
      label={t`Category`}
      placeholder={t`general, meeting, client`}
      maxLength={MAX_CATEGORY}
      autoComplete="off"
      value={draft.category}
      onChange={({ target }) => set({ category: target.value })}
    />
  </Grid>
);

export const ReceiptRequest = ({ draft, set }: FieldsProps) => (
  <Checkbox
    label={t`Ask for a read receipt`}
    checked={draft.isReceiptRequested}
    onChange={({ target }) => set({ isReceiptRequested: target.checked })}
  />
);

/** 'urgent' is not offered, but an email that has it keeps it (MAIL-34, MAIL-35). */
const prioritiesFor = (current: EmailPriority) =>
  [...COMPOSE_PRIORITIES, ...(current === "urgent" ? (["urgent"] as const) : [])].map((value) => ({
    value,
    label: PRIORITY_LABELS[value],
  }));
