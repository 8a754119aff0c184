"""The Python client of the older revisions against the server of 250 tools."""

import asyncio
import sys

from mcp import ClientSession, McpError, StdioServerParameters
from mcp.client.stdio import stdio_client


async def main(server: str) -> None:
    updated = asyncio.Event()

    async def hear(message) -> None:
        if "resources/updated" in str(message) or "ResourceUpdated" in repr(message):
            updated.set()

    async with stdio_client(StdioServerParameters(command=server)) as (read, write):
        async with ClientSession(read, write, message_handler=hear) as session:
            handshake = await session.initialize()
            assert handshake.serverInfo.name == "many", handshake
            names, cursor, pages = [], None, 0
            while True:
                page = await session.list_tools(cursor) if cursor else await session.list_tools()
                names += [tool.name for tool in page.tools]
                pages += 1
                cursor = page.nextCursor
                if not cursor:
                    break
            assert (len(set(names)), pages) == (250, 3), (len(names), pages)
            said = await session.call_tool("echo", {"text": "h\u00e9"})
            assert said.content[0].text == "h\u00e9" and not said.isError
            summed = await session.call_tool("sum", {})
            assert summed.structuredContent == {"sum": 3}, summed
            refused = await session.call_tool("refuse", {})
            assert refused.isError and refused.content[0].text == "not today"
            wrong = await session.call_tool("echo", {"text": 5})
            assert wrong.isError
            for name, code in [("fail", -32603), ("none", -32602)]:
                try:
                    await session.call_tool(name, {})
                    raise AssertionError(name)
                except McpError as error:
                    assert error.error.code == code, error
            # Given up by the client; the server ends the call all the same (an older client cannot
            # stop it), and nobody is confused by its late answer.
            slow = asyncio.create_task(session.call_tool("slow", {}))
            await asyncio.sleep(0.05)
            slow.cancel()
            await asyncio.gather(slow, return_exceptions=True)
            after = await session.call_tool("echo", {"text": "after"})
            assert after.content[0].text == "after"
            await session.subscribe_resource("many://clock")
            await session.call_tool("touch", {})
            await asyncio.wait_for(updated.wait(), 30)
            read_back = await session.read_resource("many://clock")
            assert read_back.contents[0].text == "noon"


asyncio.run(main(sys.argv[1]))
