import { type CalendarServer, calendarServer } from "./calendar-server.ts";

const PERSON = { name: "ada", password: "secret" };

export type AddressBookServer = Pick<CalendarServer, "request" | "makeReadOnly" | "start" | "stop"> & {
  signIn: { serverUrl: string; username: string; password: string };
  /** Writes a card as another client does: its lines between VERSION and END. */
  put(path: string, ...lines: string[]): Promise<void>;
  /** The unfolded lines of a card, sorted: Radicale writes them in an order of its own. Null if there is none. */
  read(path: string): Promise<string[] | null>;
  remove(path: string): Promise<void>;
  /** The paths of the cards in a book. */
  list(book: string): Promise<string[]>;
};

/** A real Radicale with address books of the person 'ada'. */
export async function addressBookServer(books: readonly string[]): Promise<AddressBookServer> {
  const { url, request, ...server } = await calendarServer(PERSON);
  for (const book of books) {
    const made = await request("MKCOL", `/ada/${book}/`, makeBook(book));
    if (!made.ok) throw new Error(`Radicale made no address book: ${made.status}`);
  }
  const at = (path: string) => `/ada/${path}.vcf`;
  return {
    ...{ ...server, request },
    signIn: { serverUrl: url, username: PERSON.name, password: PERSON.password },
    async put(path, ...lines) {
      const text = ["BEGIN:VCARD", "VERSION:3.0", ...lines, "END:VCARD", ""].join("\r\n");
      const { ok, status } = await request("PUT", at(path), text, { "content-type": "text/vcard" });
      if (!ok) throw new Error(`Radicale refused a card: ${status}`);
    },
    async read(path) {
      const answer = await request("GET", at(path));
      if (answer.status === 404) return null;
      const text = (await answer.text()).replaceAll(/\r?\n[ \t]/g, "");
      return text.split(/\r?\n/).filter(Boolean).toSorted();
    },
    async remove(path) {
      await request("DELETE", at(path));
    },
    async list(book) {
      const body =
        '<?xml version="1.0"?><d:propfind xmlns:d="DAV:"><d:prop><d:getetag/></d:prop></d:propfind>';
      const text = await (await request("PROPFIND", `/ada/${book}/`, body, { depth: "1" })).text();
      return [...text.matchAll(/<href>\/ada\/([^<]+)\.vcf<\/href>/g)].flatMap(([, path]) => path ?? []);
    },
  };
}

const makeBook = (name: string) =>
  `<?xml version="1.0"?><d:mkcol xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav"><d:set><d:prop><d:resourcetype><d:collection/><c:addressbook/></d:resourcetype><d:displayname>${name}</d:displayname></d:prop></d:set></d:mkcol>`;
