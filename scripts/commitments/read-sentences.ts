import { readFileSync } from "node:fs";
import type { Thread } from "#features/commitments/extraction/find-commitments.factory.ts";

const [ME, OTHER] = ["ada@analytics.example", "ben@bookshop.example"];
const ADA = `Ada Byron <${ME}>`;
const BEN = `Ben Okri <${OTHER}>`;

/** 'Ada's message >> Ben's answer': a promise stands in braces, a request in brackets. */
export const readSentences = (file: URL, author: string): Thread[] =>
  readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line, index): Thread => {
      const parts = line.split(" >> ");
      const texts = parts.map((part) => part.replace(/[{}[\]]/g, ""));
      const messages = texts.map((text, at) => {
        const isLast = at === texts.length - 1;
        return {
          id: `m${at + 1}`,
          from: isLast ? BEN : ADA,
          to: [isLast ? ADA : BEN],
          at: `2026-03-03T0${8 + at}:00:00Z`,
          text,
          automatic: false,
        };
      });
      const message = `m${texts.length}`;
      const expected = [...(parts.at(-1) ?? "").matchAll(/\{([^}]*)\}|\[([^\]]*)\]/g)].map(
        ([, promise, request]) => ({
          kind: promise === undefined ? ("request" as const) : ("promise" as const),
          message,
          by: promise === undefined ? ME : OTHER,
          to: promise === undefined ? OTHER : ME,
          quote: promise ?? request ?? "",
          what: "",
          due: null,
        }),
      );
      return { id: `${author}-${index + 1}`, zone: "Europe/Berlin", me: ME, messages, expected };
    });
