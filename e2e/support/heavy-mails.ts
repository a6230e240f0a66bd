import type { Person } from "./person.ts";

/** Mails that blocked the page for seconds when rendered: one deeply nested, one very long. */
export const HEAVY_MAILS = {
  "5,000 nested tables": `<p>The plan begins here.</p>${"<table><tr><td>row ".repeat(5000)}`,
  "60,000 links": `<p>The plan begins here.</p>${"<a href=//b>x ".repeat(60_000)}`,
} as const;

/** Imports a mail with this HTML into the person's mailbox, as a file; returns its id. */
export async function importMail(person: Person, subject: string, html: string): Promise<string> {
  const head = `From: Mallory <mallory@lattice.org>\r\nTo: ${person.email}\r\nSubject: ${subject}`;
  const type = "Message-ID: <%@lattice.org>\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8";
  const form = new FormData();
  const text = `${head}\r\n${type.replace("%", subject.replaceAll(/\W/g, "-"))}\r\n\r\n${html}\r\n`;
  form.set("file", new Blob([text], { type: "message/rfc822" }), "mail.eml");
  const answer = await person.request("/files/email/messages", {
    method: "POST",
    body: form,
    headers: { "x-adjutant-upload": "1" },
  });
  if (!answer.ok) throw new Error(`The mail was not taken: ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
}
