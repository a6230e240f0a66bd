/** Everybody has an address there: it says nothing about whom one works for. */
const FREE_MAIL = new Set(
  "gmail.com googlemail.com outlook.com hotmail.com live.com yahoo.com icloud.com me.com gmx.de gmx.net web.de t-online.de orange.fr free.fr proton.me".split(
    " ",
  ),
);

/** How many others there are, and whether one of them is at another domain than the person (`own`: their addresses). */
export function countGuests(
  guests: readonly string[],
  own: readonly string[],
): { guestCount: number; isOutside: boolean } {
  const mine = new Set(own);
  const others = new Set(guests.filter((guest) => guest !== "" && !mine.has(guest)));
  const domains = new Set(own.flatMap(domainOf));
  const isOutside = [...others].flatMap(domainOf).some((domain) => !domains.has(domain));
  return { guestCount: others.size, isOutside: domains.size > 0 && isOutside };
}

const domainOf = (address: string): string[] => {
  const domain = address.split("@")[1]?.split(">")[0]?.toLowerCase();
  return domain === undefined || FREE_MAIL.has(domain) ? [] : [domain];
};
