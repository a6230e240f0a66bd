import { createServer, type ServerResponse } from "node:http";

// The floor of live messages: node:http alone. `POST /say` writes its body to every open `GET /events`, and the page
// shows what it receives.

const PAGE = `<!doctype html><title>Bare</title><script>
  new EventSource("/events").onmessage = ({ data }) => {
    document.body.append(Object.assign(document.createElement("p"), { textContent: data }));
  };
</script>`;

const open = new Set<ServerResponse>();
const server = createServer(async (request, response) => {
  if (request.url === "/events") {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("event: ready\ndata: {}\n\n");
    open.add(response);
    response.on("close", () => open.delete(response));
    return;
  }
  if (request.method === "POST") {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const words = Buffer.concat(parts).toString();
    for (const each of open) each.write(`data: ${words}\n\n`);
    return response.end("{}");
  }
  response.setHeader("content-type", "text/html");
  response.end(PAGE);
});
server.listen(0, "127.0.0.1", () => process.send?.(server.address()));
