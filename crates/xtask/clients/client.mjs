// The TypeScript client against the server of 250 tools.
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ResourceUpdatedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";

const client = new Client({ name: "xtask", version: "1" });
await client.connect(new StdioClientTransport({ command: process.argv[2] }));
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

const updated = new Promise((resolve) => {
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, (it) => resolve(it.params.uri));
});
await client.subscribeResource({ uri: "many://clock" });
await client.callTool({ name: "touch", arguments: {} });
assert.equal(await updated, "many://clock");
await client.close();
