import { type KeyboardEvent, useId, useState } from "react";
import { t } from "#i18n/message.ts";
import { OptionList, optionId } from "#ui/fields/option-list.tsx";
import { TextInput, type TextInputProps } from "#ui/fields/text-input.tsx";
import { splitLast } from "../../address-model.ts";
import { usePeopleSuggestions } from "../public/use-people-suggestions.ts";
import styles from "./people-field.module.css";

type PeopleFieldProps = Omit<TextInputProps, "value" | "onChange"> & {
  value: string;
  onChange(value: string): void;
};

/** Comma-separated addresses; suggests people for the last one, from contacts and earlier mail. */
export function PeopleField({ value, onChange, ...field }: PeopleFieldProps) {
  const listId = useId();
  const [isTyping, setTyping] = useState(false);
  const [chosen, setChosen] = useState(0);
  const { text, people } = usePeopleSuggestions(splitLast(value).last, value, isTyping);
  const isOpen = people.length > 0;
  const insertPerson = (line: string) => {
    const { before } = splitLast(value);
    onChange(`${before}${before && " "}${line}, `);
    setTyping(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    const act = {
      ArrowDown: () => setChosen((chosen + 1) % people.length),
      ArrowUp: () => setChosen((chosen + people.length - 1) % people.length),
      Enter: () => insertPerson(people[chosen]?.line ?? text),
      Tab: () => insertPerson(people[chosen]?.line ?? text),
      Escape: () => setTyping(false),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return (
    <div className={styles.field}>
      <TextInput
        {...field}
        autoComplete="off"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen ? optionId(listId, chosen) : undefined}
        data-takes-escape={isOpen || undefined}
        value={value}
        onChange={({ target }) => {
          setTyping(true);
          setChosen(0);
          onChange(target.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setTyping(false)}
      />
      <OptionList
        id={listId}
        label={t`People`}
        isOpen={isOpen}
        options={people.map(({ line }) => ({ value: line, label: line }))}
        active={chosen}
        onChoose={({ value: line }) => insertPerson(line)}
      />
    </div>
  );
}
