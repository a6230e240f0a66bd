import { type ClipboardEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { dateWords, type ReadWords } from "./date-words.ts";
import {
  describeWhen,
  EXAMPLES,
  isValue,
  previewOf,
  rangeFault,
  type Understood,
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

/** The text while it is typed; `of` are the values that it replaces: one that is set elsewhere replaces the text. */
type Typed = { text: string; of: readonly string[]; fault?: string };

/** What is typed into a field for a day or a time, until Enter or leaving the field accepts it. */
export function useDateWords(field: WhenField) {
  const { kind, value, startsInWords, onChange, defaultTime = "09:00" } = field;
  const [state, setTyped] = useState<Typed | null>(null);
  const { read, load } = useReader();
  const begun = state?.of.includes(value) ? state : null;
  const typed = begun ?? (startsInWords ? { text: describeWhen(kind, value), of: [value] } : null);
  const reading = { kind, before: value, defaultTime };
  const found = typed && read ? understand(typed.text.trim(), read, reading) : null;
  const pick = (next: string, time = "") => {
    setTyped(null);
    if (next !== value || time) onChange(next, time);
  };
  const reject = (text: string, fault: string) => {
    setTyped({ text, of: ["", value], fault });
    if (value !== "") onChange("");
  };
  const complete = (text: string, meant: Understood | null, isEnter: boolean) => {
    const fault = meant ? rangeFault(kind, meant.value, field) : `Not understood. Try '${EXAMPLES[kind]}'.`;
    if (!meant || fault) return reject(text, fault ?? "");
    pick(meant.value, meant.time);
    if (isEnter) field.onEnter?.(meant.value);
  };
  const accept = (isEnter: boolean) => {
    if (!typed || typed.fault !== undefined) return;
    const text = typed.text.trim();
    if (text === "") pick("");
    else if (text === value || text === describeWhen(kind, value)) setTyped(null);
    else if (read) complete(text, found, isEnter);
    else
      void load().then(
        (words) => complete(text, understand(text, words, reading), isEnter),
        () => reject(text, "Words cannot be read right now. Use the picker."),
      );
  };
  const input = useRef<HTMLInputElement>(null);
  useHeldForm(input, typed?.fault !== undefined);
  /** If the reader cannot be loaded, that is tried again when the text is accepted. */
  const begin = (text: string) => {
    setTyped({ text, of: [value] });
    load().catch(() => undefined);
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
      begin: (key) => !startsInWords && beginsWords(kind, key) && begin(key.key),
      accept,
      revert: () => setTyped(null),
    }),
  };
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
/** `begin` is false where the key begins no words. */
type Acts = { begin(key: Key): unknown; accept(isEnter: boolean): void; revert(): void };

/** A letter begins words; then Enter accepts them and Escape discards them. */
function keysWhile(typed: Typed | null, { begin, accept, revert }: Acts) {
  return (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (!typed) {
      if (begin(event) === false) return;
    } else if (event.key === "Escape") revert();
    else if (event.key === "Enter" && typed.fault === undefined) accept(true);
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
