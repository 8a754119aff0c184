//! The loop: read a line, answer it, write the answer (STDIO-1, STDIO-2, STDIO-13).

use std::io::{self, BufReader, ErrorKind, Read, Write};

use super::framing::{Line, Lines};
use super::log::Log;
use crate::server::McpServer;

/// The longest line that is read unless the program says otherwise, in bytes (64 MiB, F-13).
pub const DEFAULT_MAX_LINE: usize = 64 << 20;

/// How much is asked of the stream at once, in bytes.
const CHUNK: usize = 64 << 10;

/// How a stream is served.
#[derive(Clone, Copy, Debug)]
pub struct StreamOptions {
    /// A longer line is dropped, in bytes without the LF (F-13).
    pub max_line: usize,
}

impl Default for StreamOptions {
    fn default() -> Self {
        Self {
            max_line: DEFAULT_MAX_LINE,
        }
    }
}

/// Serves one stream of bytes until it ends: each request is answered before the next line is
/// looked at (F-11), each answer is one line, written whole and flushed. Lines that are dropped
/// are said in the log.
///
/// A peer that goes away (a broken pipe, a reset) is an ordinary end (F-12).
///
/// # Errors
/// The stream cannot be read or written for another reason.
pub fn serve_stream<R: Read, W: Write>(
    server: &McpServer,
    reader: R,
    mut writer: W,
    options: &StreamOptions,
    log: &Log,
) -> io::Result<()> {
    let mut lines = Lines::new(BufReader::with_capacity(CHUNK, reader), options.max_line);
    let ended = loop {
        let line = match lines.next() {
            Ok(Some(Line::Whole(line))) => line,
            Ok(Some(Line::TooLong)) => {
                let limit = options.max_line;
                log.line(&format!("dropped a line: it is longer than {limit} bytes"));
                continue;
            }
            Ok(None) => break Ok(()),
            Err(fault) => break Err(fault),
        };
        match server.answer(line) {
            Ok(Some(mut answer)) => {
                answer.push('\n');
                let written = writer.write_all(answer.as_bytes());
                if let Err(fault) = written.and_then(|()| writer.flush()) {
                    break Err(fault);
                }
            }
            Ok(None) => {}
            Err(dropped) => log.line(&format!("dropped a line: {dropped}")),
        }
    };
    match ended {
        Err(fault) if is_peer_gone(&fault) => Ok(()),
        ended => ended,
    }
}

fn is_peer_gone(fault: &io::Error) -> bool {
    matches!(
        fault.kind(),
        ErrorKind::BrokenPipe | ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted
    )
}
