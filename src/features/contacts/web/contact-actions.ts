import { ApiError } from "#platform/client/resource-client.ts";
import { type FormValues, formOf } from "#platform/fields/field-form.ts";
import { toast } from "#ui/overlays/toast.ts";
import { contactFields } from "../fields.ts";
import type { ContactOnWire } from "../model.ts";
import { contacts } from "./api.ts";
import { contactRecords } from "./public/contact-records.ts";
import { showFailure } from "./show-failure.ts";

export const contactForm = formOf(contactFields);
type ContactFields = FormValues<typeof contactFields>;

/** Rejects, after the specified toast, where the server refuses. */
export async function createContact(fields: ContactFields, idempotencyKey: string): Promise<void> {
  try {
    contactRecords.receive([await contacts.create.call(fields, { idempotencyKey })]);
  } catch (error) {
    throw showFailure("Failed to create contact", error);
  }
  toast.success("Contact added");
}

/** Rejects if the server refuses: with the conflict if the contact was changed elsewhere, otherwise after a toast. */
export async function saveContact(base: ContactOnWire, fields: ContactFields): Promise<void> {
  try {
    await contactRecords.write(
      base.id,
      (current) => ({ ...current, ...fields }),
      ({ id }) => contacts.update.call({ id, version: base.version, ...fields }),
    );
  } catch (error) {
    throw conflictingContact(error) ? error : showFailure("Failed to update contact", error);
  }
  toast.success("Contact updated");
}

/** The person looked at the address and vouches for it. */
export async function confirmContact(id: string): Promise<void> {
  try {
    contactRecords.receive([await contacts.confirm.call({ id })]);
  } catch (error) {
    return void showFailure("Failed to update contact", error);
  }
  toast.success("Address confirmed");
}

/** Sets one field without a version check, whatever else has changed. */
export async function toggleFavorite({ id, isFavorite }: ContactOnWire): Promise<void> {
  const change = { isFavorite: !isFavorite };
  const update = ({ version }: { version: number }) => contacts.update.call({ id, version, ...change });
  try {
    await contactRecords.write(
      id,
      (current) => ({ ...current, ...change }),
      (latest) =>
        update(latest).catch((error: unknown) => {
          const stored = conflictingContact(error);
          if (!stored) throw error;
          return update(stored);
        }),
    );
  } catch (error) {
    showFailure("Failed to update contact", error);
  }
}

/** To the trash, where it stays for 30 days. */
export async function deleteContact(contact: ContactOnWire): Promise<void> {
  const asDeleted = (current: ContactOnWire) => ({ ...current, deletedAt: new Date().toISOString() });
  try {
    await contactRecords.write(contact.id, asDeleted, async (latest) => {
      await contacts.delete.call({ id: latest.id });
      return asDeleted(latest);
    });
  } catch (error) {
    return void showFailure("Failed to delete contact", error);
  }
  toast.undo("Contact deleted", () => void restoreContact(contact));
}

export async function restoreContact(contact: ContactOnWire): Promise<void> {
  const { id } = contact;
  try {
    await contactRecords.create({ ...contact, deletedAt: null }, () => contacts.restore.call({ id }));
  } catch (error) {
    showFailure("Failed to restore contact", error);
  }
}

/** The server's current contact if the error is a version conflict; otherwise null. */
export function conflictingContact(error: unknown): ContactOnWire | null {
  const isConflict = error instanceof ApiError && error.code === "conflict";
  return isConflict && error.details.current ? (error.details.current as ContactOnWire) : null;
}
