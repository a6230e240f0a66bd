import { Button, type ButtonProps } from "./button.tsx";

type BusyButtonProps = ButtonProps & {
  /** It does nothing now, and keeps the focus of who pressed it: a disabled button would lose it. */
  isBusy: boolean;
};

/** A button for what takes a while. */
export function BusyButton({ isBusy, onClick, ...button }: BusyButtonProps) {
  return (
    <Button
      {...button}
      {...(isBusy && { "data-disabled": true, "aria-disabled": true })}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
    />
  );
}
