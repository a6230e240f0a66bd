import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { slot } from "#platform/client/slot.ts";
import { laterPart } from "#ui/later-part.tsx";

type PromiseParts = {
  /** What a thread of mail or a conversation promises, or one message of it. */
  PromiseStrip: ComponentType<{ threadId: string; sourceId?: string }>;
  /** What is open between the user and the person with these addresses and this account, with commas between them. */
  PersonPromises: ComponentType<{ party: string; onClose(): void }>;
  /** What is open between the user and the other people of an event of theirs. */
  EventPromises: ComponentType<{ eventId: string; onClose(): void }>;
  /** Reads them before they are shown. */
  fetchEventPromises(queries: QueryClient, eventId: string): Promise<unknown>;
};

/** What other pages show of promises. */
export const promiseParts = slot<() => Promise<PromiseParts>>("promises");
export const PromiseStrip = laterPart(async () => (await promiseParts.get()()).PromiseStrip);
