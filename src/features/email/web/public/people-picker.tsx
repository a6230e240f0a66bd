import { type ReactNode, useId, useRef } from "react";
import { t } from "#i18n/message.ts";
import { type ControlAttributes, Field } from "#ui/fields/field.tsx";
import { OptionList, optionId } from "#ui/fields/option-list.tsx";
import { KeyArea } from "#ui/keyboard/key-area.tsx";
import { parsePerson } from "../../address-model.ts";
import styles from "./people-picker.module.css";
import { PersonChip } from "./person-chip.tsx";
import { usePeoplePicker } from "./use-people-picker.ts";

type PeoplePickerProps = {
  label: string;
  description?: ReactNode;
  placeholder?: string | undefined;
  /** Comma-separated addresses. */
  value: string;
  onChange(value: string): void;
};

/**
 * Addresses as chips. People are suggested from contacts and earlier mail; several addresses can be pasted at once, and
 * Backspace removes the last one.
 */
export function PeoplePicker({ label, description, placeholder, value, onChange }: PeoplePickerProps) {
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  const picker = usePeoplePicker({ value, onChange, box });
  return (
    <div className={styles.field}>
      <Field
        id={undefined}
        label={label}
        description={description}
        control={({ className, ...attributes }) => (
          <KeyArea ref={box} className={`${className} ${styles.box}`} onKeyDown={picker.onKeyDown}>
            {picker.chips.length > 0 && (
              <ul className={styles.chips} aria-label={t`Chosen people`}>
                {picker.chips.map((address) => (
                  <PersonChip key={address} address={address} onRemove={() => picker.remove(address)} />
                ))}
              </ul>
            )}
            <TypedPerson {...{ picker, attributes, listId, placeholder }} />
          </KeyArea>
        )}
      />
      <OptionList
        id={listId}
        label={t`People`}
        isOpen={picker.people.length > 0}
        options={picker.people.map(({ line }) => ({ value: line, label: line }))}
        active={picker.chosen}
        onChoose={({ value: line }) => picker.add(parsePerson(line).address)}
      />
      <p className="visually-hidden" role="status">
        {picker.notice}
      </p>
    </div>
  );
}

type TypedPersonProps = {
  picker: ReturnType<typeof usePeoplePicker>;
  attributes: Omit<ControlAttributes, "className">;
  listId: string;
  placeholder: string | undefined;
};

/** The address or the name that is being typed, after the chips. */
function TypedPerson({ picker, attributes, listId, placeholder }: TypedPersonProps) {
  const isOpen = picker.people.length > 0;
  return (
    <input
      {...attributes}
      className={styles.input}
      autoComplete="off"
      inputMode="email"
      role="combobox"
      aria-expanded={isOpen}
      aria-controls={listId}
      aria-autocomplete="list"
      aria-activedescendant={isOpen ? optionId(listId, picker.chosen) : undefined}
      data-takes-escape={isOpen || undefined}
      placeholder={picker.chips.length === 0 ? placeholder : undefined}
      value={picker.typed}
      onChange={({ target }) => picker.type(target.value)}
      onPaste={(event) => {
        if (picker.paste(event.clipboardData.getData("text"))) event.preventDefault();
      }}
      onBlur={picker.acceptTyped}
    />
  );
}
