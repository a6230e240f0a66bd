import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { createPortal } from "react-dom";
import { t } from "#i18n/message.ts";
import { IconButton } from "../inputs/icon-button.tsx";
import styles from "./dialog.module.css";
import { useModalLayer } from "./modal-layer.ts";

type DialogProps = {
  isOpen: boolean;
  onClose(): void;
  title: string;
  description?: string;
  /** Buttons; on a phone within reach of the thumb. */
  footer?: ReactNode;
  size?: "small" | "medium" | "large";
  /** The title is for screen readers only and there is no close button: for palettes. */
  bare?: boolean;
  /** Contains only text, which takes the focus, so that the keyboard can scroll it. */
  isTextOnly?: boolean;
  /** Makes the body a form: Enter and the submit button in the footer call it. */
  onSubmit?(): void;
  children: ReactNode;
};

/** A centred dialog on wide screens, a bottom sheet on a phone. The first field has `data-autofocus`. */
export function Dialog(props: DialogProps) {
  if (!props.isOpen) return null;
  return createPortal(<OpenDialog {...props} />, document.body);
}

function OpenDialog({
  onClose,
  title,
  description,
  footer,
  size = "medium",
  bare,
  isTextOnly: wordsOnly,
  onSubmit,
  children,
}: DialogProps) {
  const titleId = useId();
  const descriptionId = useId();
  const layer = useModalLayer(onClose);
  const Frame = onSubmit ? "form" : "div";
  return (
    <div className={styles.overlay} data-dialog>
      {/* A click on the backdrop does the same as Escape and the close button. */}
      <div className={styles.veil} onClick={onClose} aria-hidden />
      <div
        ref={layer}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        aria-describedby={description ? descriptionId : undefined}
        tabIndex={-1}
        className={styles.dialog}
        data-surface="card"
        data-size={size}
        data-bare={bare || undefined}
      >
        <Frame
          className={styles.frame}
          noValidate={onSubmit ? true : undefined}
          onSubmit={(event: React.FormEvent) => {
            event.preventDefault();
            onSubmit?.();
          }}
        >
          <DialogHeader id={titleId} title={title} {...(!bare && { onClose })} />
          {description && (
            <p id={descriptionId} className={styles.description}>
              {description}
            </p>
          )}
          <div className={styles.body} {...(wordsOnly && focusableText(titleId))}>
            {children}
          </div>
          {footer && (
            <div className={styles.footer} data-uncovered>
              {footer}
            </div>
          )}
        </Frame>
      </div>
    </div>
  );
}

/** Words that take the focus are a group of their own, named by the title. */
const focusableText = (titleId: string) => ({
  role: "group",
  "aria-labelledby": titleId,
  tabIndex: 0,
  "data-autofocus": true,
});

/** Without a close button, the title is for screen readers only. */
const DialogHeader = ({ id, title, onClose }: { id: string; title: string; onClose?: () => void }) => (
  <div className={onClose ? styles.header : "visually-hidden"}>
    <h2 id={id} className={styles.title}>
      {title}
    </h2>
    {onClose && <IconButton label={t`Close`} icon={X} onClick={onClose} data-uncovered />}
  </div>
);
