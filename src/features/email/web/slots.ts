import type { ComponentType } from "react";
import { slot } from "#platform/client/slot.ts";

type Loaded<Props> = () => Promise<ComponentType<Props>>;

/** What a message needs to attach a copy of a document. */
export type PickedDocument = { title: string; fileUrl: string; fileName: string; fileSize: number };

/** A dialog to choose one of the user's documents. */
export const documentPicker =
  slot<Loaded<{ onPick(document: PickedDocument): void; onClose(): void }>>("document picker");

/** The event of a mail, shown above its text. */
export const invitationCard = slot<Loaded<{ emailId: string }>>("invitation card");
