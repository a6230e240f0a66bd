import { readFileSync } from "node:fs";
import { basename } from "node:path";

export type Source = Readonly<Record<string, string>> & { id: string; key?: string; kind: string };
export type Place = { record: string; quote: string; answer: string };
export type Asked = {
  q: string;
  in?: Place[];
  expect?: "not found" | string[];
  sources?: string[];
  wrong?: string[];
};

/** Records of one executive, and questions about them. */
export type World = { name: string; records: Source[]; questions: Asked[] };

/** A world as lines of JSON, records first, or the questions of the tests as one object. */
export function readWorld(file: string): World {
  const text = readFileSync(file, "utf8");
  const name = basename(file).replace(/\.jsonl?$/, "");
  if (!file.endsWith(".jsonl")) return { ...(JSON.parse(text) as Omit<World, "name">), name };
  const lines = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Source | Asked);
  return {
    name,
    records: lines.filter((line): line is Source => "kind" in line),
    questions: lines.filter((line): line is Asked => "q" in line),
  };
}

/** What is read of a record, as the product does it. */
export function readSource(record: Source): { title: string; author: string; text: string } {
  const { kind, subject = "", title = "", body = "", text = "", from = "", conversation = "" } = record;
  const author = from.replace(/\s*<[^<>]*>\s*$/, "");
  switch (kind) {
    case "email":
      return { title: subject, author, text: body };
    case "document":
      return { title, author: "", text };
    case "message":
      return { title: conversation, author, text };
    case "contact": {
      const { name = "", address = "", organization = "", role = "", phone = "" } = record;
      const lines = [
        phone && `Phone number of ${name}: ${phone}`,
        address && `Email address of ${name}: ${address}`,
        organization && `${name} works for ${organization}`,
        role,
      ];
      return { title: name, author: "", text: lines.filter(Boolean).join("\n") };
    }
    default: {
      const { description = "", location = "", start = "", due = "" } = record;
      const lines = [
        title,
        description,
        location && `Where: ${location}`,
        start && `When: ${start.replace("T", " ")}`,
        due && `Due: ${due.replace("T", " ")}`,
      ];
      return { title, author: "", text: lines.filter(Boolean).join("\n") };
    }
  }
}

export const momentOf = ({ date, start, due }: Source): string => date ?? start ?? due ?? "";

export const keyOf = ({ id, key }: Source): string => key ?? id;
