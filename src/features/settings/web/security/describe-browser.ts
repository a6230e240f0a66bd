import { t } from "#i18n/message.ts";

/** In the order of matching: most user agents also contain the names of browsers that they descend from. */
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Vivaldi\//, "Vivaldi"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\/|Chromium\//, "Chrome"],
  [/Version\/[\d.]+ (?:Mobile(?:\/\w+)? )?Safari\//, "Safari"],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone|iPod/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/CrOS/, "ChromeOS"],
  [/Windows/, "Windows"],
  [/Macintosh|Mac OS X/, "macOS"],
  [/Linux|X11/, "Linux"],
];

const found = (names: readonly [RegExp, string][], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/** 'Firefox on Windows', from the user agent. A program that is no browser is named by its first token. */
export function describeBrowser(userAgent: string | null): string {
  if (!userAgent) return t`Unknown browser`;
  const browser = found(BROWSERS, userAgent) ?? userAgent.match(/^[^\s/(]{1,40}/)?.[0] ?? t`Unknown browser`;
  const system = found(SYSTEMS, userAgent);
  return system ? t`${browser} on ${system}` : browser;
}

export const isHandheld = (userAgent: string | null) => /iPhone|iPod|iPad|Android/.test(userAgent ?? "");
