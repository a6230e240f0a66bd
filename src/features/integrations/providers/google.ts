import { z } from "zod";
import type { DataKind } from "../model.ts";
import {
  address,
  bearer,
  codeFlow,
  covers,
  FORM,
  type ProviderSystem,
  readAnswer,
  readTokenAnswer,
} from "../public/provider.ts";

const API = "https://www.googleapis.com/auth";

/**
 * https://developers.google.com/identity/protocols/oauth2/web-server; the smallest scopes for each kind. Mail uses IMAP
 * and SMTP, which have no smaller scope (https://developers.google.com/workspace/gmail/imap/xoauth2-protocol).
 */
const SCOPES: Record<DataKind, readonly string[]> = {
  mail: ["https://mail.google.com/"],
  events: [`${API}/calendar.events`, `${API}/calendar.calendarlist.readonly`],
  contacts: [`${API}/contacts.readonly`],
  messages: [],
};

const UserInfo = z.object({ sub: z.string().min(1), email: z.string().min(1).max(320) });

export function google(baseUrl: string | undefined): ProviderSystem {
  const name = "Google";
  const issuer = baseUrl ?? "https://accounts.google.com";
  return {
    registrar: "google",
    name,
    registerAt: "https://console.cloud.google.com/apis/credentials",
    apiUrl: baseUrl ?? "https://www.googleapis.com",
    tokenUrl: `${baseUrl ?? "https://oauth2.googleapis.com"}/token`,
    authorizeUrl: (_provider, authorization) =>
      address(`${issuer}/o/oauth2/v2/auth`, {
        ...codeFlow(authorization),
        scope: ["openid", "email", ...authorization.dataKinds.flatMap((kind) => SCOPES[kind])].join(" "),
        access_type: "offline",
        prompt: "consent",
        include_granted_scopes: "true",
        ...(authorization.loginHint && { login_hint: authorization.loginHint }),
      }),
    allows: (_provider, kind, scopes) => covers(scopes, SCOPES[kind]),
    isIssuer: (given) => given === issuer,
    readTokens: (answer, now) => readTokenAnswer(name, answer, now),
    account: async (sendRequest, tokens) => {
      const url = `${baseUrl ?? "https://openidconnect.googleapis.com"}/v1/userinfo`;
      const { sub, email } = readAnswer(name, await sendRequest({ url, headers: bearer(tokens) }), UserInfo);
      return { id: sub, name: email };
    },
    revoke: async (sendRequest, { refreshToken, accessToken }) => {
      const url = `${baseUrl ?? "https://oauth2.googleapis.com"}/revoke`;
      const body = String(new URLSearchParams({ token: refreshToken ?? accessToken }));
      readAnswer(name, await sendRequest({ url, method: "POST", headers: FORM, body }), z.unknown());
    },
  };
}
