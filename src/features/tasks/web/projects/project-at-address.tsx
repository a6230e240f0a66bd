import { useEffect } from "react";
import { t } from "#i18n/message.ts";
import { useRecordAt } from "#platform/client/use-record-at.ts";
import { focusOn } from "#ui/keyboard/focus-on.ts";
import { RecordGate } from "#ui/record-gate.tsx";
import type { ListAddress } from "#ui/use-way-back.ts";
import { projectRecords } from "../records.ts";
import { OpenProject } from "./open-project.tsx";

const ALL_PROJECTS: ListAddress = { to: "/tasks", search: { tab: "projects" }, label: t`All projects` };

/** The project of this id, once it is read; or that there is none. */
export function ProjectAtAddress({ id }: { id: string }) {
  const at = useRecordAt(projectRecords, id);
  useFocusAfter(id);
  return (
    <RecordGate
      at={at}
      noun="project"
      reason={t`It was deleted, or it belongs to somebody else.`}
      failure={t`Failed to fetch projects`}
      list={ALL_PROJECTS}
    >
      {(project) => <OpenProject project={project} list={ALL_PROJECTS} />}
    </RecordGate>
  );
}

/** Back among the projects, the one that was open has the focus. */
function useFocusAfter(id: string): void {
  useEffect(
    () => () => {
      if (window.location.pathname === "/tasks") focusOn(`project-${id}`);
    },
    [id],
  );
}
