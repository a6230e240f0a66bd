import type { LucideIcon } from "lucide-react";
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from "react";
import styles from "./button.module.css";

/** Also used for links. */
export type ButtonAppearance = {
  /** Filled for the primary action; light and default for others; subtle for actions repeated in rows. */
  variant?: "filled" | "light" | "default" | "subtle";
  color?: "accent" | "red" | "gray";
  size?: "compact-sm" | "compact-md" | "xs" | "sm";
  leftSection?: ReactNode;
  fullWidth?: boolean;
};

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "color"> &
  ButtonAppearance & {
    /** In progress: a spinner replaces the text, and it cannot be pressed. */
    loading?: boolean;
    ref?: Ref<HTMLButtonElement> | undefined;
  };

export function Button({
  loading = false,
  disabled,
  type = "button",
  ref,
  leftSection,
  children,
  ...props
}: ButtonProps) {
  return (
    <button
      {...buttonAttributes(props)}
      ref={ref}
      type={type}
      disabled={disabled || loading}
      data-loading={loading || undefined}
    >
      {loading && <span className={styles.loader} aria-hidden />}
      <ButtonContent leftSection={leftSection}>{children}</ButtonContent>
    </button>
  );
}

type PageButtonProps = Omit<ButtonProps, "leftSection" | "children"> & { label: string; icon: LucideIcon };

/** An action of a compact page: on a phone its icon, beside the title. */
export const PageButton = ({ label, icon: Icon, ...button }: PageButtonProps) => (
  <Button
    {...button}
    className={styles.ofPage}
    title={label}
    leftSection={<Icon size={16} strokeWidth={1.75} aria-hidden />}
  >
    <span className={styles.label}>{label}</span>
  </Button>
);

type LinkButtonProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "color"> & ButtonAppearance;

/**
 * A link to a file or another site that looks like a button. For a link inside the product, use `buttonAttributes` on
 * a `Link`.
 */
export function LinkButton({ leftSection, children, ...props }: LinkButtonProps) {
  return (
    <a {...buttonAttributes(props)}>
      <ButtonContent leftSection={leftSection}>{children}</ButtonContent>
    </a>
  );
}

export function ButtonContent({
  leftSection,
  children,
}: Pick<ButtonAppearance, "leftSection"> & { children?: ReactNode }) {
  return (
    <span className={styles.content}>
      {leftSection}
      {children}
    </span>
  );
}

/** Converts appearance props into the attributes that make an element look like a button. */
export function buttonAttributes<
  Props extends Omit<ButtonAppearance, "leftSection"> & { className?: string | undefined },
>(props: Props) {
  const { variant = "filled", color = "accent", size = "sm", fullWidth, className, ...rest } = props;
  return {
    ...rest,
    className: `${styles.button} ${className ?? ""}`,
    "data-variant": variant,
    "data-color": color,
    "data-size": size,
    "data-block": fullWidth || undefined,
  };
}
