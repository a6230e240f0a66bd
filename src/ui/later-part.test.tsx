import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { laterPart } from "./later-part.tsx";

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;

test("a part that has been fetched is shown at once; until then its placeholder", async () => {
  const Later = laterPart(async () => Greeting, <p>Loading</p>);
  expect(renderToStaticMarkup(<Later name="Ada" />)).toBe("<p>Loading</p>");
  await Later.fetch();
  expect(renderToStaticMarkup(<Later name="Ada" />)).toBe("<p>Hello Ada</p>");
});

test("it is fetched once, and again only if that failed", async () => {
  const answers = [Promise.reject(new Error("offline")), Promise.resolve(Greeting)];
  let fetched = 0;
  const Later = laterPart(async () => {
    const answer = answers[fetched];
    fetched += 1;
    return (await answer) ?? Greeting;
  });
  await expect(Later.fetch()).rejects.toThrow("offline");
  await Later.fetch();
  await Later.fetch();
  expect(fetched).toBe(2);
});
