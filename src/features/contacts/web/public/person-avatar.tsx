import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { Avatar } from "#ui/display/avatar.tsx";
import { pictures } from "../api.ts";

type Pictures = Awaited<ReturnType<typeof pictures.list.call>>;

type PersonAvatarProps = ComponentProps<typeof Avatar> & {
  userId?: string | null | undefined;
  email?: string | null | undefined;
};

/** The picture that a person has chosen, else the photo in the reader's contacts, else initials. */
export function PersonAvatar({ userId, email, picture, ...avatar }: PersonAvatarProps) {
  const { data } = useQuery({
    ...pictures.list.query({}),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: Boolean(userId || email),
  });
  const known = data && addressesIn(data);
  const found = known?.get(userId ?? "") ?? known?.get(email?.toLowerCase() ?? "");
  return <Avatar {...avatar} picture={found ?? picture} />;
}

/** By account and by email address; all rows of a page share it. */
const indexed = new WeakMap<Pictures, ReadonlyMap<string, string>>();

function addressesIn(data: Pictures): ReadonlyMap<string, string> {
  const known = indexed.get(data);
  if (known) return known;
  const addresses = new Map<string, string>();
  for (const { userId, emails, address } of data.items)
    for (const key of [userId, ...emails])
      if (key && !addresses.has(key.toLowerCase())) addresses.set(key.toLowerCase(), address);
  indexed.set(data, addresses);
  return addresses;
}
