import { type KeyboardEvent, type RefObject, useState } from "react";
import { plural, t } from "#i18n/message.ts";
import { keyInReadingOrder } from "#ui/layout/direction.ts";
import { parsePerson } from "../../address-model.ts";
import { splitAddresses } from "./split-addresses.ts";
import { usePeopleSuggestions } from "./use-people-suggestions.ts";

type Picker = { value: string; onChange(value: string): void; box: RefObject<HTMLElement | null> };

/** The addresses that are chosen, and how they change. What is typed is the last entry of the value. */
function useEntries({ value, onChange, box }: Picker) {
  const [text, setText] = useState("");
  const [notice, setNotice] = useState("");
  const entries = [...new Set(splitAddresses(value))];
  const isLastTyped = text.trim() !== "" && entries.at(-1) === splitAddresses(text).at(-1);
  const typed = isLastTyped || value === "" ? text : "";
  const chips = isLastTyped ? entries.slice(0, -1) : entries;
  const write = (addresses: readonly string[], rest: string) => {
    setText(rest);
    onChange([...new Set(addresses), ...(rest.trim() ? [rest.trim()] : [])].join(", "));
  };
  return {
    chips,
    typed,
    notice,
    type: (next: string) => write(chips, next),
    add(...added: string[]) {
      write([...chips, ...added], "");
      if (added.length === 0) return;
      const list = added.join(", ");
      setNotice(plural(added.length, { one: `${list} added`, other: `${list} added` }));
    },
    remove(address: string) {
      write(
        chips.filter((each) => each !== address),
        typed,
      );
      setNotice(t`${address} removed`);
      inputOf(box)?.focus();
    },
  };
}

const inputOf = (box: Picker["box"]) => box.current?.querySelector<HTMLInputElement>("input");

/** Nothing that is typed is lost where a form is sent at once: it is part of the value. */
export function usePeoplePicker(field: Picker) {
  const entries = useEntries(field);
  const { chips, typed, notice, remove } = entries;
  const [isTyping, setTyping] = useState(false);
  const [chosen, setChosen] = useState(0);
  const { people } = usePeopleSuggestions(typed, chips.join(), isTyping);
  const add = (...added: string[]) => {
    setTyping(false);
    setChosen(0);
    entries.add(...added);
  };
  const focusChip = (place: number) =>
    [...(field.box.current?.querySelectorAll<HTMLElement>("[data-chip]") ?? [])].at(place)?.focus();
  return {
    ...{ chips, typed, people, chosen, notice, add, remove },
    type(next: string) {
      if (/[,;\n]/.test(next)) return add(...splitAddresses(next));
      setTyping(true);
      setChosen(0);
      entries.type(next);
    },
    /** Whether the pasted text has addresses, which become chips. */
    paste(pasted: string): boolean {
      const added = splitAddresses(pasted);
      if (added.length < 2 && !/[<,;\n]/.test(pasted)) return false;
      add(...added);
      return true;
    },
    acceptTyped() {
      setTyping(false);
      if (typed.trim() !== "") add(...splitAddresses(typed));
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.nativeEvent.isComposing) return;
      const act =
        event.target === inputOf(field.box)
          ? inputKeys({ event, typed, chips, people, chosen, setChosen, add, remove, setTyping, focusChip })
          : chipKeys(event, remove);
      if (!act) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    },
  };
}

type InputKeys = {
  event: KeyboardEvent<HTMLElement>;
  typed: string;
  chips: readonly string[];
  people: readonly { line: string }[];
  chosen: number;
  setChosen(place: number): void;
  add(...addresses: string[]): void;
  remove(address: string): void;
  setTyping(isTyping: boolean): void;
  focusChip(place: number): void;
};

function inputKeys({ event, typed, chips, people, chosen, ...on }: InputKeys): (() => void) | undefined {
  const isOpen = people.length > 0;
  const line = people[chosen]?.line;
  const accept = line
    ? () => on.add(parsePerson(line).address)
    : typed.trim()
      ? () => on.add(...splitAddresses(typed))
      : undefined;
  const last = chips.at(-1);
  const isAtStart = typed === "" && last !== undefined;
  return {
    ArrowDown: isOpen ? () => on.setChosen((chosen + 1) % people.length) : undefined,
    ArrowUp: isOpen ? () => on.setChosen((chosen + people.length - 1) % people.length) : undefined,
    Enter: accept,
    // Without a suggestion Tab leaves the field, which accepts the text as well.
    Tab: isOpen ? accept : undefined,
    Escape: isOpen ? () => on.setTyping(false) : undefined,
    Backspace: isAtStart ? () => on.remove(last) : undefined,
    ArrowLeft: isAtStart ? () => on.focusChip(-1) : undefined,
  }[keyInReadingOrder(event.key)];
}

/** On the button of a chip: the arrow keys go on, Delete and Backspace remove it. */
function chipKeys(
  { key, target, currentTarget }: KeyboardEvent<HTMLElement>,
  remove: (address: string) => void,
) {
  if (!(target instanceof HTMLElement)) return undefined;
  const stops = [...currentTarget.querySelectorAll<HTMLElement>("[data-chip], input")];
  const place = stops.indexOf(target);
  const address = target.dataset.chip ?? "";
  return {
    ArrowLeft: () => stops[Math.max(0, place - 1)]?.focus(),
    ArrowRight: () => stops[place + 1]?.focus(),
    Backspace: () => remove(address),
    Delete: () => remove(address),
  }[keyInReadingOrder(key)];
}
