// The TypeScript client against the server of 250 tools: a program over stdio, or a URL over HTTP. A
// second URL is that of the server with one of everything.
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  ElicitRequestSchema,
  ResourceUpdatedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";

const [many, everything] = process.argv.slice(2);
const overHttp = many.startsWith("http://");
const connection = (server) =>
  overHttp
    ? new StreamableHTTPClientTransport(new URL(server))
    : new StdioClientTransport({ command: server });

const client = new Client({ name: "xtask", version: "1" });
await client.connect(connection(many));
assert.equal(client.getServerVersion().name, "many");

const names = new Set();
let pages = 0;
let cursor;
do {
  const page = await client.listTools(cursor === undefined ? {} : { cursor });
  page.tools.forEach((tool) => names.add(tool.name));
  cursor = page.nextCursor;
  pages += 1;
} while (cursor !== undefined);
assert.deepEqual([names.size, pages], [250, 3]);

const said = await client.callTool({ name: "echo", arguments: { text: "hé" } });
assert.equal(said.content[0].text, "hé");
const summed = await client.callTool({ name: "sum", arguments: {} });
assert.deepEqual(summed.structuredContent, { sum: 3 });
const refused = await client.callTool({ name: "refuse", arguments: {} });
assert.equal(refused.isError, true);
await assert.rejects(client.callTool({ name: "fail", arguments: {} }), { code: -32603 });
await assert.rejects(client.callTool({ name: "none", arguments: {} }), { code: -32602 });

const together = await Promise.all(
  Array.from({ length: 50 }, (_, number) =>
    client.callTool({ name: "echo", arguments: { text: `${number}` } }),
  ),
);
together.forEach((it, number) => assert.equal(it.content[0].text, `${number}`));

// Given up by the client; the server ends the call all the same (an older client cannot stop it),
// and nobody is confused by its late answer.
const cancelling = new AbortController();
const slow = client.callTool({ name: "slow", arguments: {} }, undefined, {
  signal: cancelling.signal,
});
setTimeout(() => cancelling.abort("not needed"), 50);
await assert.rejects(slow);
const after = await client.callTool({ name: "echo", arguments: { text: "after" } });
assert.equal(after.content[0].text, "after");

// Over HTTP an older client has no stream on which it could hear of a change.
if (!overHttp) {
  const updated = new Promise((resolve) => {
    const hear = (it) => resolve(it.params.uri);
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, hear);
  });
  await client.subscribeResource({ uri: "many://clock" });
  await client.callTool({ name: "touch", arguments: {} });
  assert.equal(await updated, "many://clock");
}
const clock = await client.readResource({ uri: "many://clock" });
assert.equal(clock.contents[0].text, "noon");
await client.close();

if (everything !== undefined) {
  const asking = new Client(
    { name: "xtask", version: "1" },
    { capabilities: { elicitation: { form: {} } } },
  );
  asking.setRequestHandler(ElicitRequestSchema, () => ({
    action: "accept",
    content: { username: "ann", email: "a@b.c" },
  }));
  await asking.connect(connection(everything));
  const asked = await asking.callTool({ name: "test_elicitation", arguments: { message: "Who?" } });
  assert.match(asked.content[0].text, /action=accept/);
  const progress = [];
  await asking.callTool({ name: "test_tool_with_progress", arguments: {} }, undefined, {
    onprogress: (it) => progress.push(it.progress),
  });
  assert.deepEqual(progress, [0, 50, 100]);
  await asking.close();
}
