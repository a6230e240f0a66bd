import type { ReactNode } from "react";
import { t } from "#i18n/message.ts";
import { NativeSelect } from "../fields/native-select.tsx";
import { TextInput } from "../fields/text-input.tsx";
import { Textarea } from "../fields/textarea.tsx";
import { WhenInput } from "../fields/when-input.tsx";
import styles from "./record-form.module.css";

/** A field in the shape of its definition (`platform/fields`). */
export type FormField = {
  kind: keyof Typed | "reference" | "structure";
  label: string;
  form: "line" | "half" | "none";
  formLabel?: string;
  placeholder?: string;
  description?: string;
  format?: "email" | "tel" | "url";
  min?: number;
  max?: number;
  rows?: number;
  /** In the order of the options. */
  labels?: Readonly<Record<string, string>>;
};

/** The type of the form value of each kind. */
type Typed = {
  requiredText: string;
  presetText: string;
  optionalText: string;
  longText: string;
  requiredLongText: string;
  choice: string;
  flag: boolean;
  moment: { day: string; time: string };
  day: string;
  wholeNumber: string;
  optionalNumber: string;
  textList: string;
};

export type PartProps<T> = {
  field: FormField;
  value: T;
  onChange(value: T): void;
  /** The first field of its form, focused when the form opens. */
  isFirst: boolean;
  error?: string | undefined;
  /** Replaces the definition's own description. */
  description?: string | undefined;
  isMarkedRequired: boolean;
};

const TextPart = ({
  field,
  value,
  onChange,
  isFirst,
  error,
  description,
  isMarkedRequired,
}: PartProps<string>) => (
  <TextInput
    {...(isFirst && { "data-autofocus": true })}
    {...(field.format && { type: field.format })}
    {...(field.placeholder !== undefined && { placeholder: field.placeholder })}
    {...(field.max !== undefined && { maxLength: field.max })}
    label={field.formLabel ?? field.label}
    description={description ?? field.description}
    autoComplete="off"
    required={isMarkedRequired}
    error={error}
    value={value}
    onChange={({ target }) => onChange(target.value)}
  />
);

const LongTextPart = ({ field, value, onChange, error, isMarkedRequired }: PartProps<string>) => (
  <Textarea
    label={field.formLabel ?? field.label}
    required={isMarkedRequired}
    error={error}
    autosize={false}
    rows={field.rows ?? 3}
    {...(field.placeholder !== undefined && { placeholder: field.placeholder })}
    {...(field.max !== undefined && { maxLength: field.max })}
    value={value}
    onChange={({ target }) => onChange(target.value)}
    onKeyDown={(event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey))
        event.currentTarget.form?.requestSubmit();
    }}
  />
);

const ChoicePart = ({ field, value, onChange, error }: PartProps<string>) => (
  <NativeSelect
    label={field.formLabel ?? field.label}
    error={error}
    value={value}
    onChange={({ target }) => onChange(target.value)}
    data={Object.entries(field.labels ?? {}).map(([each, label]) => ({ value: each, label }))}
  />
);

const FlagPart = ({ field, value, onChange }: PartProps<boolean>) => (
  <label className={styles.check}>
    <input type="checkbox" checked={value} onChange={({ target }) => onChange(target.checked)} />
    {field.formLabel ?? field.label}
  </label>
);

const DayPart = ({ field, value, onChange, error }: PartProps<string>) => (
  <WhenInput
    kind="day"
    error={error}
    label={field.formLabel ?? field.label}
    max="9999-12-31"
    value={value}
    onChange={(day) => onChange(day)}
  />
);

/** Words for the day may name the time as well. */
const MomentPart = ({ field, value, onChange, error }: PartProps<Typed["moment"]>) => (
  <div className={styles.pair}>
    <WhenInput
      kind="day"
      error={error}
      label={field.formLabel ?? field.label}
      max="9999-12-31"
      value={value.day}
      onChange={(day, time) => onChange({ day, time: time || value.time })}
    />
    <WhenInput
      kind="time"
      label={t`Time (optional)`}
      disabled={value.day === ""}
      value={value.time}
      onChange={(time) => onChange({ ...value, time })}
    />
  </div>
);

const NumberPart = ({ field, value, onChange, error, description }: PartProps<string>) => (
  <TextInput
    type="number"
    error={error}
    label={field.formLabel ?? field.label}
    description={description ?? field.description}
    min={field.min}
    max={field.max}
    inputMode="numeric"
    value={value}
    onChange={({ target }) => onChange(target.value)}
  />
);

const TextListPart = ({ field, value, onChange, error }: PartProps<string>) => (
  <TextInput
    error={error}
    label={field.formLabel ?? field.label}
    {...(field.placeholder !== undefined && { placeholder: field.placeholder })}
    autoComplete="off"
    value={value}
    onChange={({ target }) => onChange(target.value)}
  />
);

/** The default component of a field kind. */
export const FORM_PARTS: { [K in keyof Typed]: (props: PartProps<Typed[K]>) => ReactNode } = {
  requiredText: TextPart,
  presetText: TextPart,
  optionalText: TextPart,
  longText: LongTextPart,
  requiredLongText: LongTextPart,
  choice: ChoicePart,
  flag: FlagPart,
  moment: MomentPart,
  day: DayPart,
  wholeNumber: NumberPart,
  optionalNumber: NumberPart,
  textList: TextListPart,
};
