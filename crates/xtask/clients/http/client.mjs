// The TypeScript client over HTTP.
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const [many, everything] = process.argv.slice(2).map((url) => new URL(url));

const client = new Client({ name: "xtask", version: "1" });
await client.connect(new StreamableHTTPClientTransport(many));
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
const cancelling = new AbortController();
const slow = client.callTool({ name: "slow", arguments: {} }, undefined, {
  signal: cancelling.signal,
});
setTimeout(() => cancelling.abort("not needed"), 50);
await assert.rejects(slow);
const clock = await client.readResource({ uri: "many://clock" });
assert.equal(clock.contents[0].text, "noon");
await client.close();

const asking = new Client(
  { name: "xtask", version: "1" },
  { capabilities: { elicitation: { form: {} } } },
);
asking.setRequestHandler(ElicitRequestSchema, () => ({
  action: "accept",
  content: { username: "ann", email: "a@b.c" },
}));
await asking.connect(new StreamableHTTPClientTransport(everything));
const asked = await asking.callTool({ name: "test_elicitation", arguments: { message: "Who?" } });
assert.match(asked.content[0].text, /action=accept/);
const progress = [];
await asking.callTool({ name: "test_tool_with_progress", arguments: {} }, undefined, {
  onprogress: (it) => progress.push(it.progress),
});
assert.deepEqual(progress, [0, 50, 100]);
await asking.close();
