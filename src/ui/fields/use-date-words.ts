import { type ClipboardEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { t } from "#i18n/message.ts";
import { dateWords, type ReadWords } from "./date-words.ts";
import {
  describeWhen,
  EXAMPLES,
  isValue,
  previewOf,
  rangeFault,
  understand,
  type WhenKind,
} from "./when-value.ts";

type WhenField = {
  kind: WhenKind;
  value: string;
  onChange(value: string, time?: string): void;
  defaultTime?: string;
  min?: string;
  max?: string;
  startsInWords?: boolean;
  /** Enter accepted what was typed; without it a second Enter submits the form. */
  onEnter?: ((value: string) => void) | undefined;
};

/** The text while it is typed; `of` is the value that it may replace: one that is set elsewhere replaces the text. */
type Typed = { text: string; of: string; fault?: string };

/** What is typed into a field for a day or a time, until Enter or leaving the field accepts it. */
export function useDateWords(field: WhenField) {
  const { kind, value, startsInWords } = field;
  const [state, setTyped] = useState<Typed | null>(null);
  const reader = useReader();
  const begun = state?.of === value ? state : null;
  const typed = begun ?? (startsInWords ? { text: describeWhen(kind, value), of: value } : null);
  const found = typed && reader.read ? understand(typed.text.trim(), reader.read, readingOf(field)) : null;
  const { pick, accept } = acceptHandlers(field, typed, reader, setTyped);
  const input = useRef<HTMLInputElement>(null);
  useHeldForm(input, typed?.fault !== undefined);
  const begin = (text: string) => {
    setTyped({ text, of: value });
    // If that fails, it is tried again when the text is accepted.
    reader.load().catch(() => undefined);
    input.current?.focus();
  };
  return {
    input,
    /** Null while the browser's own input is shown. */
    text: typed ? typed.text : null,
    isTyping: begun !== null,
    fault: typed?.fault,
    preview: typed && found && typed.fault === undefined ? previewOf(kind, typed.text, found) : "",
    pick,
    begin,
    onBlur: () => accept(false),
    onPaste(event: ClipboardEvent) {
      const text = event.clipboardData.getData("text/plain").trim();
      if (begun || text === "" || isValue(kind, text)) return;
      event.preventDefault();
      begin(text);
    },
    onKeyDown: keysWhile(begun, {
      beginsWith: (key) => !startsInWords && beginsWords(kind, key),
      begin,
      accept,
      revert: () => setTyped(null),
    }),
  };
}

const readingOf = ({ kind, value, defaultTime = "09:00" }: WhenField) => ({
  kind,
  before: value,
  defaultTime,
});

type Reader = ReturnType<typeof useReader>;

/** The value that was picked, or that the text means. Where it is not understood, it stays with an error, and the value as it was. */
function acceptHandlers(
  field: WhenField,
  typed: Typed | null,
  { read, load }: Reader,
  setTyped: (typed: Typed | null) => void,
) {
  const { kind, value, onChange } = field;
  const pick = (next: string, time = "") => {
    setTyped(null);
    if (next !== value || time) onChange(next, time);
  };
  const reject = (text: string, fault: string) => setTyped({ text, of: value, fault });
  const complete = (text: string, words: ReadWords, isEnter: boolean) => {
    const meant = understand(text, words, readingOf(field));
    const fault = meant ? rangeFault(kind, meant.value, field) : t`Not understood. Try '${EXAMPLES[kind]}'.`;
    if (!meant || fault) return reject(text, fault ?? "");
    pick(meant.value, meant.time);
    if (isEnter) field.onEnter?.(meant.value);
  };
  const accept = (isEnter: boolean) => {
    if (!typed || typed.fault !== undefined) return;
    const text = typed.text.trim();
    if (text === "") pick("");
    else if (text === value || text === describeWhen(kind, value)) setTyped(null);
    else if (read) complete(text, read, isEnter);
    else
      void load().then(
        (words) => complete(text, words, isEnter),
        () => reject(text, t`Words cannot be read right now. Use the picker.`),
      );
  };
  return { pick, accept };
}

/** The form is not sent while a date in it was not understood. */
function useHeldForm(input: RefObject<HTMLInputElement | null>, isHeld: boolean): void {
  useEffect(() => {
    const form = isHeld ? input.current?.form : null;
    if (!form) return;
    const hold = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
      input.current?.focus();
    };
    form.addEventListener("submit", hold, { capture: true });
    return () => form.removeEventListener("submit", hold, { capture: true });
  }, [input, isHeld]);
}

type Key = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">;
type Acts = {
  beginsWith(key: Key): boolean;
  begin(text: string): void;
  accept(isEnter: boolean): void;
  revert(): void;
};

/** A letter begins words; then Enter accepts them and Escape discards them. */
function keysWhile(typed: Typed | null, { beginsWith, begin, accept, revert }: Acts) {
  return (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (!typed && beginsWith(event)) begin(event.key);
    else if (typed && event.key === "Escape") revert();
    else if (typed && event.key === "Enter" && typed.fault === undefined) accept(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

/** The browser's input takes digits only, and the first letters of AM and PM where it has a time. */
const beginsWords = (kind: WhenKind, { key, ctrlKey, metaKey, altKey }: Key): boolean =>
  !ctrlKey && !metaKey && !altKey && /^\p{Letter}$/u.test(key) && (kind === "day" || !/[ap]/i.test(key));

/** The reader of words, once it is loaded. */
function useReader() {
  const [state, setState] = useState<{ read: ReadWords }>();
  const load = async () => {
    if (state) return state.read;
    const read = await dateWords.load();
    setState({ read });
    return read;
  };
  return { read: state?.read, load };
}
