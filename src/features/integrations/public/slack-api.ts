import { z } from "zod";
import { t } from "#i18n/message.ts";
import type { WebAnswer } from "#platform/outbound/web-request.ts";
import {
  FORM,
  ProviderError,
  pageGuard,
  readAnswer,
  type SendRequest,
  unexpectedResponse,
} from "./provider.ts";

/* https://docs.slack.dev/reference/methods */

const NAME = "Slack";
const PAGE = 200;
const MAX_PAGES = 250;

const Ended = z.object({ ok: z.literal(false), error: z.string().max(200) });
export const NEXT = {
  response_metadata: z.object({ next_cursor: z.string().max(2000).optional() }).optional(),
};
type Paged = { response_metadata?: { next_cursor?: string | undefined } | undefined };

type SlackApi = {
  /** Reads page after page, until the caller stops. */
  pages<T extends Paged>(
    method: string,
    query: Record<string, string>,
    schema: z.ZodType<T>,
  ): AsyncGenerator<T>;
  post<T>(method: string, form: Record<string, string>, schema: z.ZodType<T>): Promise<T>;
};

export function slackApi(sendRequest: SendRequest, baseUrl: string): SlackApi {
  return {
    pages: async function* (method, query, schema) {
      const guard = pageGuard(NAME);
      let cursor = "";
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const given = { limit: String(PAGE), ...query, ...(cursor && { cursor }) };
        const answer = read(
          await sendRequest({ url: `${baseUrl}/${method}?${new URLSearchParams(given)}` }),
          schema,
        );
        yield answer;
        const next = answer.response_metadata?.next_cursor ?? "";
        if (!next) return;
        cursor = guard(next);
      }
    },
    post: async (method, form, schema) =>
      read(
        await sendRequest({
          ...{ url: `${baseUrl}/${method}`, method: "POST", headers: FORM },
          body: String(new URLSearchParams(form)),
        }),
        schema,
      ),
  };
}

/** Slack reports errors with status 200. */
function read<T>(answer: WebAnswer, schema: z.ZodType<T>): T {
  const ended = Ended.safeParse(readAnswer(NAME, answer, z.unknown())).data;
  if (ended?.error === "ratelimited")
    throw new ProviderError(
      "limited",
      t`${NAME} is limiting requests. Please try again later.`,
      new Date(Date.now() + 60_000),
    );
  if (ended && LOST.has(ended.error))
    throw new ProviderError("refused", t`${NAME} rejected the sign-in. Please connect again.`);
  if (ended) throw unexpectedResponse(NAME);
  return readAnswer(NAME, answer, schema);
}

const LOST = new Set(["invalid_auth", "token_revoked", "token_expired", "account_inactive", "not_authed"]);

/** Converts Slack's markup (https://docs.slack.dev/messaging/formatting-message-text) to plain text. */
export const plain = (text: string, names: ReadonlyMap<string, string>): string =>
  text
    .replaceAll(/<@([A-Z0-9]+)(?:\|[^<>]*)?>/g, (_, id: string) => `@${names.get(id) ?? "somebody"}`)
    .replaceAll(/<#[A-Z0-9]+\|([^<>]*)>/g, "#$1")
    .replaceAll(/<!(\w+)(?:[^\w<>][^<>]*)?>/g, "@$1")
    .replaceAll(/<([^|<>]+)\|([^<>]+)>/g, "$2 ($1)")
    .replaceAll(/<([^<>]+)>/g, "$1")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
