import { IMPORT_FIELDS, type ImportField, MAX_CELL_LENGTH } from "./model.ts";

/** A row of cells and the line of the file on which it begins, counted from 1. */
export type CsvRow = { line: number; cells: string[] };

/** RFC 4180, with the separator that the first line speaks for: comma, semicolon or tab. Rows without any text are left out. */
export function parseCsv(text: string): CsvRow[] {
  const whole = text.replace(/^\ufeff/, "");
  const separator = separatorOf(whole);
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  let line = 1;
  let begins = 1;
  const endRow = () => {
    cells.push(cell);
    if (cells.some((each) => each.trim() !== "")) rows.push({ line: begins, cells });
    [cells, cell] = [[], ""];
  };
  for (let at = 0; at < whole.length; at += 1) {
    const sign = whole.charAt(at);
    if (sign === "\n") line += 1;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (whole.charAt(at + 1) === '"') {
        cell += sign;
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && cell.trim() === "") {
      cell = "";
      isQuoted = true;
    } else if (sign === separator) {
      cells.push(cell);
      cell = "";
    } else if (sign === "\n" || (sign === "\r" && whole.charAt(at + 1) !== "\n")) {
      endRow();
      begins = line;
    } else if (sign !== "\r") cell += sign;
  }
  endRow();
  return rows;
}

function separatorOf(text: string): string {
  const [head = ""] = text.split(/\r?\n/, 1);
  const count = (sign: string) => head.split(sign).length;
  return [",", ";", "\t"].toSorted((one, other) => count(other) - count(one))[0] ?? ",";
}

/** Which column of the file is what; a field that no column is for is absent. */
export type Mapping = Partial<Record<ImportField, number>>;

/** Names under which payment services and this product's own export know a field, in small letters without signs. */
const KNOWN_AS: Record<ImportField, readonly string[]> = {
  date: ["date", "created", "createdutc", "createddateutc", "createdat", "datum", "time", "transactiondate"],
  amount: ["amount", "gross", "total", "betrag", "price", "convertedamount"],
  email: ["email", "customeremail", "fromemailaddress", "emailaddress", "useremail"],
  id: ["id", "transactionid", "paymentid", "chargeid", "reference"],
  name: ["customer", "name", "customername", "cardname", "customerdescription"],
  currency: ["currency", "waehrung", "whrung"],
  status: ["status", "state"],
  paymentMethod: ["paymentmethod", "method", "type", "cardbrand", "paymentsourcetype"],
  plan: ["plan", "planname", "product"],
  description: ["description", "note", "memo"],
  subscription: ["subscription", "subscriptionid"],
  refunded: ["refunded", "amountrefunded", "refundedamount"],
};

/** A first guess from the head of the file; each column serves once. */
export function guessMapping(head: readonly string[]): Mapping {
  const names = head.map((name) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, ""));
  const mapping: Mapping = {};
  for (const field of IMPORT_FIELDS) {
    const column = KNOWN_AS[field].map((name) => names.indexOf(name)).find((index) => index >= 0);
    if (column !== undefined && !Object.values(mapping).includes(column)) mapping[field] = column;
  }
  return mapping;
}

/** The rows as the server reads them. */
export const toImportLines = (rows: readonly CsvRow[], mapping: Mapping) =>
  rows.map(({ line, cells }) => ({
    line,
    ...Object.fromEntries(
      Object.entries(mapping).map(([field, column]) => [
        field,
        (cells[column] ?? "").slice(0, MAX_CELL_LENGTH),
      ]),
    ),
  }));
