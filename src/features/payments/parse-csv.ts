import { IMPORT_FIELDS, type ImportField, MAX_CELL_LENGTH } from "./model.ts";

/** A row of cells and the line of the file on which it begins, counted from 1. */
export type CsvRow = { line: number; cells: string[] };

/**
 * Parses RFC 4180, with the separator found in the first line: comma, semicolon or tab. Rows without text are dropped.
 */
export function parseCsv(text: string): CsvRow[] {
  const content = text.replace(/^\ufeff/, "");
  const separator = separatorOf(content);
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  let line = 1;
  let rowLine = 1;
  const endRow = () => {
    cells.push(cell);
    if (cells.some((each) => each.trim() !== "")) rows.push({ line: rowLine, cells });
    [cells, cell] = [[], ""];
  };
  for (let at = 0; at < content.length; at += 1) {
    const sign = content.charAt(at);
    if (sign === "\n") line += 1;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (content.charAt(at + 1) === '"') {
        cell += sign;
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && cell.trim() === "") {
      cell = "";
      isQuoted = true;
    } else if (sign === separator) {
      cells.push(cell);
      cell = "";
    } else if (sign === "\n" || (sign === "\r" && content.charAt(at + 1) !== "\n")) {
      endRow();
      rowLine = line;
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

/** The column number of each field; missing if no column has it. */
export type Mapping = Partial<Record<ImportField, number>>;

/** Column names of payment services and of this product's own export, in lower case without punctuation. */
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

/** A first guess from the header of the file; each column is used once. */
export function guessMapping(head: readonly string[]): Mapping {
  const names = head.map((name) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, ""));
  const mapping: Mapping = {};
  for (const field of IMPORT_FIELDS) {
    const column = KNOWN_AS[field].map((name) => names.indexOf(name)).find((index) => index >= 0);
    if (column !== undefined && !Object.values(mapping).includes(column)) mapping[field] = column;
  }
  return mapping;
}

/** The rows in the form that the server parses. */
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
