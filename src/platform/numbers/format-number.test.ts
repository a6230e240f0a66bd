import { expect, test } from "vitest";
import {
  digitsOf,
  formatAmount,
  formatCount,
  formatCountUpTo,
  formatMoney,
  formatNumber,
} from "./format-number.ts";

test("counts are formatted in English, with a plus where counting stopped", () => {
  expect(formatCount(1234)).toBe("1,234");
  expect([999, 1000, 1001].map((count) => formatCountUpTo(count, 1000))).toEqual(["999", "1,000", "1,000+"]);
});

test("numbers and money are formatted in the reader's locale", () => {
  expect([formatNumber(1234.5, "en-US"), formatNumber(1234.5, "de")]).toEqual(["1,234.5", "1.234,5"]);
  expect(formatMoney(123_450, "USD", "en-US")).toBe("$1,234.50");
  expect(formatMoney(1234, "JPY", "en-US")).toBe("¥1,234");
  expect([digitsOf("EUR"), digitsOf("JPY")]).toEqual([2, 0]);
});

test("an amount in a mail has its cents", () => expect(formatAmount(1234.5)).toBe("1,234.50"));
