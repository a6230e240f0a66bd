import { Select } from "@mantine/core";
import "@mantine/core/styles/Combobox.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";

type Option = { value: string; label: string };

type SearchSelectProps = {
  label: string;
  description?: string;
  placeholder: string;
  nothingFound: string;
  value: string;
  error?: string | undefined;
  options: readonly Option[];
  /** Whether the option with this value answers the search text. */
  matches(value: string, search: string): boolean;
  onChange(value: string): void;
};

/** One of very many: typing finds it, arrows and Enter choose. */
export function SearchSelect(props: SearchSelectProps) {
  const { label, description, placeholder, nothingFound, value, error, options, matches, onChange } = props;
  return (
    <Select
      label={label}
      description={description}
      placeholder={placeholder}
      nothingFoundMessage={nothingFound}
      value={value}
      error={error}
      data={options}
      searchable
      allowDeselect={false}
      maxDropdownHeight={280}
      filter={({ options: all, search }) =>
        all.filter((option) => "value" in option && matches(String(option.value), search.trim()))
      }
      onChange={(chosen) => {
        if (chosen !== null) onChange(chosen);
      }}
    />
  );
}
