import { z } from "zod";
import { Id, Instant } from "#platform/capability/wire.ts";

/** What can be added to a project besides its tasks. */
export const LINK_KINDS = ["contact", "email", "event", "document"] as const;
export const LinkKind = z.enum(LINK_KINDS);
export type LinkKind = z.infer<typeof LinkKind>;

/** Per project: a list is one page. */
export const MAX_LINKS = 200;
/** People who are named by the emails and events of a project, besides its contacts. */
export const MAX_PEOPLE = 20;

export const ProjectLink = z.object({
  id: Id,
  projectId: Id,
  kind: LinkKind,
  recordId: Id,
  title: z.string(),
  /**
   * The sender of a received email, the first recipient of another; the address of a contact, the place of an event, the
   * file name of a document.
   */
  detail: z.string().nullable(),
  /** The time of an email, the start of an event. */
  at: Instant.nullable(),
  isAllDay: z.boolean(),
  /** `task`: a task of the project was created from this document; it is not added by hand and cannot be removed. */
  origin: z.enum(["added", "task"]),
  createdAt: Instant,
});
export type ProjectLink = z.output<typeof ProjectLink>;
export type ProjectLinkOnWire = z.input<typeof ProjectLink>;

/** Somebody to or from whom emails of the project are, or who attends its events. */
export const ProjectPerson = z.object({ name: z.string(), address: z.string() });
export type ProjectPerson = z.infer<typeof ProjectPerson>;

export const ProjectLinks = z.object({
  /** Newest first; what is in the trash or no longer visible is missing. */
  items: z.array(ProjectLink),
  people: z.array(ProjectPerson),
});

export const NewProjectLink = z.strictObject({ projectId: Id, kind: LinkKind, recordId: Id });
export type NewProjectLink = z.output<typeof NewProjectLink>;
