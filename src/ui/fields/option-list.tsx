import styles from "./option-list.module.css";

export type Option = { value: string; label: string };

type OptionListProps = {
  /** The id for `aria-controls` of the field. */
  id: string;
  label: string;
  isOpen: boolean;
  options: readonly Option[];
  /** The index of the option that Enter would choose. */
  active: number;
  /** Shown if there are no results. */
  nothingFound?: string;
  onChoose(option: Option): void;
};

/** The id of the option for the field's `aria-activedescendant`. */
export const optionId = (listId: string, place: number) => `${listId}-${place}`;

/** The list below a combobox. The field keeps the focus and handles the keys. */
export function OptionList({ id, label, isOpen, options, active, nothingFound, onChoose }: OptionListProps) {
  return (
    <div id={id} role="listbox" aria-label={label} hidden={!isOpen} className={styles.list}>
      {isOpen && options.length === 0 && nothingFound && <p className={styles.option}>{nothingFound}</p>}
      {isOpen &&
        options.map((option, place) => (
          <div
            key={option.value}
            id={optionId(id, place)}
            ref={place === active ? scrollToOption : undefined}
            role="option"
            tabIndex={-1}
            aria-selected={place === active}
            className={styles.option}
            onPointerDown={(event) => event.preventDefault()}
            onPointerUp={() => onChoose(option)}
          >
            {option.label}
          </div>
        ))}
    </div>
  );
}

const scrollToOption = (option: HTMLElement | null) => option?.scrollIntoView({ block: "nearest" });
