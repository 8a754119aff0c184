//! Lines for standard error that can be lost but never block (STDIO-3).

use std::io::{self, Read};
use std::sync::mpsc::{Receiver, Sender, SyncSender, sync_channel};
use std::thread;

/// How much one entry of the queue holds at most when it comes from a pipe, in bytes.
const CHUNK: usize = 4 << 10;

/// How many entries wait for standard error before the next ones are thrown away.
const QUEUE: usize = 256;

/// A way to say something on standard error without ever waiting for it: what it does not take is
/// thrown away. The default log throws everything away.
#[derive(Clone, Debug, Default)]
pub struct Log {
    queue: Option<SyncSender<Entry>>,
}

#[derive(Debug)]
enum Entry {
    Bytes(Vec<u8>),
    /// Everything before this was handed to standard error.
    Reached(Sender<()>),
}

impl Log {
    /// Starts the thread that alone may wait for standard error.
    pub(crate) fn to_standard_error() -> io::Result<Self> {
        let (queue, entries) = sync_channel(QUEUE);
        thread::Builder::new()
            .name("log".to_owned())
            .spawn(move || write_out(&entries))?;
        Ok(Self { queue: Some(queue) })
    }

    /// A log whose lines a test reads.
    #[cfg(all(test, feature = "http"))]
    pub(crate) fn kept() -> (Self, Kept) {
        let (queue, entries) = sync_channel(QUEUE);
        (Self { queue: Some(queue) }, Kept(entries))
    }

    /// Says a text, which gets a LF.
    pub fn line(&self, text: &str) {
        self.bytes(format!("{text}\n").into_bytes());
    }

    fn bytes(&self, bytes: Vec<u8>) {
        if let Some(queue) = &self.queue {
            // Full: standard error is not read. That is no reason to wait.
            let _ = queue.try_send(Entry::Bytes(bytes));
        }
    }

    /// Passes on what comes until the reader ends.
    pub(super) fn drain(&self, mut reader: impl Read) {
        let mut chunk = [0; CHUNK];
        loop {
            match reader.read(&mut chunk) {
                Ok(0) => return,
                Ok(length) => self.bytes(chunk[..length].to_vec()),
                Err(fault) if fault.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return,
            }
        }
    }

    /// Has `reached` told when everything said so far was handed to standard error. Waits for a
    /// place in the queue.
    pub(crate) fn tell(&self, reached: Sender<()>) {
        if let Some(queue) = &self.queue {
            let _ = queue.send(Entry::Reached(reached));
        }
    }
}

/// What a log said, for tests.
#[cfg(all(test, feature = "http"))]
pub(crate) struct Kept(Receiver<Entry>);

#[cfg(all(test, feature = "http"))]
impl Kept {
    pub(crate) fn said(&self) -> String {
        let bytes = self.0.try_iter().filter_map(|entry| match entry {
            Entry::Bytes(bytes) => Some(bytes),
            Entry::Reached(_) => None,
        });
        String::from_utf8(bytes.flatten().collect()).unwrap_or_default()
    }
}

fn write_out(entries: &Receiver<Entry>) {
    for entry in entries {
        match entry {
            Entry::Bytes(bytes) => write_all(&bytes),
            // Whoever asked may have stopped waiting.
            Entry::Reached(reached) => drop(reached.send(())),
        }
    }
}

/// Says a line on standard error when there is no log yet. What it does not take is lost.
pub(crate) fn say(line: &str) {
    write_all(format!("{line}\n").as_bytes());
}

/// Writes past the lock of the standard library, so that a blocked standard error holds up this
/// thread alone. Every failure loses the rest of the entry: closed, or full and not to be waited
/// for.
fn write_all(mut bytes: &[u8]) {
    while !bytes.is_empty() {
        match rustix::io::write(io::stderr(), bytes) {
            Ok(written) => bytes = bytes.get(written..).unwrap_or_default(),
            Err(rustix::io::Errno::INTR) => {}
            Err(_) => return,
        }
    }
}
