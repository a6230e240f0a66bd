import { normalizedEmail } from "#platform/auth/accounts.ts";
import type { Role } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Config } from "#platform/config/config.ts";
import type { Product } from "./open-product.ts";
import { readSecret } from "./read-secret.ts";

export type Command = {
  /** As shown in the usage; an optional one stands in brackets. */
  parameters: readonly string[];
  summary: string;
  /** Resolves with what to tell the person. */
  run(house: { product: Product; config: Config }, args: string[]): Promise<string>;
};

const ROLES: readonly Role[] = ["user", "moderator", "admin"];

/** What can be done beside the server, from a shell on its machine. */
export const commands: Readonly<Record<string, Command>> = {
  "create-user": {
    parameters: ["EMAIL", '"FULL NAME"'],
    summary: "creates an account; the password is read from standard input",
    run: async ({ product }, [email = "", fullName = ""]) => {
      const password = await readSecret(`Password for ${email}: `);
      await product.services.auth.createAccount({ email, fullName, password });
      return `Created the account ${normalizedEmail(email)}`;
    },
  },
  "set-role": {
    parameters: ["EMAIL", ROLES.join("|")],
    summary: "changes what an account may do",
    run: async ({ product }, [email = "", role = ""]) => {
      if (!isRole(role)) throw new AppError("invalid", `The role must be one of ${ROLES.join(", ")}`);
      await product.services.auth.setRole(await userIdOf(product, email), role);
      return `${normalizedEmail(email)} is now ${role}`;
    },
  },
  migrate: {
    parameters: [],
    summary: "brings the database to this program's schema",
    run: async () => "The database is up to date",
  },
};

const isRole = (text: string): text is Role => ROLES.some((role) => role === text);

async function userIdOf({ services }: Product, email: string): Promise<string> {
  const userId = await services.auth.findUserId(email);
  if (!userId) throw new AppError("not_found", `There is no account ${normalizedEmail(email)}`);
  return userId;
}
