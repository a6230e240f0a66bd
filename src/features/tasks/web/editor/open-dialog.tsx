import { useEffect } from "react";
import { useFetchAfterPage } from "#platform/client/use-fetch-after-page.ts";
import { laterDialog } from "#ui/later-part.tsx";
import { closeAllEditors, useEditor } from "./open-editor.ts";

const projectDialogs = () => import("../projects/project-dialog.tsx");
const taskDialogs = () => import("./task-dialog.tsx");
const NewTaskDialog = laterDialog(async () => (await taskDialogs()).NewTaskDialog);
const EditTaskDialog = laterDialog(async () => (await taskDialogs()).EditTaskDialog);
const NewProjectDialog = laterDialog(async () => (await projectDialogs()).NewProjectDialog);
const EditProjectDialog = laterDialog(async () => (await projectDialogs()).EditProjectDialog);

export const useFetchedDialogs = () =>
  useFetchAfterPage(NewTaskDialog, EditTaskDialog, NewProjectDialog, EditProjectDialog);

/** The open dialog, if any; each opening starts with fresh state. */
export function OpenDialog() {
  const editor = useEditor();
  useEffect(() => closeAllEditors, []);
  if (!editor) return null;
  const key = editor.idempotencyKey;
  if (editor.kind === "new task") return <NewTaskDialog key={key} editor={editor} />;
  if (editor.kind === "task") return <EditTaskDialog key={key} editor={editor} />;
  if (editor.kind === "new project") return <NewProjectDialog key={key} editor={editor} />;
  return <EditProjectDialog key={key} editor={editor} />;
}
