import { TextCursorInput } from "lucide-react";
import type { KeyboardEvent } from "react";
import { t } from "#i18n/message.ts";
import type { FieldFrame } from "./field.tsx";
import { TextInput } from "./text-input.tsx";
import { useDateWords } from "./use-date-words.ts";
import styles from "./when-input.module.css";
import { EXAMPLES, isValue, type WhenKind } from "./when-value.ts";

export type WhenInputProps = FieldFrame & {
  kind: WhenKind;
  /** yyyy-MM-dd, yyyy-MM-ddTHH:mm or HH:mm; empty: none. */
  value: string;
  /** `time`: the time that words for a day named as well. */
  onChange(value: string, time?: string): void;
  /** Of a day with a time, if words name only the day. */
  defaultTime?: string;
  min?: string;
  max?: string;
  /** Enter accepted what was typed; without it a second Enter submits the form. */
  onEnter?: ((value: string) => void) | undefined;
  /** Words are expected: the browser's own input is never shown. */
  startsInWords?: boolean;
  disabled?: boolean | undefined;
  autoFocus?: boolean;
  "data-autofocus"?: boolean;
  "aria-label"?: string;
  "aria-required"?: boolean | undefined;
  onKeyDown?(event: KeyboardEvent<HTMLInputElement>): void;
};

const NATIVE = { day: "date", moment: "datetime-local", time: "time" } as const;
const LAST = { day: "9999-12-31", moment: "9999-12-31T23:59", time: undefined } as const;

/**
 * A day, a time or both: the browser's own input, in which a letter, a pasted text or the button begins words ('mon 9', 'in 2
 * weeks'). What is understood is shown while typing; Enter or leaving the field accepts it.
 */
export function WhenInput(props: WhenInputProps) {
  const {
    kind,
    value,
    error,
    min,
    max,
    defaultTime: _,
    onChange: __,
    onEnter: ___,
    startsInWords,
    onKeyDown,
    ...rest
  } = props;
  const words = useDateWords(props);
  const own = {
    type: NATIVE[kind],
    min,
    max: max ?? LAST[kind],
    value: isValue(kind, value) ? value : "",
  };
  const typed = { type: "text", placeholder: EXAMPLES[kind], value: words.text ?? "", spellCheck: false };
  const isInWords = words.text !== null;
  return (
    <div className={styles.field}>
      <TextInput
        {...rest}
        {...(isInWords ? typed : own)}
        ref={words.input}
        error={words.fault ?? error}
        autoComplete="off"
        data-takes-escape={words.isTyping || undefined}
        onBlur={words.onBlur}
        onPaste={words.onPaste}
        onChange={({ target }) => (isInWords ? words.begin(target.value) : words.pick(target.value))}
        onKeyDown={(event) => {
          words.onKeyDown(event);
          if (!event.defaultPrevented) onKeyDown?.(event);
        }}
        rightSection={
          !isInWords && <WordsButton kind={kind} isDisabled={rest.disabled} onPress={() => words.begin("")} />
        }
      />
      <p role="status" className={styles.preview}>
        {words.preview}
      </p>
    </div>
  );
}

type WordsButtonProps = { kind: WhenKind; isDisabled: boolean | undefined; onPress(): void };

/** For fingers and mice: with keys, words begin with their first letter. */
const WordsButton = ({ kind, isDisabled, onPress }: WordsButtonProps) => (
  <button
    type="button"
    tabIndex={-1}
    className={styles.open}
    disabled={isDisabled}
    title={t`In words: '${EXAMPLES[kind]}'`}
    aria-label={t`In words`}
    onClick={onPress}
  >
    <TextCursorInput size={16} strokeWidth={1.75} aria-hidden />
  </button>
);
