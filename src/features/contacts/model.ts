import { z } from "zod";
import { Provenance } from "#platform/capability/provenance.ts";
import { Id, Instant } from "#platform/capability/wire.ts";

export const TRASH_DAYS = 30;

/** COMM-38. */
export const DEFAULT_RELATIONSHIP = "colleague";

const optionalText = (length: number) =>
  z
    .string()
    .trim()
    .max(length)
    .nullable()
    .transform((text) => text || null);

export const ContactName = z.string().trim().min(1, "Please enter a name").max(200);
const ContactEmail = optionalText(320).refine(
  (text) => text === null || z.email().safeParse(text).success,
  "Please enter a valid email address",
);
const ContactAvatar = optionalText(2000).refine(
  (text) => text === null || /^https?:\/\/\S+$/.test(text),
  "Please enter the address of a picture",
);
const Relationship = z.string().trim().min(1).max(60);

export const Contact = z.object({
  id: Id,
  userId: Id,
  contactName: z.string(),
  contactEmail: z.string().nullable(),
  contactPhone: z.string().nullable(),
  contactAvatar: z.string().nullable(),
  relationship: z.string(),
  isFavorite: z.boolean(),
  lastContactedAt: Instant.nullable(),
  otherEmails: z.array(z.string()),
  otherPhones: z.array(z.string()),
  organization: z.string().nullable(),
  note: z.string().nullable(),
  /** By which way its words came. */
  provenance: Provenance,
  /** Its person typed or confirmed the address, or connected the address book: others are marked as new. */
  isConfirmed: z.boolean(),
  /** The account under this address, where there is one here. */
  accountId: Id.nullable(),
  createdAt: Instant,
  deletedAt: Instant.nullable(),
  version: z.int(),
});
export type Contact = z.output<typeof Contact>;
export type ContactOnWire = z.input<typeof Contact>;

export const NewContact = z.strictObject({
  contactName: ContactName,
  contactEmail: ContactEmail.default(null),
  contactPhone: optionalText(60).default(null),
  contactAvatar: ContactAvatar.default(null),
  relationship: Relationship.default(DEFAULT_RELATIONSHIP),
  isFavorite: z.boolean().default(false),
});
export type NewContact = z.output<typeof NewContact>;

/** Fields that are not given stay as they are. */
export const ContactChange = z.strictObject({
  contactName: ContactName.optional(),
  contactEmail: ContactEmail.optional(),
  contactPhone: optionalText(60).optional(),
  contactAvatar: ContactAvatar.optional(),
  relationship: Relationship.optional(),
  isFavorite: z.boolean().optional(),
});
export type ContactChange = z.output<typeof ContactChange>;

/** Characters of a vCard file, without its pictures. */
export const MAX_CARD_FILE = 900_000;

/** What merging may change in the contact that is kept. */
export const MergedFields = z.object({
  contactEmail: z.string().max(320).nullable(),
  otherEmails: z.array(z.string().max(320)).max(400),
  contactPhone: z.string().max(60).nullable(),
  otherPhones: z.array(z.string().max(60)).max(400),
  organization: z.string().max(200).nullable(),
  note: z.string().max(2000).nullable(),
  contactAvatar: z.string().max(2000).nullable(),
  isFavorite: z.boolean(),
});

const Touch = { id: Id, at: Instant };
/** What the reader and a contact last had to do with each other. */
export const Touches = z.object({
  contact: Contact,
  mails: z.array(z.object({ ...Touch, subject: z.string(), isOutgoing: z.boolean() })),
  meetings: z.array(z.object({ ...Touch, title: z.string() })),
  tasks: z.array(z.object({ id: Id, title: z.string(), dueDate: Instant.nullable() })),
  conversationId: Id.nullable(),
  messages: z.array(z.object({ ...Touch, senderName: z.string(), content: z.string() })),
});

/** Counting stops here. */
export const COUNT_CAP = 1000;
/** '1,000+' where counting stopped. */
export const countLabel = (count: number): string =>
  count > COUNT_CAP ? `${COUNT_CAP.toLocaleString("en-US")}+` : count.toLocaleString("en-US");
