import pg from "pg";

/** How to sign in to one database as one role. */
export type Connection = pg.ClientConfig & { user: string; database: string };

/** A connection of its own for `use`, closed afterwards. */
export async function withClient<T>(
  connection: pg.ClientConfig,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection);
  // A break fails the running query; without a listener it would end the process as well.
  client.on("error", () => {});
  await client.connect();
  return use(client).finally(() => client.end());
}
