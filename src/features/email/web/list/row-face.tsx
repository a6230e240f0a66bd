import { PersonAvatar } from "#features/contacts/web/public/person-avatar.tsx";
import type { EmailOnWire } from "../../model.ts";
import { addressOf, nameOf } from "../reading/format-people.ts";

/** Of whom the first name of a row is: the sender of what was received, else the first recipient. */
export function RowFace({ of: { status, sender, recipients } }: { of: EmailOnWire }) {
  const person = (status === "received" ? sender : recipients[0]) ?? "";
  return <PersonAvatar email={addressOf(person)} name={nameOf(person)} size="small" />;
}
