import type { ComponentProps } from "react";

type OptionProps = ComponentProps<"div"> & {
  /** The one that Enter would choose: the field names it by `aria-activedescendant`. */
  isActive: boolean;
  onClick(): void;
};

/** One line of a list below a field. The field keeps the focus, also under a click, and has the keys. */
export function Option({ isActive, onClick, ...option }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
    <div
      {...option}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    />
  );
}
