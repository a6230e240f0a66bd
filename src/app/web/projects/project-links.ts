import { useQuery } from "@tanstack/react-query";
import { t } from "#i18n/message.ts";
import { queryChange, useWrite } from "#platform/client/use-write.ts";
import type { LinkKind, ProjectLinkOnWire } from "../../project-links/model.ts";
import { type Found, type ProjectLinks, projectLinks } from "../api.ts";

export const LINK_KINDS: readonly LinkKind[] = ["contact", "email", "event", "document"];

/** What can be added: records of these kinds, as the search finds them. */
export type Addable = Pick<Found, "id" | "title" | "subtitle"> & { kind: LinkKind };

/** A link until the server has answered: there is nothing to remove yet. */
export const isDraft = ({ id }: ProjectLinkOnWire): boolean => id === "";

/** The links of a project; adding and removing are shown at once, and taken back by Undo. */
export function useProjectLinks(projectId: string) {
  const links = useQuery(projectLinks.list.query({ projectId }));
  const { queryKey } = projectLinks.list.query({ projectId });
  const change = (items: (before: readonly ProjectLinkOnWire[]) => ProjectLinkOnWire[]) => [
    queryChange<ProjectLinks>(queryKey, (data) => ({ ...data, items: items(data.items) })),
  ];
  const add = useWrite<Addable, ProjectLinkOnWire>({
    send: ({ kind, id }) => projectLinks.create.call({ projectId, kind, recordId: id }),
    optimistic: (record) =>
      change((before) => [
        draftOf(projectId, record),
        ...before.filter((each) => each.recordId !== record.id),
      ]),
    invalidates: [queryKey],
    done: ({ title }) => t`Added '${title}' to the project`,
    failed: t`Failed to add it to the project`,
    undo: ({ id }) => ({ send: () => projectLinks.delete.call({ id }), failed: t`That was not undone` }),
  });
  const remove = useWrite<ProjectLinkOnWire>({
    send: ({ id }) => projectLinks.delete.call({ id }),
    optimistic: ({ id }) => change((before) => before.filter((each) => each.id !== id)),
    invalidates: [queryKey],
    done: (_, { title }) => t`Removed '${title}' from the project`,
    failed: t`Failed to remove it from the project`,
    undo: (_, { kind, recordId }) => ({
      send: () => projectLinks.create.call({ projectId, kind, recordId }),
      failed: t`That was not undone`,
    }),
  });
  return { links, add: add.mutate, remove: remove.mutate };
}

const draftOf = (projectId: string, { id, kind, title, subtitle }: Addable): ProjectLinkOnWire => ({
  ...{ id: "", projectId, kind, recordId: id, title, detail: subtitle },
  ...{ at: null, isAllDay: false, origin: "added", createdAt: new Date().toISOString() },
});
