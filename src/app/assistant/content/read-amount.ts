import { formatNumber } from "#platform/numbers/format-number.ts";

/** '16.200,00' and '16,200.00' as '16,200.00'; '655,--' as '655'; the words around the number stay. */
export const amountOf = (piece: string): string =>
  piece.replace(/\d[\d.,']{0,14}(?:-{1,2})?/, plainNumber).trim();

function plainNumber(written: string): string {
  const bare = written.replace(/[.,']-{1,2}$/, "").replace(/(?<![.,'])[.,']+$/, "");
  const lastDot = bare.lastIndexOf(".");
  const lastComma = bare.lastIndexOf(",");
  const decimal = decimalMark(bare, lastDot, lastComma);
  const at = decimal === "" ? -1 : bare.lastIndexOf(decimal);
  const whole = (at < 0 ? bare : bare.slice(0, at)).replaceAll(/[.,']/g, "");
  const grouped = whole.length > 4 || /[.,']/.test(bare) ? formatNumber(Number(whole), "en-US") : whole;
  return at < 0 ? grouped : `${grouped}.${bare.slice(at + 1)}`;
}

/** The mark before the decimals; empty where there are none. */
function decimalMark(bare: string, lastDot: number, lastComma: number): string {
  if (lastDot >= 0 && lastComma >= 0) return lastDot > lastComma ? "." : ",";
  if (lastDot < 0 && lastComma < 0) return "";
  const mark = lastDot >= 0 ? "." : ",";
  const isGrouped = /^[1-9]\d{0,2}(?:[.,]\d{3})+$/.test(bare);
  return isGrouped ? "" : mark;
}
