import { Link } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { t } from "#i18n/message.ts";
import { rich } from "#i18n/rich.ts";
import { IconText } from "#ui/layout/icon-text.tsx";
import { closeEditor } from "./open-editor.ts";
import { taskOf } from "./task-events.ts";

/** Leads from an event to the task that it was made for. */
export function TaskLink({ description }: { description: string }) {
  const task = taskOf(description);
  if (!task) return null;
  return (
    <IconText icon={CircleCheck} iconTone="faint" size="list">
      {rich(t`This time is blocked for a task. <0>Open the task</0>`, (words) => (
        <Link to="/tasks" search={{ task }} onClick={closeEditor}>
          {words}
        </Link>
      ))}
    </IconText>
  );
}
