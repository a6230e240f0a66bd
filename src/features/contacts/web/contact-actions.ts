import { t } from "#i18n/message.ts";
import { RecordWrites } from "#platform/client/record-writes.ts";
import { type FormValues, formOf } from "#platform/fields/field-form.ts";
import { toast } from "#ui/overlays/toast.ts";
import { contactFields } from "../fields.ts";
import type { ContactOnWire } from "../model.ts";
import { contacts } from "./api.ts";
import { contactRecords } from "./public/contact-records.ts";

export const contactForm = formOf(contactFields);

/** Deleted contacts stay in the trash for 30 days. */
export const contactWrites = new RecordWrites<ContactOnWire, Partial<FormValues<typeof contactFields>>>({
  records: contactRecords,
  verbs: contacts,
  report: toast,
  failures: {
    create: t`Failed to create contact`,
    update: t`Failed to update contact`,
    delete: t`Failed to delete contact`,
    restore: t`Failed to restore contact`,
  },
  messages: { created: t`Contact added`, updated: t`Contact updated`, deleted: t`Contact deleted` },
});

/** The person looked at the address and vouches for it. */
export async function confirmContact(id: string): Promise<void> {
  const isConfirmed = await contactWrites.attempt(t`Failed to update contact`, async () =>
    contactRecords.receive([await contacts.confirm.call({ id })]),
  );
  if (isConfirmed) toast.success(t`Address confirmed`);
}

/** Sets one field without a version check, whatever else has changed. */
export const toggleFavorite = ({ id, isFavorite }: ContactOnWire) =>
  contactWrites.attempt(t`Failed to update contact`, () =>
    contactWrites.overwrite(id, { isFavorite: !isFavorite }),
  );
