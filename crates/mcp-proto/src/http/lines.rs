//! The line to a client: a socket that does not wait for ever (HTTP-30).

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

/// How long the end of a connection is listened to after the last answer.
const LINGER: Duration = Duration::from_secs(1);

/// How much of what the client still sends is thrown away meanwhile, in bytes.
const LINGER_BYTES: usize = 8 << 20;

/// A connection of which every write must make progress in time.
///
/// When it ends, what the client still sends is read for a moment: closing a socket with unread
/// bytes would reset it, and the client might never see the answer that refused them.
pub(super) struct Line {
    stream: TcpStream,
    timeout: Duration,
    writing: Option<Pin<Box<Sleep>>>,
    lingering: Option<(Pin<Box<Sleep>>, usize)>,
}

impl Line {
    pub(super) fn new(stream: TcpStream, timeout: Duration) -> Self {
        Self {
            stream,
            timeout,
            writing: None,
            lingering: None,
        }
    }

    /// Lets a write that makes no progress fail.
    fn in_time<T>(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.writing = None;
            return written;
        }
        let timeout = self.timeout;
        let timer = self.writing.get_or_insert_with(|| Box::pin(sleep(timeout)));
        ready!(timer.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Line {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Line {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.in_time(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, bytes);
        self.in_time(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let line = &mut *self;
        if line.lingering.is_none() {
            ready!(Pin::new(&mut line.stream).poll_shutdown(cx))?;
        }
        let start = || (Box::pin(sleep(LINGER)), 0);
        let (timer, thrown_away) = line.lingering.get_or_insert_with(start);
        let mut space = [0; 16 << 10];
        loop {
            let mut buffer = ReadBuf::new(&mut space);
            match Pin::new(&mut line.stream).poll_read(cx, &mut buffer) {
                Poll::Pending => return timer.as_mut().poll(cx).map(Ok),
                // The other side is gone, one way or the other.
                Poll::Ready(Err(_)) => return Poll::Ready(Ok(())),
                Poll::Ready(Ok(())) => {
                    *thrown_away += buffer.filled().len();
                    if buffer.filled().is_empty() || *thrown_away > LINGER_BYTES {
                        return Poll::Ready(Ok(()));
                    }
                }
            }
        }
    }
}
