//! Reading the body of a request in bounded memory and time (HTTP-8, HTTP-30).

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use http_body_util::BodyExt as _;
use hyper::body::Frame;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// In which steps memory is counted, in bytes.
const UNIT: usize = 16 << 10;

/// Why there is no body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unread {
    TooLarge,
    /// No progress for too long.
    Stalled,
    /// All requests together hold too much.
    NoMemory,
    /// The connection broke, or its framing is wrong.
    Broken,
}

/// A body that was read, and its share of the memory for bodies.
pub(super) struct Read {
    pub(super) bytes: Vec<u8>,
    _share: Option<OwnedSemaphorePermit>,
}

/// Memory for the bodies of all requests.
#[derive(Clone)]
pub(super) struct Memory(Arc<Semaphore>);

impl Memory {
    /// Room for so many bodies of the largest size.
    pub(super) fn of_bodies(count: usize, largest: usize) -> Self {
        let units = largest.div_ceil(UNIT).saturating_mul(count);
        Self(Arc::new(Semaphore::new(units.min(Semaphore::MAX_PERMITS))))
    }
}

/// The next piece of a body; `None` after the last one.
async fn next(body: &mut Body, timeout: Duration) -> Result<Option<Frame<Bytes>>, Unread> {
    // Mostly the body came along with the head: what is there needs no clock.
    let there = poll_fn(|cx| Poll::Ready(Pin::new(&mut *body).poll_frame(cx))).await;
    let frame = match there {
        Poll::Ready(frame) => frame,
        Poll::Pending => tokio::time::timeout(timeout, body.frame())
            .await
            .map_err(|_| Unread::Stalled)?,
    };
    frame.transpose().map_err(|_| Unread::Broken)
}

/// Reads a body of at most `most` bytes.
pub(super) async fn read(
    mut body: Body,
    most: usize,
    timeout: Duration,
    memory: &Memory,
) -> Result<Read, Unread> {
    if body.size_hint().lower() > most as u64 {
        return Err(Unread::TooLarge);
    }
    let mut bytes = Vec::new();
    let mut share: Option<OwnedSemaphorePermit> = None;
    loop {
        let Some(frame) = next(&mut body, timeout).await? else {
            break;
        };
        let data: Bytes = frame.into_data().unwrap_or_default();
        if bytes.len() + data.len() > most {
            return Err(Unread::TooLarge);
        }
        // The first piece of each body is free: connections are counted already.
        let held = share.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        let needed = ((bytes.len() + data.len()) / UNIT).saturating_sub(held);
        if let Ok(needed) = u32::try_from(needed)
            && needed > 0
        {
            let more = Arc::clone(&memory.0).try_acquire_many_owned(needed);
            let more = more.map_err(|_| Unread::NoMemory)?;
            match &mut share {
                Some(share) => share.merge(more),
                None => share = Some(more),
            }
        }
        bytes.extend_from_slice(&data);
    }
    Ok(Read {
        bytes,
        _share: share,
    })
}
