import { expect, test } from "vitest";
import { themeFromMarker, themeFromStorage } from "./theme-choice.ts";

const marked = (...classes: string[]) => ({ contains: (name: string) => classes.includes(name) });

test("SHELL-55: a stored 'light' is light, anything else is dark", () => {
  expect(themeFromStorage("light")).toBe("light");
  expect([null, "", "dark", "Light", "blue"].map(themeFromStorage)).toEqual(Array(5).fill("dark"));
});

test("SHELL-54: external changes of the theme attribute are followed", () => {
  expect(themeFromMarker(marked("dark"), "light")).toBe("dark");
  expect(themeFromMarker(marked("light"), "dark")).toBe("light");
  expect(themeFromMarker(marked(), "dark")).toBe("light");
  expect(themeFromMarker(marked("dark", "light"), "dark")).toBe("light");
  expect(themeFromMarker(marked("dark", "light"), "light")).toBe("dark");
});
