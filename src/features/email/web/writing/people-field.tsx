import { TextInput, type TextInputProps } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useDeferredValue, useId, useState } from "react";
import { emails } from "../api.ts";
import styles from "./people-field.module.css";

type PeopleFieldProps = Omit<TextInputProps, "value" | "onChange"> & {
  value: string;
  onChange(value: string): void;
};

/** Addresses with commas between them; for the last one people are suggested, by contacts and by the mail of before. */
export function PeopleField({ value, onChange, ...field }: PeopleFieldProps) {
  const listId = useId();
  const [isTyping, setTyping] = useState(false);
  const [chosen, setChosen] = useState(0);
  const text = useDeferredValue(value.slice(value.lastIndexOf(",") + 1).trim());
  const { data } = useQuery({
    ...emails.people.query({ text: text.slice(0, 100) }),
    enabled: isTyping && text.length >= 2,
  });
  const already = value.toLowerCase();
  const people = (isTyping && text.length >= 2 ? (data?.items ?? []) : []).filter(
    ({ line }) => !already.includes(line.toLowerCase()),
  );
  const isOpen = people.length > 0;
  const take = (line: string) => {
    const before = value.slice(0, value.lastIndexOf(",") + 1);
    onChange(`${before}${before && " "}${line}, `);
    setTyping(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    const act = {
      ArrowDown: () => setChosen((chosen + 1) % people.length),
      ArrowUp: () => setChosen((chosen + people.length - 1) % people.length),
      Enter: () => take(people[chosen]?.line ?? text),
      Tab: () => take(people[chosen]?.line ?? text),
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
        aria-activedescendant={isOpen ? `${listId}-${chosen}` : undefined}
        data-mantine-stop-propagation={isOpen || undefined}
        value={value}
        onChange={({ target }) => {
          setTyping(true);
          setChosen(0);
          onChange(target.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setTyping(false)}
      />
      <div id={listId} role="listbox" aria-label="People" hidden={!isOpen} className={styles.list}>
        {people.map(({ line }, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys
          <div
            key={line}
            id={`${listId}-${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === chosen}
            className={styles.person}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(line)}
          >
            {line}
          </div>
        ))}
      </div>
    </div>
  );
}
