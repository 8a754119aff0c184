"""The Python client of the current revision against the server of 250 tools, in both eras: a program
over stdio, or a URL over HTTP, where it opens with discovery, or with a handshake when told so. A
second URL is that of the server with one of everything."""

import asyncio
import sys

from mcp import MCPError, StdioServerParameters, types
from mcp.client import Client


async def many(server: str, mode: str) -> None:
    is_url = server.startswith("http://")
    target = server if is_url else StdioServerParameters(command=server)
    async with Client(target, mode=mode) as client:
        modern = mode != "legacy"
        assert (client.protocol_version == "2026-07-28") == modern, client.protocol_version
        names, cursor, pages = [], None, 0
        while True:
            page = await client.list_tools(cursor=cursor)
            names += [tool.name for tool in page.tools]
            pages += 1
            cursor = page.next_cursor
            if not cursor:
                break
        assert (len(set(names)), pages) == (250, 3), (len(names), pages)
        said = await client.call_tool("echo", {"text": "h\u00e9"})
        assert said.content[0].text == "h\u00e9" and not said.is_error
        summed = await client.call_tool("sum", {})
        assert summed.structured_content == {"sum": 3}, summed
        refused = await client.call_tool("refuse", {})
        assert refused.is_error and refused.content[0].text == "not today"
        for name, code in [("fail", -32603), ("none", -32602)]:
            try:
                await client.call_tool(name, {})
                raise AssertionError(name)
            except MCPError as error:
                assert error.error.code == code, error
        # Cancelled by the client, which goes on. A call of the older dialect is not stopped by
        # that, so it must be one that ends.
        waiting = asyncio.create_task(client.call_tool("wait" if modern else "slow", {}))
        await asyncio.sleep(0.1)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        after = await client.call_tool("echo", {"text": "after"})
        assert after.content[0].text == "after"
        if not modern:
            return
        async with client.listen(resource_subscriptions=["many://clock"]) as subscription:
            await client.call_tool("touch", {})
            async with asyncio.timeout(30):
                async for event in subscription:
                    assert event.uri == "many://clock", event
                    break
        read_back = await client.read_resource("many://clock")
        assert read_back.contents[0].text == "noon"


async def everything(url: str) -> None:
    progress = []

    async def elicited(_, params):
        return types.ElicitResult(action="accept", content={"name": "Ann", "ok": True})

    async def sampled(_, params):
        text = types.TextContent(type="text", text="Paris")
        return types.CreateMessageResult(role="assistant", content=text, model="test")

    async def report(value, total, message):
        progress.append(value)

    callbacks = {"elicitation_callback": elicited, "sampling_callback": sampled}
    async with Client(url, mode="2026-07-28", **callbacks) as client:
        named = await client.call_tool("test_input_required_result_elicitation", {})
        assert named.content[0].text == "Hello, Ann!", named
        asked = await client.call_tool("test_input_required_result_sampling", {})
        assert asked.content[0].text == "Paris", asked
        kept = await client.call_tool("test_input_required_result_request_state", {})
        assert "state-ok" in kept.content[0].text, kept
        await client.call_tool("test_tool_with_progress", {}, progress_callback=report)
        assert progress == [0, 50, 100], progress
        # Arguments that stand in headers too.
        routed = await client.call_tool("test_header_param", {"region": "\u6771\u4eac", "count": 3})
        assert routed.content[0].text == "routed", routed


for mode in ["2026-07-28", "auto", "legacy"]:
    asyncio.run(many(sys.argv[1], mode))
for url in sys.argv[2:]:
    asyncio.run(everything(url))
