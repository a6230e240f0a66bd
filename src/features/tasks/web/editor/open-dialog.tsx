import { useEffect } from "react";
import { EditProjectDialog, NewProjectDialog } from "../projects/project-dialog.tsx";
import { closeAllEditors, useEditor } from "./open-editor.ts";
import { EditTaskDialog, NewTaskDialog } from "./task-dialog.tsx";

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
