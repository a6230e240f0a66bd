/** Places that give no zone their name, and usual words for zones. */
const PLACES: Readonly<Record<string, string>> = Object.fromEntries(
  `Europe/Berlin: germany, munich, hamburg, frankfurt, cologne, stuttgart, dusseldorf, leipzig, central european, cet, cest, mez
Europe/Vienna: austria, salzburg, graz, linz, innsbruck
Europe/Zurich: switzerland, geneva, basel, bern, lausanne
Europe/Paris: france, lyon, marseille, nice, bordeaux, toulouse, cannes
Europe/Madrid: spain, barcelona, valencia, seville, bilbao, malaga
Europe/Lisbon: portugal, porto
Europe/Rome: italy, milan, naples, turin, florence, venice, bologna
Europe/London: uk, england, britain, british, great britain, united kingdom, scotland, wales, manchester, edinburgh, glasgow, birmingham, gmt, bst, greenwich
Europe/Dublin: ireland, irish, cork
Europe/Amsterdam: netherlands, holland, rotterdam, the hague, utrecht
Europe/Brussels: belgium, antwerp, ghent
Europe/Copenhagen: denmark, odense, aarhus
Europe/Stockholm: sweden, gothenburg, malmo
Europe/Oslo: norway, bergen
Europe/Helsinki: finland
Europe/Warsaw: poland, krakow, gdansk
Europe/Prague: czech republic, czechia, brno
Europe/Budapest: hungary
Europe/Athens: greece, eastern european, eet
Europe/Bucharest: romania
Europe/Istanbul: turkey, ankara
Europe/Moscow: russia, st petersburg
Europe/Kyiv: ukraine, kiev
America/New_York: new york city, nyc, boston, washington, washington dc, miami, atlanta, philadelphia, eastern, est, edt, et, east coast, florida
America/Chicago: dallas, houston, austin, texas, central, cst, cdt, minneapolis, new orleans, st louis
America/Denver: mountain, mst, mdt, salt lake city, colorado
America/Los_Angeles: san francisco, seattle, portland, san diego, las vegas, california, pacific, pst, pdt, west coast, la, silicon valley
America/Phoenix: arizona
Pacific/Honolulu: hawaii
America/Anchorage: alaska
America/Toronto: ottawa, montreal, ontario, quebec
America/Vancouver: british columbia
America/Mexico_City: mexico
America/Sao_Paulo: brazil, rio, rio de janeiro
America/Argentina/Buenos_Aires: argentina
America/Santiago: chile
America/Bogota: colombia
America/Lima: peru
Asia/Tokyo: japan, osaka, kyoto, jst
Asia/Shanghai: china, beijing, shenzhen, guangzhou
Asia/Hong_Kong: hongkong
Asia/Seoul: korea, south korea, busan
Asia/Singapore: sgt
Asia/Kolkata: india, mumbai, delhi, new delhi, bangalore, bengaluru, chennai, hyderabad, pune, calcutta, ist
Asia/Dubai: uae, abu dhabi, emirates
Asia/Riyadh: saudi arabia, jeddah
Asia/Jerusalem: israel, tel aviv
Asia/Karachi: pakistan, lahore
Asia/Bangkok: thailand
Asia/Ho_Chi_Minh: vietnam, hanoi, saigon
Asia/Jakarta: indonesia
Asia/Manila: philippines
Asia/Kuala_Lumpur: malaysia
Asia/Taipei: taiwan
Asia/Tbilisi: georgia, batumi
Australia/Sydney: australia, canberra
Australia/Brisbane: queensland
Pacific/Auckland: new zealand, wellington
Africa/Cairo: egypt, alexandria
Africa/Johannesburg: south africa, cape town, durban
Africa/Lagos: nigeria, abuja
Africa/Nairobi: kenya, mombasa
Africa/Casablanca: morocco, rabat
UTC: utc, zulu, universal`
    .split("\n")
    .flatMap((line) => {
      const [zone = "", names = ""] = line.split(": ");
      return names.split(", ").map((name) => [name, zone]);
    }),
);

const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z/]+/g, " ")
    .trim();

/** City names of the zones that this machine knows. */
function cities(): Map<string, string> {
  const found = new Map<string, string>();
  for (const zone of Intl.supportedValuesOf("timeZone"))
    found.set(plain(zone.split("/").at(-1)?.replaceAll("_", " ") ?? ""), zone);
  return found;
}

/** The zone of a place, an abbreviation or a zone's own name; null if none is known. */
export function timeZoneOf(words: string): string | null {
  const named = Intl.supportedValuesOf("timeZone").find(
    (zone) => plain(zone) === plain(words.replaceAll("_", " ")),
  );
  if (named) return named;
  const known = cities();
  const text = plain(words)
    .replace(/^(?:the|in|to|for) /, "")
    .replace(/ (?:time|zone|timezone|standard|summer)\b/g, "");
  const direct = PLACES[text] ?? known.get(text);
  if (direct) return direct;
  const tokens = text.split(" ");
  for (const length of [3, 2, 1])
    for (let start = 0; start + length <= tokens.length; start += 1) {
      const some = tokens.slice(start, start + length).join(" ");
      const zone = some.length > 2 ? (PLACES[some] ?? known.get(some)) : undefined;
      if (zone) return zone;
    }
  return null;
}
