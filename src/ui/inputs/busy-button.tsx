import { Button, type ButtonProps } from "./button.tsx";

type BusyButtonProps = ButtonProps & {
  /** The button does nothing now but keeps the focus, which a disabled button would lose. */
  isBusy: boolean;
};

/** A button for actions that take a while. */
export function BusyButton({ isBusy, onClick, ...button }: BusyButtonProps) {
  return (
    <Button
      {...button}
      {...(isBusy && { "data-disabled": true, "aria-disabled": true })}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
    />
  );
}
