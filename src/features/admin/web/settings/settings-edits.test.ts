import { expect, test } from "vitest";
import {
  asInput,
  clashes,
  parsePort,
  type Settings,
  typedSince,
  untouched,
  withEdit,
} from "./settings-edits.ts";

const stored = {
  appName: "Adjutant",
  metaTitle: "",
  smtpPort: 587,
  maintenanceMode: false,
  secrets: { smtpPassword: { lastFour: "tery", updatedAt: null, isReadable: true } },
  version: 1,
} as Settings;

test("SYS-13: the SMTP port is parsed as an integer", () => {
  expect(parsePort("587")).toBe(587);
  expect(parsePort("587.9")).toBe(587);
  expect(parsePort(" 25 smtp")).toBe(25);
  expect(parsePort("smtp")).toBeUndefined();
  expect(asInput({ smtpPort: "2525", appName: "Desk" })).toEqual({ smtpPort: 2525, appName: "Desk" });
  expect(asInput({ smtpPort: "" })).toEqual({});
});

test("SYS-10: typing the stored value again is no change", () => {
  const typed = withEdit(untouched(stored), stored, "appName", "Desk");
  expect(typed.edits).toEqual({ appName: "Desk" });
  expect(withEdit(typed, stored, "appName", "Adjutant").edits).toEqual({});
  expect(withEdit(typed, stored, "smtpPort", "587").edits).toEqual({ appName: "Desk" });
  expect(withEdit(typed, stored, "smtpPassword", "").edits).toEqual({ appName: "Desk" });
  expect(withEdit(typed, stored, "smtpPassword", null).edits).toEqual({
    appName: "Desk",
    smtpPassword: null,
  });
});

test("SYS-15: edits made while a change is being saved remain unsaved", () => {
  const sent = withEdit(
    withEdit(untouched(stored), stored, "maintenanceMode", true),
    stored,
    "smtpPassword",
    "secret",
  );
  const saved = { ...stored, maintenanceMode: true, version: 2 };
  expect(typedSince(sent, sent, saved)).toEqual(untouched(saved));
  const back = withEdit(sent, stored, "maintenanceMode", false);
  expect(typedSince(back, sent, saved)).toEqual({ base: saved, edits: { maintenanceMode: false } });
  const more = withEdit(sent, stored, "appName", "Desk");
  expect(typedSince(more, sent, saved)).toEqual({ base: saved, edits: { appName: "Desk" } });
});

test("a field that another administrator meanwhile changed to something else conflicts", () => {
  const typed = withEdit(untouched(stored), stored, "appName", "Desk");
  expect(clashes(typed, { ...stored, metaTitle: "Theirs", version: 2 })).toEqual([]);
  expect(clashes(typed, { ...stored, appName: "Desk", version: 2 })).toEqual([]);
  expect(clashes(typed, { ...stored, appName: "Theirs", version: 2 })).toEqual(["appName"]);
});
