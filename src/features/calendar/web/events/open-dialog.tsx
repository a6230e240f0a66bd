import { useEffect } from "react";
import { useFetchAfterPage } from "#platform/client/use-fetch-after-page.ts";
import { laterDialog } from "#ui/later-part.tsx";
import { useScopeQuestion } from "../series/ask-scope.ts";
import { closeAllEditors, useEditor } from "./open-editor.ts";

const eventDialogs = () => import("./event-dialog.tsx");
const CreateEventDialog = laterDialog(async () => (await eventDialogs()).CreateEventDialog);
const EditEventDialog = laterDialog(async () => (await eventDialogs()).EditEventDialog);
const ScopeDialog = laterDialog(async () => (await import("../series/scope-dialog.tsx")).ScopeDialog);

/** The open dialog, if any; each opening starts with fresh state. */
export function OpenDialog() {
  const editor = useEditor();
  useFetchAfterPage(CreateEventDialog, EditEventDialog, ScopeDialog);
  useEffect(() => closeAllEditors, []);
  if (!editor) return null;
  const key = editor.idempotencyKey;
  return editor.kind === "event" ? (
    <EditEventDialog key={key} editor={editor} />
  ) : (
    <CreateEventDialog key={key} editor={editor} />
  );
}

/** The open question about a series, if any. */
export function OpenQuestion() {
  const question = useScopeQuestion();
  return question ? <ScopeDialog key={question.event.id} question={question} /> : null;
}
