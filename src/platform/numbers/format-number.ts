import { LOCALE, spokenLocale } from "#i18n/locale.ts";

/** In English en-US everywhere: '1,234' */
export const formatCount = (count: number): string => count.toLocaleString(spokenLocale());

/** en-US: '1,000+' where counting stopped at 1000, '999' below it. */
export const formatCountUpTo = (count: number, cap: number): string =>
  count > cap ? `${formatCount(cap)}+` : formatCount(count);

/** With so many decimals and without groups: '1024.5', in German '1024,5' */
export const formatFixed = (number: number, decimals: number): string =>
  new Intl.NumberFormat(spokenLocale(), {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: false,
  }).format(number);

/** By the locale of the page: '1,234.5', in German '1.234,5' */
export const formatNumber = (number: number, locale?: string): string =>
  number.toLocaleString(locale ?? LOCALE);

/** en-GB with two decimals and no currency: '1,234.50' */
export const formatAmount = (amount: number): string =>
  amount.toLocaleString("en-GB", { minimumFractionDigits: 2 });

/** Minor units by the locale of the page: 123450 of USD is '$1,234.50' */
export function formatMoney(amount: number, currency: string, locale?: string): string {
  const format = new Intl.NumberFormat(locale ?? LOCALE, { style: "currency", currency });
  return format.format(amount / 10 ** digitsOf(currency));
}

/** The number of decimals of a currency: one whole is ten to this power in minor units. */
export function digitsOf(currency: string): number {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}
