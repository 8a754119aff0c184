"""The Python client of the older revisions against the server of 250 tools: a program over stdio, or
a URL over HTTP. A second URL is that of the server with one of everything, which asks the client by
requests of its own."""

import asyncio
import sys

from mcp import ClientSession, McpError, StdioServerParameters, types
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamablehttp_client


async def many(server: str) -> None:
    over_http = server.startswith("http://")
    updated = asyncio.Event()

    async def hear(message) -> None:
        if "resources/updated" in str(message) or "ResourceUpdated" in repr(message):
            updated.set()

    transport = (
        streamablehttp_client(server)
        if over_http
        else stdio_client(StdioServerParameters(command=server))
    )
    async with transport as (read, write, *session_id):
        async with ClientSession(read, write, message_handler=hear) as session:
            handshake = await session.initialize()
            assert handshake.serverInfo.name == "many", handshake
            assert all(it() is None for it in session_id)
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
            together = await asyncio.gather(
                *(session.call_tool("echo", {"text": str(number)}) for number in range(50))
            )
            assert [it.content[0].text for it in together] == [str(it) for it in range(50)]
            await session.subscribe_resource("many://clock")
            await session.call_tool("touch", {})
            # Over HTTP an older client has no stream on which it could hear of it.
            if not over_http:
                await asyncio.wait_for(updated.wait(), 30)
            read_back = await session.read_resource("many://clock")
            assert read_back.contents[0].text == "noon"


async def everything(url: str) -> None:
    progress, logged = [], []

    async def elicited(_, params):
        assert params.requestedSchema["type"] == "object", params
        return types.ElicitResult(action="accept", content={"username": "ann", "email": "a@b.c"})

    async def sampled(_, params):
        text = types.TextContent(type="text", text="4")
        return types.CreateMessageResult(role="assistant", content=text, model="test")

    async def log(params):
        logged.append(params.data)

    async def report(value, total, message):
        progress.append((value, total))

    async with streamablehttp_client(url) as (read, write, _):
        callbacks = {
            "elicitation_callback": elicited,
            "sampling_callback": sampled,
            "logging_callback": log,
        }
        async with ClientSession(read, write, **callbacks) as session:
            await session.initialize()
            asked = await session.call_tool("test_elicitation", {"message": "Who?"})
            assert "action=accept" in asked.content[0].text, asked
            answered = await session.call_tool("test_sampling", {"prompt": "2 + 2?"})
            assert answered.content[0].text == "LLM response: 4", answered
            await session.call_tool("test_tool_with_progress", {}, progress_callback=report)
            assert progress == [(0, 100), (50, 100), (100, 100)], progress
            await session.call_tool("test_tool_with_logging", {})
            assert len(logged) == 3, logged
            prompt = await session.get_prompt("test_simple_prompt")
            assert prompt.messages[0].role == "user"


asyncio.run(many(sys.argv[1]))
for url in sys.argv[2:]:
    asyncio.run(everything(url))
