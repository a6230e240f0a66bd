import { Link } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { t } from "#i18n/message.ts";
import { IconText } from "#ui/layout/icon-text.tsx";
import { closeEditor } from "./open-editor.ts";
import { taskOf } from "./task-events.ts";

/** Leads from an event to the task that it was made for. */
export function TaskLink({ description }: { description: string }) {
  const task = taskOf(description);
  if (!task) return null;
  return (
    <IconText icon={CircleCheck} iconTone="faint" size="list">
      This time is blocked for a task.{" "}
      <Link to="/tasks" search={{ task }} onClick={closeEditor}>
        {t`Open the task`}
      </Link>
    </IconText>
  );
}
