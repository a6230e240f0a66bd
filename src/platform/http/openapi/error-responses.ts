import type { AnyCapability } from "#platform/capability/definition.ts";
import { ERROR_STATUS, type ErrorCode } from "#platform/capability/errors.ts";
import { type JsonSchema, jsonSchema } from "../rest-routes.ts";

export type Status = (typeof ERROR_STATUS)[ErrorCode];

/** Every status that an AppError may have: a missing one does not compile. */
const ABOUT: Record<Status, readonly [name: string, description: string]> = {
  400: ["Invalid", "The input is wrong; `details.fields` names the fields."],
  401: ["Unauthenticated", "The key is missing, wrong, expired or revoked."],
  403: [
    "Forbidden",
    "The key lacks the scope or the area, or the call of an agent waits for its person's approval.",
  ],
  404: ["NotFound", "It does not exist, or it is not yours."],
  409: [
    "Conflict",
    "The record has changed since it was read, or does not allow this now; `details.current` is the record.",
  ],
  413: ["TooLarge", "The request is larger than it may be."],
  429: ["RateLimited", "Too many requests: wait for `Retry-After` seconds."],
  502: ["Upstream", "Another service did not answer as expected."],
  503: [
    "Unavailable",
    "The database cannot be reached, or the instance is closed for maintenance: try again later.",
  ],
};

const codesOf = (status: Status) =>
  Object.entries(ERROR_STATUS).flatMap(([code, its]) => (its === status ? [code] : []));

const responseOf = (status: Status) => {
  const [name, description] = ABOUT[status];
  const codes = codesOf(status);
  const example = { error: { code: codes[0], message: "A sentence for people", requestId: "01a7" } };
  return [
    name,
    {
      description: `${description} Code: ${codes.map((code) => `\`${code}\``).join(" or ")}.`,
      ...((status === 429 || status === 503) && { headers: { "Retry-After": RETRY_AFTER } }),
      content: { "application/json": { schema: { $ref: "#/components/schemas/ApiError" }, example } },
    },
  ];
};

const RETRY_AFTER = {
  description: "Seconds to wait before the next try.",
  schema: { type: "integer", minimum: 0 },
};

/** No AppError has it: what the program did not expect. */
const FAILURE = {
  description: "A fault of the server; its log has the `requestId`. Code: `internal`.",
  content: {
    "application/json": {
      schema: { $ref: "#/components/schemas/ApiError" },
      example: { error: { code: "internal", message: "A sentence for people", requestId: "01a7" } },
    },
  },
};

/** What a stored file is answered with if the request has `If-None-Match` or `Range` (../serve-file.ts). */
const OF_FILES = {
  PartialContent: {
    description: "The part of the file that `Range` names.",
    headers: { "Content-Range": { description: "Which bytes they are.", schema: { type: "string" } } },
    content: {
      "application/octet-stream": {
        schema: { type: "string", format: "binary", contentMediaType: "application/octet-stream" },
      },
    },
  },
  NotModified: { description: "The file is still the one whose `ETag` was sent as `If-None-Match`." },
  RangeNotSatisfiable: { description: "The file does not have the bytes that `Range` names." },
};

const STATUSES = Object.keys(ABOUT).map(Number) as Status[];

/** One response for each status, to which operations refer. */
export const SHARED_RESPONSES: Readonly<Record<string, object>> = {
  ...Object.fromEntries(STATUSES.map(responseOf)),
  Internal: FAILURE,
  ...OF_FILES,
};

/** References to the responses with these statuses, and to that of a fault, which every call may have. */
export const errorResponses = (statuses: readonly (string | number)[]) => ({
  ...Object.fromEntries(
    STATUSES.filter((status) => statuses.some((each) => Number(each) === status)).map((status) => [
      status,
      { $ref: `#/components/responses/${ABOUT[status][0]}` },
    ]),
  ),
  500: { $ref: "#/components/responses/Internal" },
});

/** The statuses with which a call may fail: a read that names no record finds none missing, and only writes conflict. */
export function statusesOf({ definition }: AnyCapability, takesBody: boolean): Status[] {
  const { access, effect, ownTransactions, input } = definition;
  return [
    400,
    ...(access === "anyone" ? [] : [401 as const]),
    403,
    ...(effect === "read" && !namesRecord(jsonSchema(input)) ? [] : [404 as const]),
    ...(effect === "read" ? [] : [409 as const]),
    ...(takesBody ? [413 as const] : []),
    429,
    ...(ownTransactions ? [502 as const] : []),
    503,
  ];
}

const namesRecord = (input: JsonSchema) =>
  /"format":"uuid"/.test(JSON.stringify(input)) ||
  ["id", "slug", "token"].some((name) => name in (input.properties ?? {}));

const text = (description: string) => ({ type: "string", description });

export const SHARED_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ApiError: {
    type: "object",
    required: ["error"],
    properties: {
      error: {
        type: "object",
        description: "What went wrong.",
        required: ["code", "message", "requestId"],
        properties: {
          code: {
            ...text("For programs: what kind of error it is. `internal` stands for a fault of the server."),
            enum: [...Object.keys(ERROR_STATUS), "internal"],
          },
          message: text("For people: what happened and what to do next, in their language."),
          requestId: text("With it an administrator finds the request in the log."),
          details: { $ref: "#/components/schemas/ApiErrorDetails", description: "More about some errors." },
        },
      },
    },
  },
  ApiErrorDetails: {
    type: "object",
    properties: {
      fields: {
        type: "object",
        description: "With `invalid`: messages by the path of a field, such as `dueDate` or `tags.3`.",
        additionalProperties: { type: "string" },
      },
      retryAfter: { type: "integer", description: "Seconds to wait before the next try." },
      isMaintenance: { type: "boolean", description: "True if the instance is closed for maintenance." },
      approval: {
        type: "object",
        description: "With `approval_needed`: the request that waits, for `approvals.get`.",
        properties: {
          id: text("The id of the request."),
          state: text("Always `waiting`."),
          expiresAt: { ...text("When it can no longer be approved."), format: "date-time" },
        },
      },
      current: { description: "With `conflict`: the record as it is now." },
    },
  },
  Change: {
    type: "object",
    required: ["resource", "ids"],
    properties: {
      resource: text("The resource that changed, such as `tasks`."),
      ids: {
        type: "array",
        items: { type: "string" },
        description: "The ids of the records; empty if it is not known which ones.",
      },
    },
  },
};
