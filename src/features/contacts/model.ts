import { z } from "zod";
import { Provenance } from "#platform/capability/provenance.ts";
import { Id, Instant } from "#platform/capability/wire.ts";
import {
  changeShape,
  createShape,
  fieldsWhere,
  recordShape,
  storedShape,
} from "#platform/fields/field-shapes.ts";
import { formatCountUpTo } from "#platform/numbers/format-number.ts";
import { CARD_PROPERTIES, contactFields } from "./fields.ts";

export const TRASH_DAYS = 30;

/** Of the picture in a contact's card; `photo` is its digest, with which the address changes. */
export const contactPhotoAddress = (id: string, photo: string) => `/files/contacts/${id}/photo?v=${photo}`;

/** Of a contact's card, as far as it is stored; `pending` is found by comparing. */
export const CARD_STATES = ["synced", "conflict", "refused"] as const;

export const Contact = z.object({
  id: Id,
  userId: Id,
  ...recordShape(contactFields),
  /** The origin of its text. */
  provenance: Provenance,
  /** The owner entered or confirmed the address, or connected the address book; other contacts are marked as new. */
  isConfirmed: z.boolean(),
  /** The digest of the picture in its card, if any; the picture is at /files/contacts/{id}/photo. */
  photo: z.string().nullable(),
  /**
   * Its CardDAV server: `pending`: it does not have the latest changes yet; `conflict`: it has other ones; `refused`: it
   * does not accept them.
   */
  cardState: z.enum([...CARD_STATES, "pending"]),
  /** The account with this address on this instance, if any. */
  accountId: Id.nullable(),
  createdAt: Instant,
  deletedAt: Instant.nullable(),
  version: z.int(),
});
export type Contact = z.output<typeof Contact>;
export type ContactOnWire = z.input<typeof Contact>;

export const NewContact = z.strictObject(createShape(contactFields));
export type NewContact = z.output<typeof NewContact>;

/** Fields that are not given stay as they are. */
export const ContactChange = z.strictObject(changeShape(contactFields));
export type ContactChange = z.output<typeof ContactChange>;

/** Bytes of a vCard file, and cards in it. */
export const MAX_CARD_FILE = 10_000_000;
export const MAX_CARDS = 5000;

/** The fields of the kept contact that a merge may change. */
export const mergedFields = fieldsWhere(contactFields, "merge", "first", "any", "union");
export const MergedFields = z.object(storedShape(mergedFields));

/** A contact that an import changed: its version after it, and the values before. */
export const ContactBefore = MergedFields.omit({ contactAvatar: true, isFavorite: true }).extend({
  id: Id,
  version: z.int(),
});
export type ContactBefore = z.output<typeof ContactBefore>;

/** The fields that a contact and its card have in common. */
export const SharedValues = z.object(
  storedShape(fieldsWhere(contactFields, "vcard", "by hand", ...CARD_PROPERTIES)),
);

export const UnreadableCard = z.object({
  /** At which the card begins. */
  line: z.int(),
  /** Empty if it has none. */
  name: z.string(),
  reason: z.string(),
});

/** The fields that differ, as they are here and on the server. */
export const CardConflictView = z.object({
  fields: z.array(z.object({ label: z.string(), local: z.string(), server: z.string() })),
});

const Touch = { id: Id, at: Instant };
const MAIL_STATUSES = ["received", "draft", "scheduled", "sent", "failed", "held", "uncertain"] as const;
/** The latest interactions between the reader and a contact. */
export const RecentInteractions = z.object({
  contact: Contact,
  mails: z.array(
    z.object({ ...Touch, subject: z.string(), isOutgoing: z.boolean(), status: z.enum(MAIL_STATUSES) }),
  ),
  meetings: z.array(z.object({ ...Touch, title: z.string() })),
  tasks: z.array(z.object({ id: Id, title: z.string(), dueDate: Instant.nullable() })),
  conversationId: Id.nullable(),
  messages: z.array(z.object({ ...Touch, senderName: z.string(), content: z.string() })),
});

/** Counting stops here. */
export const COUNT_CAP = 1000;
/** '1,000+' where counting stopped. */
export const countLabel = (count: number): string => formatCountUpTo(count, COUNT_CAP);
