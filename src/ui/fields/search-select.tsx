import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { t } from "#i18n/message.ts";
import styles from "./field.module.css";
import { Field, type FieldFrame } from "./field.tsx";
import { type Option, OptionList, optionId } from "./option-list.tsx";

type Choices = {
  value: string;
  options: readonly Option[];
  /** Whether the option with this value matches the search text. */
  matches(value: string, search: string): boolean;
  onChange(value: string): void;
  /** The text that is typed, where the options depend on it; empty when the list opens. */
  onSearch?(search: string): void;
};

type SearchSelectProps = Choices &
  Pick<FieldFrame, "label" | "description" | "error"> & { placeholder: string; nothingFound: string };

/** Maximum number of rendered options; typing narrows them. */
const MAX_RENDERED = 200;

/**
 * One of very many options: typing filters, arrows and Enter choose, Escape keeps the value. WAI-ARIA Authoring
 * Practices, 'Editable Combobox With List Autocomplete'.
 */
export function SearchSelect({
  placeholder,
  nothingFound,
  value,
  options,
  matches,
  onChange,
  onSearch,
  ...frame
}: SearchSelectProps) {
  const listId = useId();
  const { search, setSearch, found, active, choose, open, onKeyDown } = useSearch({
    value,
    options,
    matches,
    onChange,
    ...(onSearch && { onSearch }),
  });
  const isOpen = search !== undefined;
  const selectedLabel = options.find((option) => option.value === value)?.label ?? value;
  return (
    <Field
      {...frame}
      id={undefined}
      control={(attributes) => (
        <div className={styles.wrapper}>
          <input
            {...attributes}
            role="combobox"
            autoComplete="off"
            placeholder={isOpen ? selectedLabel : placeholder}
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={found[active] ? optionId(listId, active) : undefined}
            data-takes-escape={isOpen || undefined}
            value={search ?? selectedLabel}
            onFocus={(event) => event.currentTarget.select()}
            onClick={() => !isOpen && open()}
            onChange={({ target }) => setSearch(target.value)}
            onKeyDown={onKeyDown}
            onBlur={() => choose(undefined)}
          />
          <ChevronDown size={14} strokeWidth={2} className={styles.chevron} aria-hidden />
          <OptionList
            id={listId}
            label={t`Suggestions`}
            isOpen={isOpen}
            options={found}
            active={active}
            nothingFound={nothingFound}
            onChoose={choose}
          />
        </div>
      )}
    />
  );
}

function useSearch({ value, options, matches, onChange, onSearch }: Choices) {
  const [search, setText] = useState<string>();
  const [active, setActive] = useState(0);
  const isOpen = search !== undefined;
  const found = isOpen
    ? options.filter((option) => matches(option.value, search.trim())).slice(0, MAX_RENDERED)
    : [];
  const choose = (option: Option | undefined) => {
    setText(undefined);
    if (option) onChange(option.value);
  };
  const setSearch = (text: string) => {
    setActive(0);
    setText(text);
    onSearch?.(text);
  };
  const open = () => {
    setText("");
    onSearch?.("");
    setActive(
      Math.max(
        0,
        options.findIndex((option) => option.value === value),
      ),
    );
  };
  const move = (by: number) => setActive((active + by + found.length) % Math.max(1, found.length));
  const onKeyDown = (event: KeyboardEvent) => {
    const actions: Record<string, () => void> = isOpen
      ? {
          ArrowDown: () => move(1),
          ArrowUp: () => move(-1),
          Enter: () => choose(found[active]),
          Escape: () => choose(undefined),
        }
      : { ArrowDown: open, ArrowUp: open };
    const act = actions[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return { search, setSearch, found, active, choose, open, onKeyDown };
}
