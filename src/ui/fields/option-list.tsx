import styles from "./option-list.module.css";

export type Option = { value: string; label: string };

type OptionListProps = {
  /** What `aria-controls` of the field names. */
  id: string;
  label: string;
  isOpen: boolean;
  options: readonly Option[];
  /** The place of the option that Enter would choose. */
  active: number;
  /** Said where nothing is found. */
  nothingFound?: string;
  onChoose(option: Option): void;
};

/** The id of the option that a field names by `aria-activedescendant`. */
export const optionId = (listId: string, place: number) => `${listId}-${place}`;

/** The list below a combobox. The field keeps the focus and has the keys. */
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
