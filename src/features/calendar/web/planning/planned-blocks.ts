import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CircleCheck, FileText, type LucideIcon, Mail } from "lucide-react";
import { createContext, use } from "react";
import { term } from "#i18n/message.ts";
import type { EventOnWire } from "../../model.ts";
import { addMonths, type Day, instantAt, startOfMonth } from "../days.ts";
import { type BlockKind, type PlannedBlock, planBlocks } from "../slots.ts";

/** The mark of a block and its word, by what the block is for. */
export const BLOCK_MARKS: Record<BlockKind, { icon: LucideIcon; word: string }> = {
  task: { icon: CircleCheck, word: term("planned for a task", "an event") },
  preparation: { icon: FileText, word: term("planned to prepare a meeting", "an event") },
  answer: { icon: Mail, word: term("planned for an answer", "an event") },
};

/** What the events on the page are planned for, by their ids. */
export const BlockKinds = createContext<ReadonlyMap<string, BlockKind>>(new Map());

export const useBlockKind = (eventId: string): BlockKind | undefined => use(BlockKinds).get(eventId);

/** The blocks among these events around the day. Nothing is read where none of them can be one. */
export function useBlockKinds(day: Day, events: readonly EventOnWire[]): ReadonlyMap<string, BlockKind> {
  const month = startOfMonth(day);
  const from = instantAt(addMonths(month, -1)).toISOString();
  const to = instantAt(addMonths(month, 2)).toISOString();
  const { data } = useQuery({
    ...planBlocks.get().query({ from, to }),
    enabled: events.some(({ createdFrom }) => createdFrom !== null),
    placeholderData: keepPreviousData,
  });
  return new Map(data?.items.map(({ eventId, kind }) => [eventId, kind]));
}

/** The block that the event is: null if it is none, undefined while that is read. */
export function useBlockOf({
  id,
  startTime,
  endTime,
  createdFrom,
}: EventOnWire): PlannedBlock | null | undefined {
  const canBeBlock = createdFrom !== null;
  const { data, isError } = useQuery({
    ...planBlocks.get().query({ from: startTime, to: endTime }),
    enabled: canBeBlock,
  });
  if (!canBeBlock || isError) return null;
  return data && (data.items.find(({ eventId }) => eventId === id) ?? null);
}
