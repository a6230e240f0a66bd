import type { WebRequest } from "#platform/outbound/web-call.ts";
import type { WebAnswer } from "#platform/outbound/web-request.ts";
import type { Provider } from "../model.ts";
import { bearer, type SendRequest } from "../public/provider.ts";
import { getAccessToken } from "./refresh-access-token.ts";
import { type ConnectionContext, requestWith } from "./token-store.ts";

/** Pages of items; a body beyond that is cut (security.md §5). */
const MAX_BYTES = 25_000_000;
const TOTAL_TIMEOUT_MS = 30_000;

/**
 * Requests as the connected user. An access token may be rejected before it expires: one refresh and one retry only.
 * Slack rejects with status 200.
 */
export function authorizedRequest(connection: ConnectionContext, provider: Provider): SendRequest {
  const sendRequest = requestWith(connection);
  const send = (request: WebRequest, accessToken: string) =>
    sendRequest({
      maxBytes: MAX_BYTES,
      timeoutMs: TOTAL_TIMEOUT_MS,
      ...request,
      headers: { accept: "application/json", ...request.headers, ...bearer({ accessToken }) },
    });
  return async (request) => {
    const { accessToken } = await getAccessToken(connection, provider);
    const answer = await send(request, accessToken);
    if (!isRefused(answer)) return answer;
    const renewed = await getAccessToken(connection, provider, { stale: accessToken }).catch(
      (error: unknown) => {
        // The tokens cannot be refreshed: the original refusal is returned.
        if (provider === "slack") return null;
        throw error;
      },
    );
    return renewed ? send(request, renewed.accessToken) : answer;
  };
}

const isRefused = ({ status, body }: WebAnswer) =>
  status === 401 ||
  (status === 200 && body.length < 1000 && /"error":\s*"(invalid_auth|token_expired)"/.test(body));
