import { errorResponses } from "./error-responses.ts";

/** `GET /events` (../event-stream.ts) in the document. */
export const EVENT_STREAM = {
  operationId: "events.stream",
  summary: "Receive what changes, as server-sent events",
  description: `Each message names a resource and the ids of its changed records, never their content (the schema Change): read them again.
The message \`resync\` means that too much was missed: read everything again. A stream ends when the key is revoked; connect again with
the last id. Keys that are limited to some areas cannot use it.`,
  tags: ["changes"],
  "x-effect": "read",
  parameters: [
    {
      name: "Last-Event-ID",
      in: "header",
      required: false,
      description: "The id of the last message that was received: the stream continues after it.",
      schema: { type: "string" },
    },
    {
      name: "after",
      in: "query",
      required: false,
      description: "The same, for the first connection: a number such as `lastEventId` of `session.current`.",
      schema: { type: "integer", minimum: 0 },
    },
  ],
  responses: {
    200: {
      description: "Messages with `id`, and the schema Change as JSON in `data`.",
      content: {
        "text/event-stream": {
          schema: { type: "string", description: "Lines as in the HTML standard, server-sent events." },
          example: 'id: 4711\ndata: {"resource":"tasks","ids":["01950000-0000-7000-8000-000000000001"]}\n\n',
        },
      },
    },
    ...errorResponses([401, 403, 429, 503]),
  },
};
