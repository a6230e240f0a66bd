import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { FolderPlus } from "lucide-react";
import { projects } from "#features/tasks/web/api.ts";
import { t } from "#i18n/message.ts";
import { anId } from "#platform/client/read-params.ts";
import type { LinkKind } from "../../project-links/model.ts";
import { projectLinks } from "../api.ts";
import { runWithUndo } from "../run-with-undo.ts";
import type { Command } from "./commands.ts";

type OpenRecord = { kind: LinkKind; recordId: string };

/** The record that the address of the page names, if it can be added to a project. */
export function recordAt(path: string, search: Readonly<Record<string, unknown>>): OpenRecord | null {
  const found: [LinkKind, unknown][] = [
    ["email", path === "/email" && search.email],
    ["event", path === "/calendar" && search.event],
    ["document", /^\/documents\/([^/]+)$/.exec(path)?.[1]],
  ];
  for (const [kind, value] of found) {
    const recordId = anId(value);
    if (recordId) return { kind, recordId };
  }
  return null;
}

/** 'Add to Office move' for each project, where the open page is that of a record. */
export function useProjectCommands(): Command[] {
  const { pathname, search } = useLocation();
  const record = recordAt(pathname, search);
  const { data } = useQuery({
    ...projects.list.query({ limit: 50, status: ["todo", "in_progress", "review"] }),
    enabled: record !== null,
    retry: false,
  });
  if (!record) return [];
  return (data?.items ?? []).map(({ id, name }) => ({
    id: `add to project ${id}`,
    group: "Actions",
    label: t`Add to project: ${name}`,
    keywords: "link file related",
    icon: FolderPlus,
    act: { run: () => addToProject(id, name, record) },
  }));
}

const addToProject = (projectId: string, name: string, record: OpenRecord) =>
  runWithUndo(t`Failed to add it to the project`, async () => {
    const { id } = await projectLinks.create.call({ projectId, ...record });
    return { message: t`Added to '${name}'`, undo: () => projectLinks.delete.call({ id }) };
  });
