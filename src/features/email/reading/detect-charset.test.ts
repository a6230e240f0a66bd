import { describe, expect, test } from "vitest";
import { parseMessage } from "./parse-message.ts";

/** The bytes of a text in a charset of one byte a character, from the runtime's own table. */
function encode(text: string, charset: string): Buffer {
  const table = new TextDecoder(charset).decode(Uint8Array.from({ length: 256 }, (_, at) => at));
  return Buffer.from(Array.from(text, (sign) => table.indexOf(sign)));
}

const message = (headers: string[], body: Uint8Array, more: Uint8Array = Buffer.of()) => ({
  id: "1",
  source: Buffer.concat([
    Buffer.from(["From: clara@lattice.test", "MIME-Version: 1.0", ...headers].join("\r\n")),
    more,
    Buffer.from("\r\n\r\n"),
    body,
  ]),
});
const textOf = async (headers: string[], body: Uint8Array) =>
  (await parseMessage(message(headers, body))).text;

const TEXTS: [string, string][] = [
  ["koi8-r", "Привет, как дела? Завтра встречаемся в десять часов у входа."],
  ["windows-1251", "Привет, как дела? Завтра встречаемся в десять часов у входа."],
  ["windows-1252", "Schöne Grüße aus München – wir sehen uns am „Dienstag“, 5 €."],
  ["windows-1252", "Grüße"],
  ["windows-1252", "Café"],
  ["windows-1252", "Señor, mañana por la mañana habrá una reunión en el despacho."],
  ["iso-8859-2", "Zażółć gęślą jaźń. Proszę o szybką odpowiedź w tej sprawie, będę wdzięczny."],
  [
    "windows-1250",
    "Dobrý den, posílám Vám přílohu s nabídkou, těším se na příští setkání. Děkuji, s pozdravem Tomáš Žižka",
  ],
  ["iso-8859-7", "Καλημέρα σας, θα ήθελα να σας ενημερώσω για τη συνάντηση."],
  ["windows-1254", "Değerli müşterimiz, toplantı yarın saat onda başlayacaktır. Teşekkürler"],
  ["windows-1256", "مرحبا، أود أن أرتب اجتماعا يوم الثلاثاء القادم."],
];

describe("text without a charset", () => {
  test.each(TEXTS)("in %s is readable: %s", async (charset, text) => {
    const bytes = encode(text, charset);
    expect(await textOf([], bytes)).toBe(text);
    expect(await textOf(["Content-Type: text/plain; charset=us-ascii"], bytes)).toBe(text);
    expect(await textOf(["Content-Type: text/plain; charset=unknown-8bit"], bytes)).toBe(text);
    const encoded = Buffer.from(bytes.toString("base64"));
    expect(await textOf(["Content-Type: text/plain", "Content-Transfer-Encoding: base64"], encoded)).toBe(
      text,
    );
  });

  test("of several bytes a character is readable too", async () => {
    const japanese = Buffer.from("\x1b$BF|K\\8l\x1b(B", "latin1");
    expect(await textOf([], japanese)).toBe("日本語");
    const chinese = Buffer.from("c4e3bac3a3accfc2cee7c8fdb5e3bfaabbe1a3acc7ebd7bccab1b2cebcd3a1a3", "hex");
    expect(await textOf([], chinese)).toBe("你好，下午三点开会，请准时参加。");
    expect(await textOf([], Buffer.from("Grüße – 日本語"))).toBe("Grüße – 日本語");
  });

  test("is read as its HTML says", async () => {
    const page = (text: string) => `<html><head><meta charset="koi8-r"></head><body>${text}</body></html>`;
    const bytes = encode(page("Да"), "koi8-r");
    expect((await parseMessage(message(["Content-Type: text/html"], bytes))).html).toContain(page("Да"));
  });

  test("that has a charset is never guessed, however wrong it looks", async () => {
    const bytes = encode("Привет, как дела? Завтра встречаемся в десять часов.", "koi8-r");
    expect(await textOf(["Content-Type: text/plain; charset=iso-8859-1"], bytes)).toMatch(/^ðÒÉ×ÅÔ/);
  });

  test("is detected in bounded time, whatever the bytes", async () => {
    const noise = Buffer.alloc(
      5_000_000,
      Buffer.from(Array.from({ length: 251 }, (_, at) => (at * 89) % 256)),
    );
    expect((await parseMessage(message([], noise))).text.length).toBeGreaterThan(0);
  });
});

test("a header with raw bytes is read in the charset of its text, or in a detected one", async () => {
  const subject = encode("\r\nSubject: Отчёт за март и план встреч на апрель", "koi8-r");
  const declared = message(["Content-Type: text/plain; charset=koi8-r"], encode("Да", "koi8-r"), subject);
  expect((await parseMessage(declared)).header).toMatchObject({
    subject: "Отчёт за март и план встреч на апрель",
  });
  expect((await parseMessage(message([], Buffer.from("x"), subject))).header).toMatchObject({
    subject: "Отчёт за март и план встреч на апрель",
    from: { name: "", address: "clara@lattice.test" },
  });
  expect((await parseMessage(message(["Subject: Grüße"], Buffer.from("x")))).header).toBeNull();
});
