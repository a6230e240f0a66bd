import { useState } from "react";
import { t } from "#i18n/message.ts";
import { localClock, localDay, localInstant, localMoment } from "#platform/time/local-day.ts";
import { TextInput } from "#ui/fields/text-input.tsx";
import { WhenInput } from "#ui/fields/when-input.tsx";
import { FormButtons } from "#ui/forms/form-buttons.tsx";
import { SegmentedControl } from "#ui/inputs/segmented-control.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import type { CommitmentOnWire, OwedBy } from "../commitment-model.ts";
import { createPromise, editPromise } from "./promise-actions.ts";
import { nameOfParty } from "./records.ts";

const SIDES = [
  { value: "me", label: t`I owe` },
  { value: "them", label: t`I wait for` },
] as const;

type PromiseDialogProps = {
  /** The one that is edited; a new one is written down if absent. */
  promise: CommitmentOnWire | undefined;
  owedBy: OwedBy;
  party: string | undefined;
  onClose(): void;
};

/** Writes down a promise that stands in no mail, or edits one. Shown again with its input if that fails. */
export function PromiseDialog({ promise, owedBy, party, onClose }: PromiseDialogProps) {
  const preset = party ? nameOfParty(party) : "";
  const [what, setWhat] = useState(promise?.what ?? "");
  const [due, setDue] = useState(dueValue(promise));
  const [side, setSide] = useState(owedBy);
  const [person, setPerson] = useState(preset);
  const [isSubmitted, setSubmitted] = useState(false);
  const [isSending, setSending] = useState(false);
  const isMissing = what.trim() === "";
  const submit = async () => {
    setSubmitted(true);
    if (isMissing) return;
    setSending(true);
    const isPreset = person.trim() === preset;
    const entered = { promise, what: what.trim(), due, side, person: person.trim() };
    const isSaved = await save({ ...entered, party: isPreset ? party?.split(",")[0] : undefined });
    if (isSaved) onClose();
    else setSending(false);
  };
  return (
    <Dialog
      isOpen={!isSending}
      onClose={onClose}
      title={promise ? t`Edit promise` : t`Write down a promise`}
      onSubmit={() => void submit()}
      footer={<FormButtons submit={promise ? t`Save` : t`Write down`} onCancel={onClose} />}
    >
      <Stack gap={14}>
        {!promise && (
          <SegmentedControl<OwedBy> label={t`Who owes it`} value={side} onChange={setSide} options={SIDES} />
        )}
        <TextInput
          data-autofocus
          label={t`What`}
          withAsterisk
          placeholder={t`Send the figures`}
          autoComplete="off"
          maxLength={500}
          error={isSubmitted && isMissing && t`Say what is to be done`}
          value={what}
          onChange={({ currentTarget }) => setWhat(currentTarget.value)}
        />
        {!promise && <PersonField side={side} person={person} onChange={setPerson} />}
        <WhenInput
          label={t`Until`}
          kind={promise?.hasTime ? "moment" : "day"}
          value={due}
          onChange={setDue}
        />
      </Stack>
    </Dialog>
  );
}

type PersonFieldProps = { side: OwedBy; person: string; onChange(person: string): void };

const PersonField = ({ side, person, onChange }: PersonFieldProps) => (
  <TextInput
    label={side === "me" ? t`To whom` : t`Who`}
    placeholder={t`A name or an email address`}
    autoComplete="off"
    maxLength={254}
    value={person}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);

type Entered = {
  promise: CommitmentOnWire | undefined;
  what: string;
  due: string;
  side: OwedBy;
  person: string;
  /** That of the name which was filled in, if it still stands there. */
  party: string | undefined;
};

/** False after the failure was shown. */
async function save({ promise, what, due, side, person, party: preset }: Entered): Promise<boolean> {
  const at = promise?.hasTime ? localMoment(due) : localInstant(due, "12:00");
  if (promise) return editPromise(promise, { what, ...changedDue(promise, due, at) });
  const party = preset ?? (person.includes("@") ? person : null);
  return createPromise({ owedBy: side, what, due: at, party, partyName: person });
}

const dueValue = (promise: CommitmentOnWire | undefined): string =>
  promise?.due ? (promise.dueDay ?? momentOf(promise.due)) : "";

const momentOf = (due: string) => `${localDay(due)}T${localClock(due)}`;

/** Only what the person changed: a day that stayed the same does not move. */
const changedDue = (promise: CommitmentOnWire, due: string, at: string | null) =>
  due === dueValue(promise) ? {} : { due: at, hasTime: at !== null && promise.hasTime };
