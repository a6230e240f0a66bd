import { z } from "zod";
import type { Provider } from "../model.ts";
import {
  address,
  bearer,
  codeFlow,
  FORM,
  type ProviderSystem,
  readAnswer,
  readTokenAnswer,
} from "./provider.ts";

/** https://developers.google.com/identity/protocols/oauth2/web-server; the least that reading and sending needs. */
const SCOPES: Partial<Record<Provider, string>> = {
  gmail: "https://www.googleapis.com/auth/gmail.modify",
  google_calendar:
    "https://www.googleapis.com/auth/calendar.events https://www.googleapis.com/auth/calendar.calendarlist.readonly",
};

const UserInfo = z.object({ sub: z.string().min(1), email: z.string().min(1).max(320) });

export function google(baseUrl: string | undefined): ProviderSystem {
  const name = "Google";
  const issuer = baseUrl ?? "https://accounts.google.com";
  return {
    registrar: "google",
    name,
    registerAt: "https://console.cloud.google.com/apis/credentials",
    tokenUrl: `${baseUrl ?? "https://oauth2.googleapis.com"}/token`,
    authorizeUrl: (provider, authorization) =>
      address(`${issuer}/o/oauth2/v2/auth`, {
        ...codeFlow(authorization),
        scope: `openid email ${SCOPES[provider] ?? ""}`.trim(),
        access_type: "offline",
        prompt: "consent",
      }),
    isIssuer: (given) => given === issuer,
    readTokens: (answer, now) => readTokenAnswer(name, answer, now),
    account: async (ask, tokens) => {
      const url = `${baseUrl ?? "https://openidconnect.googleapis.com"}/v1/userinfo`;
      const { sub, email } = readAnswer(name, await ask({ url, headers: bearer(tokens) }), UserInfo);
      return { id: sub, name: email };
    },
    revoke: async (ask, { refreshToken, accessToken }) => {
      const url = `${baseUrl ?? "https://oauth2.googleapis.com"}/revoke`;
      const body = String(new URLSearchParams({ token: refreshToken ?? accessToken }));
      readAnswer(name, await ask({ url, method: "POST", headers: FORM, body }), z.unknown());
    },
  };
}
