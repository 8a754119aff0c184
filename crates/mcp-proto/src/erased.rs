//! Futures of any type, and running them so that a panic ends nothing (ERR-6).

use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::task::Poll;

/// A future on the heap.
pub(crate) type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A handler panicked. The details went to the log when the panic was raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Panicked;

/// Runs a future to its end or its first panic.
pub(crate) async fn caught<T>(future: impl Future<Output = T>) -> Result<T, Panicked> {
    let mut future = pin!(future);
    poll_fn(|cx| {
        // After a panic the future is not looked at again, and what handlers share they protect
        // behind locks of their own.
        match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(cx))) {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(output)) => Poll::Ready(Ok(output)),
            Err(_) => Poll::Ready(Err(Panicked)),
        }
    })
    .await
}

/// Runs a future until it ends, or until `limit` ends first: then it is dropped, and there is no
/// output.
pub(crate) async fn until<T>(
    future: impl Future<Output = T>,
    limit: impl Future<Output = ()>,
) -> Option<T> {
    let mut future = pin!(future);
    let mut limit = pin!(limit);
    poll_fn(|cx| match future.as_mut().poll(cx) {
        Poll::Ready(output) => Poll::Ready(Some(output)),
        Poll::Pending => limit.as_mut().poll(cx).map(|()| None),
    })
    .await
}
