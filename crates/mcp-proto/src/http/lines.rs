//! The line to a client: a socket that does not wait for ever (HTTP-30).

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::net::{Shutdown, shutdown};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

/// How long the end of a connection is listened to after the last answer.
const LINGER: Duration = Duration::from_secs(1);

/// How much of what the client still sends is thrown away meanwhile, in bytes.
const LINGER_BYTES: usize = 8 << 20;

/// How often it is asked whether a client has left. Mostly a read says so sooner.
const LOOK: Duration = Duration::from_secs(5);

/// What the system says of a client that has closed its side.
#[cfg(target_os = "linux")]
const LEFT: PollFlags = PollFlags::RDHUP;
#[cfg(not(target_os = "linux"))]
const LEFT: PollFlags = PollFlags::HUP;

/// Ends when the client has left, within an interval or a few seconds. While a request is answered
/// nothing is read behind it, so bytes that a client sent before it left would hide that it did
/// (HTTP-26).
pub(super) async fn left(stream: &TcpStream, at_the_latest: Duration) {
    loop {
        sleep(LOOK.min(at_the_latest)).await;
        let mut polled = [PollFd::new(stream, LEFT)];
        let at_once = Timespec::default();
        let found = poll(&mut polled, Some(&at_once));
        if found.is_ok_and(|found| found > 0) {
            return;
        }
    }
}

/// A connection of which every write must make progress in time.
///
/// When it ends, what the client still sends is read for a moment: closing a socket with unread
/// bytes would reset it, and the client might never see the answer that refused them.
pub(super) struct Line {
    stream: Arc<TcpStream>,
    timeout: Duration,
    writing: Option<Pin<Box<Sleep>>>,
    lingering: Option<(Pin<Box<Sleep>>, usize)>,
}

impl Line {
    pub(super) fn new(stream: Arc<TcpStream>, timeout: Duration) -> Self {
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
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        read(&self.stream, cx, buffer)
    }
}

impl AsyncWrite for Line {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = write(&self.stream, cx, |stream| stream.try_write(bytes));
        self.in_time(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = write(&self.stream, cx, |stream| stream.try_write_vectored(bytes));
        self.in_time(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        // What is written is the system's at once.
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let line = &mut *self;
        if line.lingering.is_none() {
            shutdown(&*line.stream, Shutdown::Write)?;
        }
        let start = || (Box::pin(sleep(LINGER)), 0);
        let (timer, thrown_away) = line.lingering.get_or_insert_with(start);
        let mut space = [0; 16 << 10];
        loop {
            let mut buffer = ReadBuf::new(&mut space);
            match read(&line.stream, cx, &mut buffer) {
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

/// Reads what is there.
fn read(
    stream: &TcpStream,
    cx: &mut Context<'_>,
    buffer: &mut ReadBuf<'_>,
) -> Poll<io::Result<()>> {
    loop {
        ready!(stream.poll_read_ready(cx))?;
        match stream.try_read_buf(buffer) {
            Ok(_) => return Poll::Ready(Ok(())),
            // Nothing was there after all.
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) => return Poll::Ready(Err(error)),
        }
    }
}

/// Writes what there is room for.
fn write(
    stream: &TcpStream,
    cx: &mut Context<'_>,
    mut write: impl FnMut(&TcpStream) -> io::Result<usize>,
) -> Poll<io::Result<usize>> {
    loop {
        ready!(stream.poll_write_ready(cx))?;
        match write(stream) {
            // There was no room after all.
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            written => return Poll::Ready(written),
        }
    }
}
