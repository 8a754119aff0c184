//! Holding a conversation with a server over its standard input and output.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use serde_json::value::RawValue;

use super::masks::Masks;
use super::transcript::Transcript;

/// How long the server may be silent before it counts as hanging.
const PATIENCE: Duration = Duration::from_secs(60);

/// Sends all messages to a new server and gives its answers: at 0 what it said unasked, at
/// `n + 1` what belongs to message `n`.
pub(super) fn hold(
    transcript: &Transcript,
    folder: &Path,
    server: &Path,
) -> Result<Vec<Vec<String>>, String> {
    let child = Command::new(server)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("the server {} does not start: {error}", server.display()))?;
    Conversation::new(child, transcript, folder)?.hold()
}

struct Conversation<'t> {
    transcript: &'t Transcript,
    server: Guard,
    said: Receiver<String>,
    complaints: Option<thread::JoinHandle<String>>,
    masks: Masks,
    ids: Vec<Option<Value>>,
    answers: Vec<Vec<String>>,
    /// The latest place that has an answer: later answers never go above it.
    place: usize,
}

/// Ends the server when the conversation breaks off.
struct Guard(Child);

impl Drop for Guard {
    fn drop(&mut self) {
        // It may have ended by itself, which is as good.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl<'t> Conversation<'t> {
    fn new(mut child: Child, transcript: &'t Transcript, folder: &Path) -> Result<Self, String> {
        let stdout = child.stdout.take().ok_or("no standard output")?;
        let stderr = child.stderr.take().ok_or("no standard error")?;
        let (sender, said) = channel();
        // Threads of their own, so that neither side ever waits for a full pipe.
        thread::spawn(move || {
            let mut lines = BufReader::new(stdout).split(b'\n');
            while let Some(Ok(line)) = lines.next() {
                let line = String::from_utf8_lossy(&line).into_owned();
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let complaints = thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = BufReader::new(stderr).read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        });
        Ok(Self {
            ids: transcript.messages().map(id).collect(),
            answers: vec![Vec::new(); transcript.messages().count() + 1],
            transcript,
            server: Guard(child),
            said,
            complaints: Some(complaints),
            masks: Masks::new(&folder.to_string_lossy()),
            place: 0,
        })
    }

    fn hold(mut self) -> Result<Vec<Vec<String>>, String> {
        let mut stdin = self.server.0.stdin.take().ok_or("no standard input")?;
        let transcript = self.transcript;
        let last = self.ids.len();
        for (index, message) in transcript.messages().enumerate() {
            while self.masks.lacks(message) {
                if !self.listen()? {
                    return Err(format!("what message {} refers to never came", index + 1));
                }
            }
            let mut line = self.masks.unmask(message);
            if !(transcript.unterminated && index + 1 == last) {
                line.push('\n');
            }
            // A server that has gone is found out below, by how it went.
            if stdin.write_all(line.as_bytes()).is_err() {
                break;
            }
        }
        drop(stdin);
        while self.listen()? {}
        let status = self.server.0.wait().map_err(|error| error.to_string())?;
        if !status.success() {
            let complaints = self.complaints.take().map(thread::JoinHandle::join);
            let complaints = complaints.and_then(Result::ok).unwrap_or_default();
            return Err(format!("the server ended with {status}\n{complaints}"));
        }
        Ok(self.answers)
    }

    /// Takes one line of the server; false when it has closed its output.
    fn listen(&mut self) -> Result<bool, String> {
        match self.said.recv_timeout(PATIENCE) {
            Ok(answer) => {
                self.take(&answer);
                Ok(true)
            }
            Err(RecvTimeoutError::Disconnected) => Ok(false),
            Err(RecvTimeoutError::Timeout) => Err("the server hangs".to_owned()),
        }
    }

    /// Puts an answer below the message whose id it carries, and anything else below the latest
    /// message that was answered.
    fn take(&mut self, answer: &str) {
        let masked = self.masks.mask(answer, |uid| self.transcript.mentions(uid));
        let parsed: Option<Value> = serde_json::from_str(answer).ok();
        if let Some(id) = parsed.as_ref().and_then(|answer| answer.get("id")) {
            let from = self.place.saturating_sub(1);
            let asked = (from..self.ids.len()).find(|index| self.ids[*index].as_ref() == Some(id));
            if let Some(index) = asked {
                self.ids[index] = None;
                self.place = index + 1;
            }
        }
        self.answers[self.place].push(masked);
    }
}

/// What of a message decides where its answer goes.
#[derive(Deserialize)]
struct Envelope {
    id: Option<Box<RawValue>>,
    method: Option<IgnoredAny>,
}

/// The id of a message that may be answered; `None` for what certainly has no answer.
fn id(message: &str) -> Option<Value> {
    let message = message.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    match serde_json::from_str::<Value>(message) {
        Ok(message) => {
            message.get("method")?;
            message.get("id").cloned()
        }
        // Nested too deeply for a value, which need not keep a server from answering it.
        Err(_) => {
            let envelope: Envelope = serde_json::from_str(message).ok()?;
            envelope.method?;
            serde_json::from_str(envelope.id?.get()).ok()
        }
    }
}
