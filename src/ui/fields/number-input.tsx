import { TextInput, type TextInputProps } from "./text-input.tsx";

type NumberInputProps = Omit<TextInputProps, "value" | "onChange" | "type"> & {
  value: number | "";
  /** A unit that stands behind the number. */
  suffix?: string;
  onChange(value: number | ""): void;
};

/** A whole number; `min` and `max` limit the arrows, the form validates the value. */
export function NumberInput({ value, suffix, onChange, ...field }: NumberInputProps) {
  return (
    <TextInput
      {...field}
      type="number"
      inputMode="numeric"
      step={1}
      value={value}
      rightSection={suffix}
      onChange={({ target }) => onChange(target.value === "" ? "" : Math.trunc(Number(target.value)))}
    />
  );
}
