"""The Python client of the current revision against the server of 250 tools, in both eras."""

import asyncio
import sys

from mcp import MCPError, StdioServerParameters
from mcp.client import Client


async def main(server: str, mode: str) -> None:
    async with Client(StdioServerParameters(command=server), mode=mode) as client:
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


asyncio.run(main(sys.argv[1], "2026-07-28"))
asyncio.run(main(sys.argv[1], "auto"))
asyncio.run(main(sys.argv[1], "legacy"))
