import type { ComponentType } from "react";
import { slot } from "#platform/client/slot.ts";

type Loaded<Props> = () => Promise<ComponentType<Props>>;

/** What a message needs to attach a copy of a document. */
export type PickedDocument = { title: string; fileUrl: string; fileName: string; fileSize: number };

/** A dialog to choose one of the user's documents. */
export const documentPicker =
  slot<Loaded<{ onPick(document: PickedDocument): void; onClose(): void }>>("document picker");

type CalendarParts = {
  /** The event of a mail, shown above its text. */
  InvitationCard: ComponentType<{ emailId: string }>;
  /** Free times of the person, to propose in a reply. */
  findFreeTimes(): Promise<{ startTime: string; endTime: string }[]>;
};

/** What mail shows of the calendar. */
export const calendarParts = slot<() => Promise<CalendarParts>>("calendar parts");
