import { Link } from "@tanstack/react-router";
import { FileQuestion } from "lucide-react";
import { t } from "#i18n/message.ts";
import { EmptyState } from "../feedback/empty-state.tsx";
import { ErrorState } from "../feedback/error-state.tsx";
import { SkeletonText } from "../feedback/skeleton.tsx";
import { ButtonContent, buttonAttributes } from "../inputs/button.tsx";
import { Dialog } from "./dialog.tsx";

type UnopenedDialogProps = {
  title: string;
  /** As `useRecordAt` returns it, without a record. */
  at: { record: null | undefined; hasFailed: boolean; retry(): void };
  /** That there is no such record. */
  missing: string;
  /** The title of the error. */
  failure: string;
  /** The address of the list whose trash may have it. */
  list: "/tasks" | "/calendar";
  onClose(): void;
};

/** The dialog of a record that is being read, cannot be read or is gone; it says so in place of the form. */
export function UnopenedDialog({ title, at, missing, failure, list, onClose }: UnopenedDialogProps) {
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      {at.record === null ? (
        <EmptyState
          icon={FileQuestion}
          title={missing}
          action={
            <Link
              to={list}
              search={{ trash: true }}
              onClick={onClose}
              {...buttonAttributes({ variant: "default" })}
            >
              <ButtonContent>{t`Trash`}</ButtonContent>
            </Link>
          }
        />
      ) : at.hasFailed ? (
        <ErrorState title={failure} message={t`Nothing is lost. Please try again.`} onRetry={at.retry} />
      ) : (
        <SkeletonText count={8} label={t`Loading`} />
      )}
    </Dialog>
  );
}
