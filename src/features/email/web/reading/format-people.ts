/** `Clara Voss <clara@x.org>` → the name; without one the local part, `clara.voss` as 'Clara Voss'. */
export function nameOf(address: string): string {
  const [, name = "", bare = address] = /^"?([^"<]*)(?:"\s*)?<([^>]*)>$/.exec(address.trim()) ?? [];
  const local = bare.replace(/@.*$/s, "");
  if (name.trim()) return name.trim();
  if (!/^\p{L}{2,}([._]\p{L}{2,})+$/u.test(local)) return local || address;
  return local
    .split(/[._]/)
    .map((word) => word.charAt(0).toLocaleUpperCase() + word.slice(1))
    .join(" ");
}

/** The address alone, in lower case. */
export function addressOf(person: string): string {
  const [, bare = person] = /<([^<>]*)>\s*$/.exec(person) ?? [];
  return bare.trim().toLowerCase();
}

/** 'Clara, Ben and 3 more' */
export function namesOf(people: readonly string[]): string {
  const names = people.map(nameOf);
  if (names.length <= 2) return names.join(", ");
  return `${names.slice(0, 2).join(", ")} and ${names.length - 2} more`;
}
