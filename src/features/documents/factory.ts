import type { documents } from "./tables.ts";

type NewDocument = typeof documents.$inferInsert;

/** A row only: its key names no stored file. */
export const aDocument = (fields: Partial<NewDocument> & Pick<NewDocument, "userId">): NewDocument => ({
  title: "Board minutes",
  fileName: "board-minutes.txt",
  fileType: "text/plain",
  fileSize: 5,
  storageKey: "00/00/00000000000000000000000000000000",
  sha256: "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
  ...fields,
});
