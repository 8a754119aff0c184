//! A server: a name and a list of tools, read from top to bottom.

use crate::jsonrpc::{self, Dropped, Message};
use crate::legacy;
use crate::tool::Tool;

/// What a program serves. Lists are returned in the order in which they were given.
pub struct McpServer {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) instructions: Option<String>,
    pub(crate) tools: Vec<(String, Box<dyn Tool>)>,
}

impl McpServer {
    /// A server that offers nothing yet. The version is that of the program.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            version: version.into(),
            instructions: None,
            tools: Vec::new(),
        }
    }

    /// A text for the model about how to use the server.
    #[must_use]
    pub fn instructions(mut self, text: impl Into<String>) -> Self {
        self.instructions = Some(text.into());
        self
    }

    /// Adds a tool under a name. Of two tools with one name the first is called.
    #[must_use]
    pub fn tool(mut self, name: impl Into<String>, tool: impl Tool + 'static) -> Self {
        self.tools.push((name.into(), Box::new(tool)));
        self
    }

    /// Answers one message, a line without its LF. The answer is one line without LF; there is
    /// none for a blank line, a notification or a response (10 F-2, F-5, F-6).
    ///
    /// # Errors
    /// [`Dropped`] says why a broken line has no answer (10 F-3, F-4, F-13).
    pub fn answer(&self, line: &[u8]) -> Result<Option<String>, Dropped> {
        Ok(match jsonrpc::read(line)? {
            Some(Message::Request(request)) => Some(legacy::answer(self, &request)),
            Some(Message::Other) | None => None,
        })
    }
}
