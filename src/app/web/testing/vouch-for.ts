import type { PagePerson, startPages } from "./start-pages.ts";

type Pages = Pick<Awaited<ReturnType<typeof startPages>>, "services" | "aUser">;

/** An administrator confirms these people's addresses, so that others can reach them by address. */
export async function vouchFor({ services, aUser }: Pages, ...people: PagePerson[]): Promise<void> {
  const { auth } = services;
  const administrator = await aUser({ roles: ["admin"] });
  for (const { email } of people)
    await auth.vouchForAddress((await auth.findUserId(email)) ?? "", true, administrator);
}
