import { term } from "#i18n/message.ts";
import { OpenPromises } from "./open-promises.tsx";

/** What is open between the person and those whom they meet. */
export const EventPromises = ({ eventId, onClose }: { eventId: string; onClose(): void }) => (
  <OpenPromises
    among={{ eventId }}
    titles={{
      me: term("You owe them", "the people of an event"),
      them: term("They owe you", "the people of an event"),
    }}
    hasNames
    onClose={onClose}
  />
);
