import { Trash2 } from "lucide-react";
import { t } from "#i18n/message.ts";
import { Button } from "../inputs/button.tsx";

type FormButtonsProps = {
  /** The label of the button that saves. */
  submit: string;
  isSaving?: boolean;
  onCancel(): void;
  onDelete?: (() => void) | undefined;
};

/** The footer of a dialog with a form. */
export const FormButtons = ({ submit, isSaving = false, onCancel, onDelete }: FormButtonsProps) => (
  <>
    {onDelete && (
      <Button
        variant="subtle"
        color="red"
        data-apart
        leftSection={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
        onClick={onDelete}
      >
        {t`Delete`}
      </Button>
    )}
    <Button variant="default" onClick={onCancel}>
      {t`Cancel`}
    </Button>
    <Button type="submit" loading={isSaving}>
      {submit}
    </Button>
  </>
);
