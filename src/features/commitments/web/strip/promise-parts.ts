import type { QueryClient } from "@tanstack/react-query";
import { EventPromises } from "./event-promises.tsx";
import { fetchOpenPromises } from "./open-promises.tsx";
import { PersonPromises } from "./person-promises.tsx";
import { PromiseStrip } from "./promise-strip.tsx";

/** What other pages show of promises. */
export const promiseParts = {
  ...{ EventPromises, PersonPromises, PromiseStrip },
  fetchEventPromises: (queries: QueryClient, eventId: string) => fetchOpenPromises(queries, { eventId }),
};
