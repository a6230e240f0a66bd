import { expect, test } from "vitest";
import { buildRedirectUrl, parseAuthorizationRequest } from "./authorization-request.ts";

const challenge = "x".repeat(43);
const address = (more: Record<string, string> = {}) =>
  `?${new URLSearchParams({
    response_type: "code",
    client_id: "00000000-0000-4000-8000-000000000000",
    redirect_uri: "http://localhost:3118/callback?a=b",
    code_challenge: challenge,
    code_challenge_method: "S256",
    state: "s t",
    ...more,
  })}`;

test("D37: a client requests with PKCE, gets only the requested scopes, and its state back", () => {
  expect(parseAuthorizationRequest(address({ code_challenge_method: "plain" }))).toHaveProperty("problem");
  expect(parseAuthorizationRequest(address({ response_type: "token" }))).toHaveProperty("problem");
  expect(parseAuthorizationRequest(address({ redirect_uri: "nowhere" }))).toHaveProperty("problem");
  const asked = parseAuthorizationRequest(address({ scope: "read write admin" }));
  if ("problem" in asked) throw new Error(asked.problem);
  expect(asked.scopes).toEqual(["read", "write"]);
  expect(parseAuthorizationRequest(address())).toMatchObject({ scopes: ["read"] });
  expect(buildRedirectUrl(asked, { code: "c" }, "https://adjutant.example")).toBe(
    "http://localhost:3118/callback?a=b&code=c&state=s+t&iss=https%3A%2F%2Fadjutant.example",
  );
});
