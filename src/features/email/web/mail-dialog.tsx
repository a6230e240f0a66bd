import { ComposeDialog } from "./compose-dialog.tsx";
import { useOpenDialog } from "./open-dialog.ts";
import { PreferencesDialog } from "./preferences-dialog.tsx";
import { ReaderDialog } from "./reader-dialog.tsx";
import { TemplateDialog } from "./template-dialog.tsx";

/** The dialog that is open, if any; each opening starts afresh. */
export function MailDialog() {
  const dialog = useOpenDialog();
  if (!dialog) return null;
  if (dialog.kind === "compose") return <ComposeDialog key={dialog.key} composer={dialog} />;
  if (dialog.kind === "email") return <ReaderDialog key={dialog.key} id={dialog.id} />;
  if (dialog.kind === "preferences") return <PreferencesDialog key={dialog.key} />;
  return <TemplateDialog key={dialog.key} template={dialog.template} />;
}
