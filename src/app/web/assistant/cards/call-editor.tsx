import { type FormEvent, type KeyboardEvent, useState } from "react";
import { parseAddresses } from "#features/email/address-model.ts";
import { t } from "#i18n/message.ts";
import { localClock, localDay, localMoment } from "#platform/time/local-day.ts";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Textarea } from "#ui/fields/textarea.tsx";
import { WhenInput } from "#ui/fields/when-input.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import type { CallDescription } from "../../api.ts";

type Field = CallDescription["fields"][number];
export type CallChanges = Record<string, string | string[] | null>;

type CallEditorProps = {
  fields: readonly Field[];
  /** Resolves to the reason of a refusal, or null. */
  onSave(changes: CallChanges): Promise<string | null>;
  onClose(): void;
};

/** Changes a call in its card: what is saved here is shown, and then approved. */
export function CallEditor({ fields, onSave, onClose }: CallEditorProps) {
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const save = async (event?: FormEvent) => {
    event?.preventDefault();
    const changes = changesOf(fields, typed);
    if (Object.keys(changes).length === 0) return onClose();
    setBusy(true);
    const refusal = await onSave(changes);
    setBusy(false);
    if (refusal === null) onClose();
    else setFailure(refusal);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !event.defaultPrevented) onClose();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save();
    else return;
    event.preventDefault();
  };
  return (
    <form
      data-takes-escape
      onSubmit={(event) => void save(event)}
      onKeyDown={onKeyDown}
      aria-label={t`Edit before approving`}
    >
      <Stack gap={12}>
        {fields.map((field, place) => (
          <FieldInput
            key={field.field}
            field={field}
            isFirst={place === 0}
            typed={typed[field.field] ?? textOf(field)}
            onTyped={(text) => setTyped((before) => ({ ...before, [field.field]: text }))}
          />
        ))}
        {failure && (
          <Text role="alert" tone="bad" size="list">
            {failure}
          </Text>
        )}
        <Row gap={6} wrap>
          <Button type="submit" loading={isBusy}>{t`Save`}</Button>
          <Button variant="subtle" color="gray" disabled={isBusy} onClick={onClose}>{t`Cancel`}</Button>
        </Row>
      </Stack>
    </form>
  );
}

type FieldInputProps = { field: Field; isFirst: boolean; typed: string; onTyped(text: string): void };

function FieldInput({ field: { kind, label }, isFirst, typed, onTyped }: FieldInputProps) {
  if (kind === "time")
    return <WhenInput kind="moment" label={label} value={typed} onChange={onTyped} autoFocus={isFirst} />;
  const input = {
    label,
    value: typed,
    autoFocus: isFirst,
    onChange: ({ target }: { target: { value: string } }) => onTyped(target.value),
  };
  return kind === "text" ? (
    <Textarea {...input} autosize rows={4} maxRows={14} />
  ) : (
    <TextInput {...input} autoComplete="off" />
  );
}

/** What the input shows; a moment on the reader's clock. */
function textOf({ kind, value }: Field): string {
  if (Array.isArray(value)) return value.join(", ");
  if (kind === "time" && value) return `${localDay(value)}T${localClock(value)}`;
  return value ?? "";
}

/** Only what was changed, as the server reads it. */
function changesOf(fields: readonly Field[], typed: Record<string, string>): CallChanges {
  const changes: CallChanges = {};
  for (const field of fields) {
    const text = typed[field.field];
    if (text === undefined || text === textOf(field)) continue;
    if (field.kind === "list") changes[field.field] = parseAddresses(text);
    else if (field.kind === "time") changes[field.field] = text === "" ? null : localMoment(text);
    else changes[field.field] = text.trim() === "" ? null : text;
  }
  return changes;
}
