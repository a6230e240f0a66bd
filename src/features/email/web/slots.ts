import type { ComponentType } from "react";
import { slot } from "#platform/client/slot.ts";

type Loaded<Props> = () => Promise<ComponentType<Props>>;

/** What a message needs of a document to carry a copy of it. */
export type PickedDocument = { title: string; fileUrl: string; fileName: string; fileSize: number };

/** A dialog that chooses one of the writer's documents. */
export const documentPicker =
  slot<Loaded<{ onPick(document: PickedDocument): void; onClose(): void }>>("document picker");

/** What a mail says about an event, above its text. */
export const invitationCard = slot<Loaded<{ emailId: string }>>("invitation card");
